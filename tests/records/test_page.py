"""docs/records.md is true: its records, its error codes, its shuffle, re-implemented from it."""

from __future__ import annotations

import hashlib
import hmac
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import koloda
from koloda.cards import PACK_36, PACK_54, spell_cards
from koloda.fair import METHOD, Shuffle, Stream
from koloda.records import reader
from koloda.records.record import LIMIT

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
RECORDS = re.findall(r"```toml record\n(.*?)```", PAGE, re.DOTALL)
VECTORS = tomllib.loads(re.findall(r"```toml vectors\n(.*?)```", PAGE, re.DOTALL)[0])


@pytest.mark.parametrize("text", RECORDS)
def test_the_records_of_the_page_are_canonical_and_right(text: str) -> None:
    record = koloda.loads(text)
    assert koloda.dumps(record) == text
    assert record.verify().complete


def test_the_page_shows_records_by_hand_and_by_shuffle() -> None:
    assert [koloda.loads(text).shuffle is None for text in RECORDS] == [True, False]


def test_the_page_lists_exactly_the_codes_there_are() -> None:
    table = PAGE.split("## What can be wrong")[1].split("## ")[0]
    listed = {
        c for row in re.findall(r"^\| (`.*?) \|", table, re.M) for c in re.findall(r"`(\w+)`", row)
    }
    source = ROOT / "src" / "koloda" / "records"
    text = "".join(path.read_text(encoding="utf-8") for path in source.glob("*.py"))
    raised = set(re.findall(r'RecordError\(\s*"(\w+)"', text)) | {"move", "turn_unfinished"}
    assert listed == raised


def test_the_page_names_the_limits() -> None:
    assert LIMIT == 4 * 1024 * 1024
    assert "at most 4 MiB" in PAGE
    assert f"nested at most {reader.DEPTH} deep" in PAGE
    assert f"`{METHOD}`" in PAGE


# --- fair shuffles, written from the page alone --------------------------------------------


def key(seed: bytes, clients: list[str], n: int) -> bytes:
    message = b""
    for client in clients:
        form = client.encode("utf-8")
        message += len(form).to_bytes(4, "big") + form
    message += n.to_bytes(8, "big")
    return hmac.new(seed, message, hashlib.sha256).digest()


def words(stream_key: bytes, label: str) -> Iterator[int]:
    i = 0
    while True:
        text = label.encode("ascii") + b"\x00" + i.to_bytes(8, "big")
        block = hmac.new(stream_key, text, hashlib.sha256).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        i += 1


def below(stream: Iterator[int], m: int) -> int:
    for word in stream:
        if word < 2**64 - 2**64 % m:
            return word % m
    raise AssertionError


def shuffled(stream: Iterator[int], pack: tuple[int, ...]) -> list[int]:
    cards = list(pack)
    for i in range(len(cards) - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


SEED = hashlib.sha256(f"koloda:{VECTORS['seed']}".encode()).digest()
CLIENTS: list[str] = VECTORS["client_seeds"]


def stream(n: int, label: str) -> Iterator[int]:
    return words(key(SEED, CLIENTS, n), label)


def test_vectors_of_seed_key_and_stream() -> None:
    assert SEED.hex() == VECTORS["server_seed"]
    assert hashlib.sha256(SEED).hexdigest() == VECTORS["commit"]
    assert key(SEED, CLIENTS, 1).hex() == VECTORS["key_1"]
    numbers = stream(1, "deal/1")
    assert [f"{next(numbers):016x}" for _ in range(5)] == VECTORS["words"]
    numbers = stream(1, "deal/1")
    assert [below(numbers, 10) for _ in range(12)] == VECTORS["below10"]


def test_vectors_of_packs_cut_and_draw() -> None:
    assert "".join(spell_cards(shuffled(stream(1, "deal/1"), PACK_36))) == VECTORS["deal_1_36"]
    assert "".join(spell_cards(shuffled(stream(2, "deal/2"), PACK_54))) == VECTORS["deal_2_54"]
    numbers = stream(2, "cut/2/1")
    order = shuffled(numbers, PACK_54)
    assert spell_cards([order[below(numbers, 54)]]) == [VECTORS["cut_2_1_54"]]
    assert spell_cards(shuffled(stream(0, "dealer"), PACK_36)[:4]) == VECTORS["dealer_36"]


def test_the_program_deals_by_the_page() -> None:
    shuffle = Shuffle(SEED, tuple(CLIENTS))
    assert shuffle == Shuffle.from_seed(VECTORS["seed"], CLIENTS)
    assert shuffle.commit == VECTORS["commit"]
    match = koloda.Match(koloda.game("rockaway", players=4, pack=36), shuffle=shuffle)
    assert list(match.deal.pack) == shuffled(stream(1, "deal/1"), PACK_36)
    assert spell_cards(match.dealer_draws[0]) == VECTORS["dealer_36"]
    numbers = stream(0, "dealer")
    for row in match.dealer_draws:
        assert shuffled(numbers, PACK_36)[: len(row)] == row


def test_words_that_would_favour_low_numbers_are_skipped() -> None:
    numbers = [2**64 - 1, 2**64 - 2, 8]  # 2**64 mod 3 is 1: the first word is too many
    assert below(iter(numbers), 3) == 2
    program = Stream(b"", "")
    program._words = numbers[::-1]
    assert program.below(3) == 2
