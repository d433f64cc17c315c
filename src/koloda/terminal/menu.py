"""The menu that ``koloda play`` opens without a game: a new match, or one to go on with."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, TextIO

import koloda
from koloda import Game, OptionError
from koloda.bots import LEVELS
from koloda.deal import games
from koloda.locales import LANGUAGES, Translator, translator
from koloda.options import check, find, parse_value, resolve
from koloda.records import RecordError, load
from koloda.terminal import saves
from koloda.terminal.console import Console
from koloda.terminal.seating import DEFAULT_LEVEL, new_match, session_for
from koloda.terminal.words import value_text

BACK = ("b", "и", "back", "н", "назад")
LEAVE = ("q", "й", "quit", "выход")
"""What is typed at any question; ``и`` and ``й`` lie where ``b`` and ``q`` do."""


class Back(Exception):
    """The person wants the step before."""


class Leave(Exception):
    """The person wants to leave the menu."""


def menu(
    lang: str | None = None,
    *,
    plain: bool = False,
    reader: TextIO | None = None,
    writer: TextIO | None = None,
) -> int:
    """Choose and play matches until the person leaves; returns the exit code, 0.

    Raises OptionError ``unknown_language``.
    """
    console = Console.of(reader or sys.stdin, writer or sys.stdout)
    Menu(console, translator(lang), plain).run()
    return 0


class Menu:
    """The questions of the menu, one line each; an empty answer takes what is offered."""

    def __init__(self, console: Console, texts: Translator, plain: bool) -> None:
        self.console = console
        self.texts = texts
        self.plain = plain

    def run(self) -> None:
        """Ask until ``q``, Ctrl-C or the end of input."""
        try:
            while self._once():
                pass
        except (EOFError, KeyboardInterrupt):
            self.console.say()
        self.console.say(self._text("goodbye"))

    def _text(self, key: str, count: int | None = None, **params: Any) -> str:
        return self.texts.text("interface", key, count, **params)

    def _once(self) -> bool:
        """One round: False when the person leaves."""
        ids = games()
        kept = [path for path in saves.saved() if unfinished(path)]
        say = self.console.say
        say()
        say(self._text("menu_title"))
        for n, game in enumerate(ids, 1):
            rules = koloda.game(game).rules
            players = span(rules.MIN_PLAYERS, rules.MAX_PLAYERS)
            name, summary = (self.texts.text(game, key) for key in ("name", "summary"))
            say(f"  {n}  {name} ({players}): {summary}", 5)
        if kept:
            say("  c  " + self._text("menu_continue", len(kept)))
        other = LANGUAGES[(LANGUAGES.index(self.texts.lang) + 1) % len(LANGUAGES)]
        say("  l  " + translator(other).text("interface", "menu_language"))
        say("  q  " + self._text("menu_quit"))
        answer = self.console.ask(self._text("menu_prompt")).lower()
        if answer in LEAVE:
            return False
        if answer in ("l", "д"):
            self.texts = translator(other)
        elif answer in ("c", "с") and kept:
            return self._step(lambda: self._continue(kept))
        elif answer.isdecimal() and 1 <= int(answer) <= len(ids):
            return self._step(lambda: self._new(ids[int(answer) - 1]))
        elif answer in ids:
            return self._step(lambda: self._new(answer))
        elif answer:
            say(self._text("menu_unknown"))
        return True

    def _step(self, what: Any) -> bool:
        try:
            return bool(what())
        except Back:
            return True
        except Leave:
            return False

    def _pick(self, title: str, choices: list[str], default: int = 0) -> int:
        """The number of one of several choices. Raises Back and Leave."""
        self.console.say(title)
        for n, choice in enumerate(choices, 1):
            self.console.say(f"  {n}  {choice}", 5)
        while True:
            answer = self.console.ask(self._text("menu_choose", default=default + 1)).lower()
            if not answer:
                return default
            leave_or_back(answer)
            if answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            self.console.say(self._text("menu_unknown"))

    def _continue(self, kept: list[Path]) -> bool:
        chosen = kept[self._pick(self._text("menu_saved"), [path.name for path in kept])]
        try:
            record = load(chosen)
            match = record.resume()
        except (RecordError, OptionError) as error:
            self.console.say(self.texts.refusal(None, error))
            return True
        except OSError as error:
            self.console.say(error.strerror or str(error))
            return True
        return self._play(match, None, chosen, dict(record.free))

    def _new(self, game: str) -> bool:
        rules = koloda.game(game).rules
        counts = list(range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1))
        players = counts[0]
        if len(counts) > 1:
            usual = min(4, counts[-1]) - counts[0]
            shown = [self._text("menu_players", n) for n in counts]
            players = counts[self._pick(self._text("menu_how_many"), shown, usual)]
        levels = list(LEVELS)
        told = [self._text(f"level.{level}") for level in levels]
        usual = levels.index(DEFAULT_LEVEL)
        level = levels[self._pick(self._text("menu_level"), told, usual)]
        presets = list(rules.PRESETS)
        preset = presets[0]
        if len(presets) > 1:
            told = [self.texts.text(game, f"preset.{name}") for name in presets]
            preset = presets[self._pick(self._text("menu_preset"), told)]
        setup = self._options(rules, players, dict(resolve(rules, {}, preset)))
        return self._play(new_match(setup, self.texts, [level]), [level], saves.new_path(game))

    def _options(self, rules: Any, players: int, values: dict[str, Any]) -> Game:
        """Show the options and let them be changed. Raises Back and Leave."""
        while True:
            self.console.say(self._text("menu_options"))
            for n, option in enumerate(rules.OPTIONS, 1):
                title = self.texts.text(rules.ID, f"option.{option.name}")
                value = value_text(self.texts, rules.ID, option, values[option.name])
                self.console.say(f"  {n}  {title}: {value}", 5)
            answer = self.console.ask(self._text("menu_change"))
            leave_or_back(answer.lower())
            try:
                if not answer:
                    return koloda.game(rules.ID, players=players, **values)
                self._change(rules, values, answer)
            except OptionError as error:
                self.console.say(self.texts.refusal(rules.ID, error))

    def _change(self, rules: Any, values: dict[str, Any], answer: str) -> None:
        name, equals, value = (part.strip() for part in answer.partition("="))
        if name.isdecimal() and 1 <= int(name) <= len(rules.OPTIONS):
            option = rules.OPTIONS[int(name) - 1]
        else:
            option = find(rules, name)
        self.console.say(self.texts.text(rules.ID, f"option.{option.name}.help"))
        if not equals and option.kind != "int":
            turn = (option.values.index(values[option.name]) + 1) % len(option.values)
            values[option.name] = check(option, option.values[turn])
            return
        if not equals:
            title = self.texts.text(rules.ID, f"option.{option.name}")
            value = self.console.ask(f"{title} ({span(*option.values)}):")
        if value:
            values[option.name] = parse_value(option, value)

    def _play(
        self,
        match: koloda.Match,
        bots: list[str] | None,
        path: Path,
        free: dict[str, Any] | None = None,
    ) -> bool:
        session = session_for(match, self.console, self.texts, bots, path, plain=self.plain)
        session.free = free or {}
        session.run()
        return not session.cut_off


def leave_or_back(answer: str) -> None:
    """Raises what the answer asks for, where it asks to go."""
    if answer in BACK:
        raise Back
    if answer in LEAVE:
        raise Leave


def span(low: object, high: object) -> str:
    """A range for people: ``2–10``, ``6``."""
    return str(low) if low == high else f"{low}–{high}"


def unfinished(path: Path) -> bool:
    """Whether a file looks like a match that can be gone on with."""
    try:
        return "\n[private]" in path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
