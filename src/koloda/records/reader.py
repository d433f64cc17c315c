"""Reading records: text to data. What the data claims is checked by ``koloda.records.verify``.

The reader is the standard library's, with limits: what comes from outside may be anything.
"""

from __future__ import annotations

import datetime
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from koloda.cards import NO_CARD, UNKNOWN, parse_card
from koloda.fair import METHOD
from koloda.records.errors import RecordError
from koloda.records.record import (
    FORMAT,
    LIMIT,
    DealPart,
    PrivatePart,
    Record,
    ResultPart,
    ShufflePart,
)

DEPTH = 32
"""The deepest nesting of tables and arrays, and the most parts of a dotted key."""

KNOWN = ("koloda", "game", "rules", "options", "players", "shuffle", "dealer_draws", "deals")
NEVER_FREE = frozenset({*KNOWN, "private", "result"})
T = TypeVar("T")

_STRINGS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'")
_PIECES = re.compile(r"[=,{}\[\]]")
_CARD = re.compile(r"(?:10|[2-9TJQKA])(?:[cdhs]|[♣♦♥♠][\ufe0e\ufe0f]?)|X[12]|\?\?")
_LINE = re.compile(r"\(at line (\d+)")
_SEED = re.compile(r"[0-9a-f]{64}")


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file.

    Raises OSError when the file can't be read, RecordError when it is no sound record.
    """
    with Path(path).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > LIMIT:
            raise RecordError("too_big", bytes=size, limit=LIMIT)
        data = file.read(LIMIT + 1)
    if len(data) > LIMIT:  # a pipe or a device has no size
        raise RecordError("too_big", bytes=len(data), limit=LIMIT)
    try:
        return loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError("not_text", line=line, byte=error.start) from None


def loads(text: str) -> Record:
    """The record that a text spells. Raises RecordError when it is no sound record."""
    size = len(_str("text", text).encode("utf-8", "surrogatepass"))
    if size > LIMIT:
        raise RecordError("too_big", bytes=size, limit=LIMIT)
    data = _parse(text)
    version = _need(data, "koloda", _int)
    if version != FORMAT:
        raise RecordError("version", version=version, known=FORMAT)
    if "result" not in data:
        raise RecordError("cut_off", line=_last_line(text))
    if next(reversed(data)) != "result":
        raise RecordError("result_last", key=next(reversed(data))[:80])
    record = _record(data)
    record.setup()
    return record


def _last_line(text: str) -> int:
    return text.rstrip("\n").count("\n") + 1


def _parse(text: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), 1):
        # the library takes quadratic time over dotted keys
        if line.count(".") >= DEPTH:
            pieces = _PIECES.split(_STRINGS.sub("", line))
            if max(piece.count(".") for piece in pieces) >= DEPTH:
                raise RecordError("nesting", line=number, limit=DEPTH)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RecordError("nesting", limit=DEPTH) from None
    except ValueError as error:  # TOMLDecodeError, and ints of thousands of digits
        found = _LINE.search(str(error))
        if found:
            raise RecordError("toml", line=int(found[1]), problem=str(error)) from None
        if "end of document" in str(error):
            raise RecordError("cut_off", line=_last_line(text), problem=str(error)) from None
        raise RecordError("toml", problem=str(error)) from None


# --- values of one type, or an error that names the key ------------------------------------


def _wrong(key: str, expected: str, value: object) -> RecordError:
    return RecordError("type", key=key, expected=expected, found=type(value).__name__)


def _int(key: str, value: object) -> int:
    if type(value) is not int or not -(2**63) <= value < 2**63:
        raise _wrong(key, "int", value)
    return value


def _str(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(key, "str", value)
    return value


def _dict(key: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(key, "table", value)
    return value


def _list(of: Callable[[str, object], T]) -> Callable[[str, object], tuple[T, ...]]:
    def read(key: str, value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise _wrong(key, "array", value)
        return tuple(of(f"{key}[{i}]", item) for i, item in enumerate(value))

    return read


def _card(key: str, value: object) -> int:
    text = _str(key, value)
    try:
        return parse_card(text)
    except ValueError:
        raise RecordError("card", key=key, text=text[:20]) from None


def _pack(key: str, value: object) -> tuple[int, ...]:
    """Cards one after another; spaces between them don't count."""
    text, at = "".join(_str(key, value).split()), 0
    cards: list[int] = []
    while at < len(text):
        found = _CARD.match(text, at)
        if found is None:
            raise RecordError("card", key=key, text=text[at : at + 2], place=len(cards) + 1)
        cards.append(NO_CARD if found[0] == UNKNOWN else parse_card(found[0]))
        at = found.end()
    return tuple(cards)


def _hex(key: str, value: object) -> str:
    text = _str(key, value)
    if not _SEED.fullmatch(text):
        raise RecordError("type", key=key, expected="64 hex digits", found=text[:80])
    return text


def _seed(key: str, value: object) -> bytes:
    return bytes.fromhex(_hex(key, value))


def _gain(key: str, value: object) -> Fraction:
    if isinstance(value, str):
        found = re.fullmatch(r"(-?[0-9]{1,18})(?:/([1-9][0-9]{0,17}))?", value)
        if found is None:
            raise RecordError(
                "type", key=key, expected="whole number or fraction", found=value[:80]
            )
        return Fraction(int(found[1]), int(found[2] or 1))
    return Fraction(_int(key, value))


def _need(table: dict[str, Any], key: str, of: Callable[[str, object], T], where: str = "") -> T:
    if key not in table:
        raise RecordError("missing_key", key=where + key)
    return of(where + key, table[key])


def _may(
    table: dict[str, Any], key: str, of: Callable[[str, object], T], where: str = ""
) -> T | None:
    return of(where + key, table[key]) if key in table else None


def _only(table: dict[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in keys:
            raise RecordError("unknown_key", key=where + key[:80], allowed=", ".join(keys))


# --- the parts -----------------------------------------------------------------------------


def _record(data: dict[str, Any]) -> Record:
    shuffle, draws = _shuffle(data)
    deals = _may(data, "deals", _list(_deal))
    if not deals:
        raise RecordError("no_deals")
    free = {key: value for key, value in data.items() if key not in NEVER_FREE}
    check_free(free)
    return Record(
        game=_need(data, "game", _str),
        players=_need(data, "players", _list(_str)),
        rules=_need(data, "rules", _int),
        options=_may(data, "options", _dict) or {},
        free=free,
        shuffle=shuffle,
        dealer_draws=draws,
        deals=deals,
        private=_private(data),
        result=_result(_dict("result", data["result"])),
    )


def _shuffle(data: dict[str, Any]) -> tuple[ShufflePart | None, tuple[tuple[int, ...], ...]]:
    rows = _list(_list(_card))
    draws = _may(data, "dealer_draws", rows)
    table = _may(data, "shuffle", _dict)
    if table is None:
        return None, draws or ()
    where = "shuffle."
    allowed = ("method", "commit", "client_seeds", "server_seed", "dealer_draws")
    _only(table, allowed, where)
    if "dealer_draws" in table and draws is not None:
        raise RecordError("unknown_key", key="dealer_draws", allowed="shuffle.dealer_draws")
    method = _need(table, "method", _str, where)
    if method != METHOD:
        raise RecordError("unknown_method", method=method[:80], known=METHOD)
    part = ShufflePart(
        method=method,
        commit=_need(table, "commit", _hex, where),
        client_seeds=_may(table, "client_seeds", _list(_str), where) or (),
        server_seed=_may(table, "server_seed", _seed, where),
    )
    return part, draws or _may(table, "dealer_draws", rows, where) or ()


def _deal(where: str, value: object) -> DealPart:
    table, where = _dict(where, value), where + "."
    _only(table, ("dealer", "cuts", "pack", "moves", "scores"), where)
    return DealPart(
        dealer=_need(table, "dealer", _int, where),
        cuts=_may(table, "cuts", _list(_card), where),
        pack=_need(table, "pack", _pack, where),
        moves=_need(table, "moves", _list(_str), where),
        scores=_may(table, "scores", _list(_int), where),
    )


def _private(data: dict[str, Any]) -> PrivatePart | None:
    table = _may(data, "private", _dict)
    if table is None:
        return None
    _only(table, ("server_seed",), "private.")
    return PrivatePart(_may(table, "server_seed", _seed, "private."))


def _result(table: dict[str, Any]) -> ResultPart:
    where = "result."
    _only(table, ("totals", "winners", "settlement"), where)
    return ResultPart(
        totals=_may(table, "totals", _list(_int), where),
        winners=_may(table, "winners", _list(_int), where),
        settlement=_may(table, "settlement", _list(_gain), where),
    )


def check_free(free: Mapping[str, object]) -> None:
    """What is kept must be something that can be written and read back. Raises RecordError."""
    if not isinstance(free, Mapping):
        raise _wrong("free", "table", free)
    for key, value in free.items():
        if _str("key", key) in NEVER_FREE:
            raise RecordError("reserved_key", key=key)
        for depth, item in _inside(value):
            if depth > DEPTH:
                raise RecordError("nesting", key=key[:80], limit=DEPTH)
            if type(item) is int:
                _int(key[:80], item)
            elif not isinstance(item, str | bool | float | datetime.date | datetime.time):
                raise _wrong(key[:80], "TOML", item)


def _inside(value: object) -> Iterator[tuple[int, object]]:
    """Every value that is no table or array, with its depth; too deep ones as they are."""
    waiting: list[tuple[int, object]] = [(0, value)]
    while waiting:
        depth, item = waiting.pop()
        if isinstance(item, Mapping) and depth <= DEPTH:
            for key in item:
                _str("key", key)
            waiting += [(depth + 1, inner) for inner in item.values()]
        elif isinstance(item, list) and depth <= DEPTH:
            waiting += [(depth + 1, inner) for inner in item]
        else:
            yield depth, item
