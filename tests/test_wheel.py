"""A wheel of the project holds all that the program needs, and runs without any extra."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from koloda.locales import LANGUAGES
from koloda.rules import SHELF

ROOT = Path(__file__).parent.parent
BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
EXTRAS = ("gymnasium", "numba", "numpy", "pettingzoo", "pyspiel", "scipy", "starlette", "uvicorn")
COMMAND = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS}))  # importing one of them fails
from koloda.cli import main
main()
"""


def python(code: str, *arguments: str, cwd: Path, path: Path | None = None, typed: str = "") -> str:
    """What a fresh Python prints; it must end well."""
    environment = {**os.environ, "LANG": "en_GB.UTF-8", "KOLODA_DATA": str(cwd / "data")}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked wheel, built from a copy: other tests read the catalogues meanwhile.

    The client in the copy is already built, as setting up leaves it, so the hook ships that one.
    """
    room = tmp_path_factory.mktemp("wheel")
    source = room / "source"
    ignore = shutil.ignore_patterns("__pycache__", "*.mo", "node_modules")
    for folder in ("src", "docs/rules", "scripts/web", "web"):
        shutil.copytree(ROOT / folder, source / folder, ignore=ignore)
    for name in ("pyproject.toml", "hatch_build.py", "LICENSE", "README.md", ".gitignore"):
        shutil.copy(ROOT / name, source / name)
    name = python(BUILD, str(room), cwd=source).strip()
    with zipfile.ZipFile(room / name) as wheel:
        wheel.extractall(room / "site")
    return room / "site"


def files(folder: Path) -> set[str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in found if "__pycache__" not in path.parts}


def test_everything_is_in_it(installed: Path) -> None:
    wanted = {name for name in files(ROOT / "src" / "koloda") if not name.endswith(".mo")}
    assert {"py.typed", "records/book/rockaway_1.koloda.toml", "locales/ru/chain.po"} <= wanted
    assert "server/client/index.html" in wanted
    wanted |= {name.removesuffix("po") + "mo" for name in wanted if name.endswith(".po")}
    wanted |= {f"docs/rules/{game}.{lang}.md" for game in SHELF for lang in LANGUAGES}
    assert files(installed / "koloda") == wanted


@pytest.mark.parametrize(
    ("command", "typed", "told"),
    [
        ("games", "", "two_handed_hearts"),
        ("book", "", "E-19"),
        ("rules chain --lang ru", "", "C-14"),
        ("replay rockaway_1 --lang ru", "", "Рокэуэй"),
        ("simulate chain --deals 1 --json", "", '"game": "chain"'),
        ("play fifteen --seed 1", "stand\nquit\n", "Fifteen"),
        ("", "", "Two-Ten-Jack"),
    ],
)
def test_commands_run_without_extras(
    installed: Path, tmp_path: Path, command: str, typed: str, told: str
) -> None:
    arguments = command.split()
    out = python(COMMAND, *arguments, cwd=tmp_path, path=installed, typed=typed)
    assert told in out


def test_the_library_comes_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    code = "import koloda; print(koloda.__file__)"
    found = python(code, cwd=tmp_path, path=installed).strip()
    assert Path(found) == installed / "koloda" / "__init__.py"
