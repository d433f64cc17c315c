"""Writing records: one canonical text for one record, and files that are whole or not there.

Order of keys, spaces and line ends are fixed (``docs/records.md``): reading a canonical text
and writing it again gives the same bytes.
"""

from __future__ import annotations

import datetime
import os
import re
import secrets
from collections.abc import Iterable, Mapping
from math import isinf, isnan
from pathlib import Path

from koloda.cards import spell_card
from koloda.records.errors import RecordError
from koloda.records.record import FORMAT, LIMIT, DealPart, Record, spell_gain
from koloda.rules.contract import Json

FREE_FIRST = ("source", "event", "date", "place", "annotator")
"""The free keys that stand in this order; any other follows in the order it came."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t"}
_ESCAPES |= {"\n": "\\n", "\f": "\\f", "\r": "\\r"}


def write(record: Record) -> str:
    """The canonical text of a record."""
    lines = [
        f"koloda = {FORMAT}",
        f"game = {_string(record.game)}",
        f"rules = {record.rules}",
        f"options = {_value(record.options)}",
        f"players = {_value(list(record.players))}",
    ]
    free = [key for key in FREE_FIRST if key in record.free]
    free += [key for key in record.free if key not in FREE_FIRST]
    lines += [f"{_key(key)} = {_value(record.free[key])}" for key in free]
    lines += _shuffle(record)
    for deal in record.deals:
        lines += _deal(deal)
    if record.private is not None:
        lines += ["", "[private]"]
        if record.private.server_seed is not None:
            lines.append(f'server_seed = "{record.private.server_seed.hex()}"')
    lines += _result(record)
    return "\n".join(lines) + "\n"


def _shuffle(record: Record) -> list[str]:
    lines = []
    if record.shuffle is not None:
        part = record.shuffle
        lines += ["", "[shuffle]", f"method = {_string(part.method)}", f'commit = "{part.commit}"']
        lines.append(f"client_seeds = {_value(list(part.client_seeds))}")
        if part.server_seed is not None:
            lines.append(f'server_seed = "{part.server_seed.hex()}"')
    if record.dealer_draws:
        rows = [[spell_card(card) for card in row] for row in record.dealer_draws]
        lines.append(f"dealer_draws = {_value(rows)}")
    return lines


def _deal(deal: DealPart) -> list[str]:
    lines = ["", "[[deals]]", f"dealer = {deal.dealer}"]
    if deal.cuts is not None:
        lines.append(f"cuts = {_value([spell_card(card) for card in deal.cuts])}")
    lines.append(f'pack = "{"".join(map(spell_card, deal.pack))}"')
    if deal.moves:
        lines += ["moves = [", *(f"  {_string(move)}," for move in deal.moves), "]"]
    else:
        lines.append("moves = []")
    if deal.scores is not None:
        lines.append(f"scores = {_value(list(deal.scores))}")
    return lines


def _result(record: Record) -> list[str]:
    lines, part = ["", "[result]"], record.result
    if part.totals is not None:
        lines.append(f"totals = {_value(list(part.totals))}")
    if part.winners is not None:
        lines.append(f"winners = {_value(list(part.winners))}")
    if part.settlement is not None:
        lines.append(f"settlement = {_value([spell_gain(gain) for gain in part.settlement])}")
    return lines


def _string(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(char) or _plain(char) for char in text) + '"'


def _plain(char: str) -> str:
    return f"\\u{ord(char):04x}" if char < " " or char == "\x7f" else char


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _value(value: Json) -> str:
    """Any TOML value on one line."""
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and (isnan(value) or isinf(value)):
        return str(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        pairs: Iterable[str] = (f"{_key(key)} = {_value(inner)}" for key, inner in value.items())
        return "{ " + ", ".join(pairs) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


def save(text: str, path: str | os.PathLike[str], *, force: bool, secret: bool) -> None:
    """Put the text into a file that is either whole or not there.

    It is written to a new file in the same folder, flushed to the disk and renamed. Raises
    FileExistsError, and leaves the old file alone, unless ``force``; what is there and no file (a
    folder, a device) is always left alone. What is secret only the owner may read.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise RecordError("not_text", line=text.count("\n", 0, error.start) + 1) from None
    if len(data) > LIMIT:
        raise RecordError("too_big", bytes=len(data), limit=LIMIT)
    target = Path(os.path.realpath(path))
    if target.exists() and not (force and target.is_file()):
        raise FileExistsError(f"{path} exists already")
    draft = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}.tmp")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if secret else 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if force:
            os.replace(draft, target)
        else:
            _rename_new(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _rename_new(draft: Path, target: Path) -> None:
    """Rename unless the name has been taken meanwhile."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: the check above must do
        os.rename(draft, target)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself survive a power cut, where the system can do that."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
