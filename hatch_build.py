"""Build hook: compiles the translations and builds the web client, so that a wheel carries both."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = runpy.run_path(str(Path(__file__).parent / "scripts" / "web" / "client.py"))
"""What builds the client: a script of its own, because setting up and checking use it too."""


class Built(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node.js from a wheel, where there is a client to build and none on the machine."""
        needed = not WEB["is_built"]() and WEB["system_node"]() is None
        return [WEB["WHEEL"]] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what version control ignores, and ship it nevertheless."""
        self._translations(build_data["artifacts"])
        try:
            WEB["build"]()
        except WEB["ClientError"] as error:
            self.app.abort(str(error))
        build_data["artifacts"].append("src/koloda/server/client/**")

    def _translations(self, artifacts: list[str]) -> None:
        """A .mo beside every .po."""
        locales = Path(self.root) / "src" / "koloda" / "locales"
        for po in sorted(locales.glob("*/*.po")):
            mo = po.with_suffix(".mo")
            with po.open("rb") as source, mo.open("wb") as target:
                write_mo(target, read_po(source, locale=po.parent.name))
            artifacts.append(mo.relative_to(self.root).as_posix())
