"""Draws the pictures of the README: real sessions in a pseudo-terminal, as SVG.

.venv/bin/python scripts/pictures.py
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from io import StringIO
from pathlib import Path

import pexpect
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
COLUMNS = 78
NO_WEB_FONTS = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
PLAY = "play rockaway --players 4 --seed 7 --lang"
TYPED = ["hint", "8c", "2h", "why"]
SESSIONS = {
    "rockaway": (f"{PLAY} en", TYPED, 28),
    "rockaway_ru": (f"{PLAY} ru", TYPED, 28),
}
"""Picture -> the command, what is typed, and how many lines of the end are shown."""


def record(command: str, typed: list[str]) -> str:
    """All that a session writes, with its colours."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "KOLODA_DATA": folder, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        session: pexpect.spawn[str] = pexpect.spawn(
            sys.executable,
            ["-m", "koloda", *command.split()],
            env=environment,
            encoding="utf-8",
            dimensions=(60, COLUMNS),
        )
        shown = ""
        for line in typed:
            session.expect(r"> $")
            shown += f"{session.before}{session.after}"
            session.sendline(line)
        session.expect(r"> $")
        shown += f"{session.before}"
        session.close(force=True)
    return shown.replace("\r", "").replace("\ufe0e", "")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, (command, typed, last) in SESSIONS.items():
        text = re.sub(r"\x1b\[\?\d+[hl]", "", record(command, typed))
        lines = f"$ scripts/play {command}\n\n" + "\n".join(text.rstrip().splitlines()[-last:])
        console = Console(record=True, width=COLUMNS, file=StringIO())
        console.print(Text.from_ansi(lines))
        svg = console.export_svg(title="Koloda", code_format=NO_WEB_FONTS, unique_id=name)
        (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main()
