"""The texts of the web client are those of the catalogues."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_texts", ROOT / "scripts/web/texts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_has_the_texts_of_the_catalogues() -> None:
    assert script().drifted() == []


def test_drift_is_seen(tmp_path: Path) -> None:
    texts = script()
    (tmp_path / "en.json").write_text(texts.made("en"), encoding="utf-8")
    (tmp_path / "ru.json").write_text(texts.made("en"), encoding="utf-8")
    assert texts.drifted(tmp_path) == ["ru.json"]
