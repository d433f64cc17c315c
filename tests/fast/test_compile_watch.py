"""The cache of compiled code: no old files stay, no folder is needed, who waits is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import koloda
from koloda.fast import compile_watch, generic_batch, generic_playouts
from koloda.fast.binding import TAG, bind, kind_of, source_hash
from koloda.fast.compile_watch import Watch, remove_stale, stale
from koloda.rules import SHELF

NEW, OLD = "0" * 12, "1" * 12
KEPT = [
    f"rockaway.legal_rockaway_kaaaaaa_{NEW}-12.py311.nbi",  # current
    f"rockaway.legal_rockaway_kaaaaaa_{NEW}-12.py311.1.nbc",
    f"rockaway.legal_rockaway_kbbbbbb_{OLD}-12.py311.nbi",  # bound to something else
    f"chance.below_chain_kaaaaaa_{OLD}-12.py311.nbi",  # another game
    "rockaway.cpython-311.pyc",
    "rockaway.py",
]
STALE = [
    f"rockaway.legal_rockaway_kaaaaaa_{OLD}-12.py311.nbi",
    f"rockaway.legal_rockaway_{OLD}-12.py311.nbi",  # named as in older versions
    f"chance.below_rockaway_kaaaaaa_{OLD}-7.py312.1.nbc",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in KEPT + STALE:
        (tmp_path / name).write_text("")
    return tmp_path


def test_what_older_sources_left_is_removed(folder: Path) -> None:
    found = [path.name for path in stale(folder, "rockaway", "aaaaaa", NEW)]
    assert found == sorted(STALE, key=lambda name: (".nbc" in name, name))
    remove_stale(folder, "rockaway", "aaaaaa", NEW)
    assert sorted(path.name for path in folder.iterdir()) == sorted(KEPT)
    remove_stale(folder / "nowhere", "rockaway", "aaaaaa", NEW)


def test_what_may_not_be_removed_or_is_gone_stays_silently(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def unlink(path: Path) -> None:
        tried.append(path.name)
        raise PermissionError if len(tried) > 1 else FileNotFoundError

    monkeypatch.setattr(Path, "unlink", unlink)
    remove_stale(folder, "rockaway", "aaaaaa", NEW)
    assert sorted(tried) == sorted(STALE)


def heard(folder: Path | None, game: str = "rockaway") -> Any:
    function = SimpleNamespace()
    vars(function)[TAG] = (game, "aaaaaa", NEW)
    where = str(folder) if folder else None
    dispatcher = SimpleNamespace(py_func=function, stats=SimpleNamespace(cache_path=where))
    return SimpleNamespace(data={"dispatcher": dispatcher})


def test_a_folder_is_cleaned_once(folder: Path) -> None:
    watch, told = Watch(patience=60), heard(folder)
    watch.on_start(told)
    assert sorted(path.name for path in folder.iterdir()) == sorted(KEPT)
    (folder / STALE[0]).write_text("")
    watch.on_start(told)
    watch.on_end(told)
    watch.on_end(told)
    assert (folder / STALE[0]).exists()


def test_who_waits_is_told_once_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    watch, told = Watch(patience=0), heard(None)
    for _ in range(2):
        watch.on_start(told)
        timer = watch._timer
        if timer is not None:
            timer.join()
        watch.on_end(told)
        assert watch._timer is None
    captured = capsys.readouterr()
    assert captured == ("", "koloda: compiling rockaway ...\n")


def test_who_does_not_wait_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    watch, told = Watch(patience=60), heard(None)
    foreign = SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=SimpleNamespace())})
    watch.on_start(told)
    timer = watch._timer
    watch.on_start(foreign)  # somebody else's function, called from ours
    watch.on_end(foreign)
    assert watch._timer is timer is not None
    watch.on_end(told)
    timer.join()
    watch.on_start(foreign)
    assert watch._timer is None
    watch.on_end(foreign)
    assert capsys.readouterr() == ("", "")


def test_without_standard_error_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    Watch()._tell("rockaway")


def test_kinds_tell_apart_what_is_bound_and_to_what() -> None:
    rules = SHELF["rockaway"]
    kinds = {kind_of(rules), kind_of(rules, generic_playouts), kind_of(rules, generic_batch)}
    assert len(kinds | {kind_of(SHELF["fifteen"])}) == 4
    bound = bind(rules, generic_playouts)
    tag = vars(bound["legal"].py_func)[TAG]  # type: ignore[attr-defined]  # Numba's
    assert tag == (
        "rockaway",
        kind_of(rules, generic_playouts),
        source_hash(rules, generic_playouts),
    )


def test_the_hash_follows_constants_and_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: Any = SHELF["rockaway"]
    before = source_hash(rules)
    monkeypatch.setattr(rules, "DRAW", 99)
    assert source_hash(rules) != before


SCORE = (
    "import koloda; from koloda.fast import bind; game = koloda.game('fifteen');"
    "bound = bind(game.rules); state = bound.state(game.deal().state);"
    "bound['score'](state, 0); print(bound['score'].stats.cache_path, koloda.__file__)"
)


UNSET = ("NUMBA_CACHE_DIR", "KOLODA_BOUNDS_CHECK")  # either would have another cache, or none


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package into which nothing can be written, not even by root: where the
    cache's folders would be, there are files."""
    root = tmp_path_factory.mktemp("install")
    source = Path(str(koloda.__file__)).parent
    copy = root / "koloda"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for place in {path.parent for path in copy.rglob("*.py")}:
        (place / "__pycache__").write_text("")
    return root


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the user's cache is elsewhere")
def test_a_read_only_install_keeps_compiled_code_with_the_user_or_in_memory(
    locked: Path, tmp_path: Path
) -> None:
    cache, nowhere = tmp_path / "cache", tmp_path / "file"
    cache.mkdir()
    nowhere.write_text("")
    for folder in (cache, cache, nowhere):
        for code in cache.rglob("*.nbc"):  # as when another process removes it right now
            code.unlink()
        environment = {k: v for k, v in os.environ.items() if k not in UNSET}
        environment |= {"PYTHONPATH": str(locked), "XDG_CACHE_HOME": str(folder)}
        done = subprocess.run(
            [sys.executable, "-c", SCORE], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        where, package = done.stdout.split()
        assert package.startswith(str(locked))
        assert where.startswith(str(cache)) if folder is cache else where == "None"
    assert list(cache.rglob("*.nbi"))


def test_numba_tells_the_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(compile_watch.WATCH, "on_start", lambda event: started.append("start"))
    monkeypatch.setattr(compile_watch.WATCH, "on_end", lambda event: started.append("end"))
    from numba import njit

    assert njit(lambda x: x + 1)(1) == 2
    assert started
    assert started.count("start") == started.count("end")
