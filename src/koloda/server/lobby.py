"""What the lobby shows: games and their texts, rules pages, the book's deals, records to look at.

Plain functions of what they are asked; nothing is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

import msgspec

from koloda import __version__
from koloda.bots.levels import LEVELS
from koloda.deal import game as game_of
from koloda.locales import COMMON, LANGUAGES, Translator, games, translator
from koloda.locales.check import load
from koloda.locales.check import texts as texts_of
from koloda.locales.pages import page
from koloda.options import OptionError, Value, find, parse_value, resolve
from koloda.records import loads
from koloda.records import replay as replay_record
from koloda.records.book import claims, deal_names, deal_text, look_at
from koloda.rules import SHELF
from koloda.rules.contract import Option
from koloda.server.errors import ServerError
from koloda.server.messages import (
    Checked,
    DealInfo,
    Erratum,
    GameInfo,
    LevelInfo,
    Lobby,
    OptionInForce,
    OptionShown,
    PresetShown,
    Replay,
    RulesPage,
    SetUp,
    Texts,
    ValueShown,
)
from koloda.server.words import problem


@cache
def lobby(lang: str) -> Lobby:
    """All there is to play."""
    texts = translator(lang)
    levels = [LevelInfo(level, texts.text("interface", f"level.{level}")) for level in LEVELS]
    deals = [_deal_info(texts, name) for name in deal_names()]
    shown = [_game_info(texts, name) for name in SHELF]
    return msgspec.convert(
        {"version": __version__, "lang": lang, "games": shown, "levels": levels, "deals": deals},
        Lobby,
        from_attributes=True,
    )


def _deal_info(texts: Translator, name: str) -> DealInfo:
    game, _, number = name.rpartition("_")
    title = texts.text("server", "book_deal", game=texts.text(game, "name"), n=number)
    return DealInfo(name, game, title)


def _game_info(texts: Translator, name: str) -> GameInfo:
    rules = SHELF[name]
    return GameInfo(
        id=name,
        name=texts.text(name, "name"),
        summary=texts.text(name, "summary"),
        length=texts.text(name, "length"),
        players=[rules.MIN_PLAYERS, rules.MAX_PLAYERS],
        options=[_option(texts, name, option) for option in rules.OPTIONS],
        presets=[
            PresetShown(preset, texts.text(name, f"preset.{preset}"), dict(values))
            for preset, values in rules.PRESETS.items()
        ],
    )


def _option(texts: Translator, game: str, option: Option) -> OptionShown:
    number = option.kind == "int"
    return OptionShown(
        name=option.name,
        kind=cast(Any, option.kind),
        title=texts.text(game, f"option.{option.name}"),
        help=texts.text(game, f"option.{option.name}.help"),
        clause=option.clause,
        default=option.default,
        values=[]
        if number
        else [ValueShown(value, label(texts, game, option, value)) for value in option.values],
        low=int(option.values[0]) if number else None,
        high=int(option.values[1]) if number else None,
    )


def label(texts: Translator, game: str, option: Option, value: Value) -> str:
    """A value in words."""
    if option.kind == "bool":
        return texts.text("interface", "on" if value else "off")
    if option.kind == "choice":
        return texts.text(game, f"option.{option.name}.{value}")
    return str(value)


def check(wanted: SetUp) -> Checked:
    """Would this set-up do, and if not, why."""
    try:
        rules = game_of(wanted.game).rules
        for name in wanted.options:
            find(rules, name)  # so that no option can pass for another argument below
        made = game_of(wanted.game, players=wanted.players, preset=wanted.preset, **wanted.options)
    except OptionError as error:
        return Checked(False, error=problem(wanted.lang, error, known(wanted.game)))
    return Checked(True, made.players, made.options)


def known(name: str) -> str | None:
    """The name of a game on the shelf; None: of none."""
    return name if name in SHELF else None


def rules_page(
    lang: str,
    name: str,
    preset: str | None = None,
    pairs: Sequence[str] = (),
    options: Mapping[str, Value] | None = None,
) -> RulesPage:
    """A game's page and the options in force: ``options``, or those of a preset and of
    ``option=value``. Raises ServerError ``not_found``, OptionError."""
    text = page(name, lang) if name in SHELF else None
    if text is None:
        raise ServerError("not_found")
    rules, texts, given = SHELF[name], translator(lang), dict(options or {})
    for pair in pairs:
        key, _, written = pair.partition("=")
        option = find(rules, key.strip())
        given[option.name] = parse_value(option, written.strip())
    values = resolve(rules, given, preset)
    in_force = [
        OptionInForce(
            option.name,
            texts.text(name, f"option.{option.name}"),
            values[option.name],
            label(texts, name, option, values[option.name]),
            option.clause,
            values[option.name] != option.default,
        )
        for option in rules.OPTIONS
    ]
    return msgspec.convert(
        {"game": name, "lang": lang, "page": text, "options": in_force},
        RulesPage,
        from_attributes=True,
    )


def book_deal(lang: str, name: str) -> Replay:
    """A worked deal of the book. Raises ServerError ``not_found``."""
    if name not in deal_names():
        raise ServerError("not_found")
    found = replay(lang, deal_text(name))
    found.book = [
        Erratum(
            one.id,
            one.clause,
            dict(one.where),
            one.book,
            one.ours,
            one.status == "agree",
            one.erratum,
        )
        for one in (look_at(claim) for claim in claims() if claim.record == name)
    ]
    return found


def replay(lang: str, text: str) -> Replay:
    """A record turn by turn, all cards open. Raises RecordError."""
    record = loads(text)
    told = replay_record(record, open_cards=True)
    texts = translator(lang)
    for deal in told["deals"]:
        for turn in deal["turns"]:
            turn["words"] = [
                texts.event(record.game, event, record.players) for event in turn["events"]
            ]
    return msgspec.convert({**told, "book": []}, Replay)


@cache
def all_texts(lang: str, domain: str) -> Texts:
    """A catalogue. Raises ServerError ``not_found``."""
    if lang not in LANGUAGES or domain not in {*COMMON, *games()}:
        raise ServerError("not_found")
    found = {
        key: forms[0] if len(forms) == 1 else forms
        for key, forms in texts_of(load(lang, domain)).items()
    }
    return msgspec.convert({"lang": lang, "domain": domain, "texts": found}, Texts)
