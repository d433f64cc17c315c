"""Records of random matches of every game: written, read, verified, resumed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import koloda
from koloda.fair import Shuffle
from koloda.records import Fairness, PrivatePart
from koloda.records.writer import write
from koloda.rules import SHELF

GAMES = sorted(SHELF)
SEEDS = range(4)


def advance(match: koloda.Match, random: Random, acts: int) -> None:
    """At most so many random acts, through as many deals as it takes."""
    for _ in range(acts):
        if match.over:
            return
        if match.deal.over:
            match.next_deal()
        match.deal.apply(random.choice(match.deal.legal_actions()))


def begun(game: str, seed: int, acts: int | None = None) -> koloda.Match:
    """A match somewhere on its way."""
    random = Random(seed)
    low, high = SHELF[game].MIN_PLAYERS, SHELF[game].MAX_PLAYERS
    setup = koloda.game(game, players=random.randint(low, min(high, 7)))
    names = [f'Ж {seat}\t"q" \\ \x7f' for seat in range(setup.players)] if seed % 2 else []
    shuffle = Shuffle.from_seed(seed, ["a", "б"][: seed % 3])
    match = koloda.Match(setup, shuffle=shuffle, names=names)
    advance(match, random, random.randrange(90) if acts is None else acts)
    return match


def same(one: koloda.Match, two: koloda.Match) -> bool:
    return (
        one.game == two.game
        and one.names == two.names
        and one.totals == two.totals
        and one.dealer_draws == two.dealer_draws
        and [deal.state for deal in one.deals] == [deal.state for deal in two.deals]
        and [deal.moves for deal in one.deals] == [deal.moves for deal in two.deals]
    )


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_reading_and_writing_is_the_identity(game: str, seed: int, private: bool) -> None:
    match = begun(game, seed)
    text = koloda.dumps(match, private=private, free={"source": "тест", "x": {"a b": [1, 2.5]}})
    record = koloda.loads(text)
    assert write(record) == text
    assert koloda.loads(write(record)) == record


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_private_record_resumes_where_it_was_left(game: str, seed: int) -> None:
    match = begun(game, seed)
    again = koloda.loads(koloda.dumps(match, private=True)).resume()
    assert same(match, again)
    for going in (match, again):
        advance(going, Random(seed), 40)
    assert same(match, again)


@pytest.mark.parametrize("game", GAMES)
def test_every_act_of_a_match_can_be_resumed_from(game: str) -> None:
    match, random = begun(game, 3, acts=0), Random(5)
    for _ in range(25):
        advance(match, random, 1)
        assert same(match, koloda.loads(koloda.dumps(match, private=True)).resume())


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_publishes_its_seed_and_verifies_as_fair(game: str) -> None:
    match = finished(game)
    record = koloda.loads(koloda.dumps(match))
    verified = record.verify()
    assert verified.complete
    assert verified.fairness is Fairness.FAIR
    assert same(match, verified.match)
    assert record.private is None
    assert koloda.dumps(match, private=True) == koloda.dumps(match)
    assert record.result.winners == tuple(match.winners)
    assert same(match, record.resume())


def finished(game: str) -> koloda.Match:
    """A whole match, made short where an option can."""
    short: dict[str, dict[str, Any]] = {
        "rockaway": {"until": "deals", "deals": 2},
        "fifteen": {"deals": 4},
        "ladder_rummy": {"max_deals": 2},
    }
    options = short.get(game, {"max_deals": 2})
    known = {option.name for option in SHELF[game].OPTIONS}
    chosen = {name: value for name, value in options.items() if name in known}
    setup = koloda.game(game, players=SHELF[game].MIN_PLAYERS, **chosen)
    match = koloda.Match(setup, shuffle=Shuffle.from_seed(11, ["c"]))
    random = Random(1)
    while not match.over:
        advance(match, random, 50)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_cards_from_outside_can_be_resumed_too(game: str) -> None:
    source = begun(game, 2, acts=0)
    match = koloda.Match.by_hand(source.game, source.deal.dealer)
    match.next_deal(pack_order=source.deal.pack, cuts=source.deal.carry.get("cuts", ()))
    match.deal.apply(match.deal.legal_actions()[0])
    record = koloda.loads(koloda.dumps(match, private=True))
    assert record.shuffle is None
    assert record.private == PrivatePart(None)
    assert same(match, record.resume())


def test_moves_of_a_turn_are_one_line() -> None:
    match = begun("rockaway", 1, acts=40)
    for deal, part in zip(match.deals, koloda.loads(koloda.dumps(match)).deals, strict=True):
        assert len(part.moves) == len(deal.turns())
        assert sum(line.count(";") + 1 for line in part.moves) == len(deal.moves)


def test_an_option_set_to_its_default_is_kept_as_it_was_read() -> None:
    text = koloda.dumps(begun("rockaway", 0)).replace("options = {}", "options = { target = 120 }")
    assert koloda.dumps(koloda.loads(text)) == text


def test_unknown_keys_of_the_top_level_are_kept() -> None:
    extra = (
        'zeta = 1\nwhen = 2024-02-29T10:00:00+03:00\nat = 10:00:00\n"a b" = { c = [true, inf] }\n'
    )
    text = koloda.dumps(begun("rockaway", 0)).replace("\n[shuffle]", f"{extra}\n[shuffle]", 1)
    record = koloda.loads(text)
    assert list(record.free) == ["zeta", "when", "at", "a b"]
    assert koloda.dumps(record) == text


def test_free_keys_people_know_come_first() -> None:
    text = koloda.dumps(begun("rockaway", 0), free={"zeta": 1, "place": "Омск", "source": "s"})
    assert [line.split(" ")[0] for line in text.splitlines()[5:8]] == ["source", "place", "zeta"]


def test_other_spellings_of_cards_are_read() -> None:
    match = begun("rockaway", 0, acts=0)
    text = koloda.dumps(match, private=True)
    pack = koloda.loads(text).deals[0].pack
    spelled = text[text.index('pack = "') + 8 :].split('"')[0]
    loose = spelled.replace("T", "10").replace("h", "♥").replace("s", "♠️").replace("c", "c ")
    assert koloda.loads(text.replace(spelled, loose)).deals[0].pack == pack


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "партия.koloda.toml"
    match = begun("rockaway", 1)
    koloda.dump(match, path)
    first = path.read_bytes()
    assert first.decode() == koloda.dumps(match)
    advance(match, Random(9), 3)
    with pytest.raises(FileExistsError):
        koloda.dump(match, path)
    assert path.read_bytes() == first

    def broken(*_: object) -> None:
        raise OSError("no power")

    with monkeypatch.context() as patched:
        patched.setattr("os.replace", broken)
        with pytest.raises(OSError, match="no power"):
            koloda.dump(match, path, force=True)
    assert path.read_bytes() == first
    koloda.dump(match, path, force=True)
    assert koloda.load(path) == koloda.loads(koloda.dumps(match))
    assert list(tmp_path.iterdir()) == [path]


def test_a_name_taken_meanwhile_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.koloda.toml"
    path.write_text("mine")
    monkeypatch.setattr(Path, "exists", lambda self: False)
    with pytest.raises(FileExistsError):
        koloda.dump(begun("rockaway", 1), path)
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


def test_a_private_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "x.koloda.toml"
    koloda.dump(begun("rockaway", 1), path, private=True)
    assert path.stat().st_mode & 0o077 == 0


def test_names_that_are_no_text_are_refused(tmp_path: Path) -> None:
    match = koloda.Match(koloda.game("rockaway"), seed=1, names=["\udc80", "b"])
    with pytest.raises(koloda.RecordError, match="not_text"):
        koloda.dump(match, tmp_path / "x.koloda.toml")
    assert list(tmp_path.iterdir()) == []


def test_a_match_without_a_deal_has_no_record() -> None:
    match = koloda.Match.by_hand(koloda.game("rockaway"), 0)
    with pytest.raises(koloda.RecordError, match="no_deals"):
        koloda.dumps(match)
