"""Seats one person and bots at a match and runs the session: what ``koloda play`` calls."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from koloda import Game, Match, OptionError
from koloda.bots import bot
from koloda.locales import Translator, translator
from koloda.records import load
from koloda.terminal import saves
from koloda.terminal.console import Console, has_suits, is_tty
from koloda.terminal.look import Look
from koloda.terminal.session import Session

DEFAULT_LEVEL = "thumb"


def play(
    what: Match | Game,
    bots: Sequence[str] | None = None,
    *,
    lang: str | None = None,
    plain: bool = False,
    save_path: Path | str | None = None,
    overwrite: bool = False,
    seed: int | None = None,
    name: str | None = None,
    free: Mapping[str, Any] | None = None,
    reader: TextIO | None = None,
    writer: TextIO | None = None,
) -> int:
    """Play a match in the terminal, one person against bots; returns the exit code, 0.

    ``what`` is a set-up (a new match, shuffled from ``seed``) or a match to go on with. ``bots``:
    one level for all or one for each bot; by default the levels a saved match had, else the
    rules of thumb. ``plain`` leaves colours out. The match is written to ``save_path`` (default:
    a new file in the user's data folder) after every turn, with the keys of ``free``. End of
    input and Ctrl-C end politely.

    Raises OptionError: ``unknown_language``, ``unknown_level``, ``bots``, ``file_exists`` (not
    with ``overwrite``).
    """
    texts = translator(lang)
    console = Console.of(reader or sys.stdin, writer or sys.stdout)
    match = what if isinstance(what, Match) else new_match(what, texts, bots, seed, name)
    path = saves.new_path(match.game.id) if save_path is None else Path(save_path)
    if save_path is not None and path.exists() and not (overwrite and path.is_file()):
        raise OptionError("file_exists", path=str(path))
    session = session_for(match, console, texts, bots, path, plain=plain)
    session.free = dict(free or {})
    session.run()
    return 0


def resume(
    path: Path | str,
    bots: Sequence[str] | None = None,
    *,
    lang: str | None = None,
    plain: bool = False,
    reader: TextIO | None = None,
    writer: TextIO | None = None,
) -> int:
    """Go on with a saved match, which is then written to the same file.

    Raises what ``koloda.records.load`` and ``resume`` raise, and OptionError as ``play``.
    """
    record = load(path)
    return play(
        record.resume(),
        bots,
        lang=lang,
        plain=plain,
        save_path=path,
        overwrite=True,
        free=record.free,
        reader=reader,
        writer=writer,
    )


def seat_levels(bots: Sequence[str] | None, players: int) -> list[str]:
    """A level for each of the bots' seats. Raises OptionError ``bots``, ``unknown_level``."""
    levels = list(bots or [DEFAULT_LEVEL])
    for level in levels:
        bot(level)
    if len(levels) == 1:
        levels *= players - 1
    if len(levels) != players - 1:
        raise OptionError("bots", bots=len(levels), seats=players - 1)
    return levels


def new_match(
    game: Game,
    texts: Translator,
    bots: Sequence[str] | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Match:
    """A match with the person on seat 0 and bots, named in the session's language, around."""
    levels = seat_levels(bots, game.players)
    people = [part.strip() for part in texts.text("interface", "bot_names").split(",")]
    names = [saves.seat_name(people[i % len(people)], level) for i, level in enumerate(levels)]
    return Match(game, seed, names=[name or texts.text("interface", "player_name"), *names])


def session_for(
    match: Match,
    console: Console,
    texts: Translator,
    bots: Sequence[str] | None,
    path: Path | None,
    *,
    plain: bool = False,
) -> Session:
    """The session of a match: who sits where follows from the names, see ``saves``."""
    players = match.game.players
    shown = [saves.split_name(name)[0] for name in match.names]
    known = saves.levels_of(match.names) or [None] * players
    seat = known.index(None) if None in known else 0
    if bots is not None:
        levels = seat_levels(bots, players)
        levels.insert(seat, DEFAULT_LEVEL)
    else:
        levels = [level or DEFAULT_LEVEL for level in known]
    if match.names:
        match.names = [
            name if n == seat else saves.seat_name(name, levels[n]) for n, name in enumerate(shown)
        ]
    colour = not plain and is_tty(console.writer) and not os.environ.get("NO_COLOR")
    texts.ascii = not has_suits(console.writer)
    look = Look(texts, names=shown, seat=seat, colour=colour)
    return Session(match, levels, console, look, path, seat)
