"""Build hook: compiles the translations, so that a wheel carries .mo files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Translations(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write a .mo beside every .po, and ship it although version control ignores it."""
        locales = Path(self.root) / "src" / "koloda" / "locales"
        for po in sorted(locales.glob("*/*.po")):
            mo = po.with_suffix(".mo")
            with po.open("rb") as source, mo.open("wb") as target:
                write_mo(target, read_po(source, locale=po.parent.name))
            build_data["artifacts"].append(mo.relative_to(self.root).as_posix())
        # the web client, as far as it has been built
        build_data["artifacts"].append("src/koloda/server/client/**")
