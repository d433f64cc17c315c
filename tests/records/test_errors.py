"""Every bad input is a RecordError that says what and where."""

from __future__ import annotations

import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import koloda
from koloda import RecordError
from koloda.cards import NO_CARD
from koloda.fair import Shuffle
from koloda.records.book import deal_text
from koloda.records.reader import DEPTH
from koloda.records.record import LIMIT

BOOK = deal_text("rockaway_1")


def shuffled(private: bool = False) -> str:
    """A short match of Fifteen: finished, or private after its first deal."""
    match = koloda.Match(koloda.game("fifteen", deals=2), shuffle=Shuffle.from_seed(5, ["x"]))
    while not match.over:
        if match.deal.over:
            if private:
                break
            match.next_deal()
        match.deal.apply("stand")
    return koloda.dumps(match, private=private)


FAIR = shuffled()
PRIVATE = shuffled(private=True)


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as error:
        koloda.loads(text).verify()
    assert error.value.code in str(error.value)
    return error.value


def altered(text: str, old: str, new: str) -> str:
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


def check(source: str, old: str, new: str, code: str, clause: str = "", /, **params: Any) -> None:
    error = refused(altered(source, old, new))
    assert (error.code, error.clause) == (code, clause)
    assert {name: error.params.get(name) for name in params} == params


# --- text ----------------------------------------------------------------------------------


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.koloda.toml"
    with path.open("wb") as file:
        file.truncate(LIMIT + 1)
    with pytest.raises(RecordError, match="too_big"):
        koloda.load(path)
    with pytest.raises(RecordError, match="too_big"):
        koloda.loads("#" * (LIMIT + 1))


def test_a_file_at_the_limit_is_read() -> None:
    text = altered(BOOK, "koloda = 1\n", "koloda = 1\n#\n")
    text = altered(text, "#", "#" * (LIMIT - len(text) + 1))
    assert len(text) == LIMIT
    assert koloda.loads(text).verify().complete


def test_what_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.koloda.toml"
    path.write_bytes(BOOK.encode().replace(b"Artem", b"\xc0rtem"))
    with pytest.raises(RecordError) as error:
        koloda.load(path)
    assert (error.value.code, error.value.params["line"]) == ("not_text", 5)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        koloda.load(tmp_path / "none")


def test_a_byte_order_mark_and_crlf_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.koloda.toml"
    path.write_bytes(b"\xef\xbb\xbf" + BOOK.replace("\n", "\r\n").encode())
    assert koloda.load(path) == koloda.loads(BOOK)


@pytest.mark.parametrize("line", range(1, len(BOOK.splitlines()) + 1))
def test_a_file_cut_off_names_the_line_where_it_ends(line: int) -> None:
    lines = BOOK.splitlines(keepends=True)[:line]
    text = "".join(lines)
    if "[result]" in text:
        assert koloda.loads(text).game == "rockaway"
        return
    for end in (text, text[:-1]):
        error = refused(end)
        assert error.code == "cut_off"
        assert error.params["line"] == len(end.rstrip("\n").splitlines())


def test_a_line_cut_in_two_is_refused_with_its_line() -> None:
    error = refused(BOOK[: BOOK.index('"2 draw; draw; draw') + 12])
    assert (error.code, error.params["line"]) in (("cut_off", 15), ("toml", 15))


def test_something_after_the_result_is_refused() -> None:
    assert refused(BOOK + "\n[more]\nx = 1\n").code == "result_last"


def test_an_empty_file_is_refused() -> None:
    assert refused("").code == "missing_key"


@pytest.mark.parametrize(
    "text", ["x = ", "= 1", "x = 1\nx = 2", "x = [1 2]", "\0", "x = " + "9" * 5000]
)
def test_what_is_not_toml_is_refused(text: str) -> None:
    assert refused(text).code in ("toml", "cut_off")


def test_the_line_of_a_mistake_is_named() -> None:
    check(BOOK, 'game = "rockaway"', 'game = "rockaway', "toml", line=2)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 100_000,
        "x = " + "{a=" * 100_000,
        ".".join("a" * 500_000) + " = 1",
        "[" + ".".join('"a"' for _ in range(100_000)) + "]",
        "x = {" + ".".join("a" * 500_000) + " = 1}",
    ],
)
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    assert refused(text).code == "nesting"
    assert time.process_time() - start < 5


def test_free_keys_are_nested_only_so_deep() -> None:
    deep = "x = " + "[" * (DEPTH + 2) + "]" * (DEPTH + 2) + "\n"
    check(BOOK, "source", deep + "source", "nesting", key="x")
    fine = "x = " + "[" * DEPTH + "]" * DEPTH + "\n"
    assert koloda.loads(altered(BOOK, "source", fine + "source")).verify().complete


def test_many_points_in_a_string_are_no_nesting() -> None:
    text = altered(BOOK, 'source = "', 'source = "' + "a.b." * 100)
    assert koloda.loads(text).verify().complete


# --- keys and types ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "code", "params"),
    [
        ("koloda = 1", "koloda = 2", "version", {"version": 2, "known": 1}),
        ("koloda = 1", 'koloda = "1"', "type", {"key": "koloda"}),
        ("koloda = 1", "koloda = true", "type", {"key": "koloda"}),
        ("koloda = 1\n", "", "missing_key", {"key": "koloda"}),
        ('game = "rockaway"', 'game = "whist"', "unknown_game", {"name": "whist"}),
        ('game = "rockaway"', "game = 3", "type", {"key": "game"}),
        ('game = "rockaway"\n', "", "missing_key", {"key": "game"}),
        ("rules = 1", "rules = 2", "rules_version", {"version": 2, "known": 1}),
        ("rules = 1\n", "", "missing_key", {"key": "rules"}),
        ("pack = 36 }", "pack = 37 }", "option_value", {"name": "pack", "value": "37"}),
        ("pack = 36 }", 'pack = "36" }', "option_value", {"name": "pack"}),
        ("pack = 36 }", "pack = [36] }", "option_value", {"name": "pack"}),
        ("pack = 36 }", "packet = 36 }", "unknown_option", {"name": "packet"}),
        ("pack = 36 }", "players = 4 }", "unknown_option", {"name": "players"}),
        ("{ pack = 36 }", "36", "type", {"key": "options"}),
        ('"Artem", ', "", "dealer", {"deal": 1, "given": 3, "seats": 3}),
        ('["Artem", "Vladimir", "Evgeny", "Roman"]', '["A"]', "players", {"players": 1}),
        ('["Artem", "Vladimir", "Evgeny", "Roman"]', "4", "type", {"key": "players"}),
        ('"Artem"', "1", "type", {"key": "players[0]"}),
        ("[[deals]]", "[deals]", "type", {"key": "deals"}),
        ("dealer = 3", "dealer = 4", "dealer", {"deal": 1, "given": 4, "seats": 4}),
        ("dealer = 3", "dealer = -1", "dealer", {"deal": 1, "given": -1}),
        ("dealer = 3", 'dealer = "3"', "type", {"key": "deals[0].dealer"}),
        ("dealer = 3", "dealer = 3.0", "type", {"key": "deals[0].dealer"}),
        ("dealer = 3\n", "", "missing_key", {"key": "deals[0].dealer"}),
        ("dealer = 3", "dealer = 3\nmove = []", "unknown_key", {"key": "deals[0].move"}),
        ('pack = "', 'pack = "Zz', "card", {"key": "deals[0].pack", "text": "Zz", "place": 1}),
        ("scores = [7, 25, 24, 0]", "scores = 7", "type", {"key": "deals[0].scores"}),
        ("scores = [7, ", 'scores = ["7", ', "type", {"key": "deals[0].scores[0]"}),
        ("totals = [7, 25", "totals = [7.0, 25", "type", {"key": "result.totals[0]"}),
        ("winners = []", "winner = []", "unknown_key", {"key": "result.winner"}),
        ("winners = []", "settlement = [1.5]", "type", {"key": "result.settlement[0]"}),
        ("winners = []", 'settlement = ["1/0"]', "type", {"key": "result.settlement[0]"}),
        ("source", "big = 9223372036854775808\nsource", "type", {"key": "big"}),
    ],
)
def test_keys_and_types(old: str, new: str, code: str, params: dict[str, Any]) -> None:
    error = refused(altered(BOOK, old, new))
    assert error.code == code
    assert {name: error.params.get(name) for name in params} == params


def test_a_record_without_deals_is_refused() -> None:
    start, end = BOOK.index("[[deals]]"), BOOK.index("[result]")
    assert refused(BOOK[:start] + BOOK[end:]).code == "no_deals"


def test_with_options_refuses_unknown_options() -> None:
    with pytest.raises(koloda.OptionError, match="unknown_option"):
        koloda.loads(BOOK).with_options(drew="strict")


# --- packs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('pack = "6h', 'pack = "6s', "too_many"),
        ('pack = "6h', 'pack = "2h', "not_in_pack"),
        ('pack = "6h', 'pack = "X1', "not_in_pack"),
        ('pack = "6h', 'pack = "', "missing"),
        ("????????", "??????????", "too_long"),
        ("????????", "QdTcThTsTs", "too_many"),
        ("????????", "QdTcTh", "missing"),
    ],
)
def test_packs_that_are_not_the_pack(old: str, new: str, problem: str) -> None:
    check(BOOK, old, new, "pack", deal=1, problem=problem)


def test_cards_missing_from_a_complete_pack_are_named() -> None:
    check(BOOK, "????????", "QdTcTh", "pack", card="Ts")


def test_cuts_where_nothing_is_cut_are_refused() -> None:
    check(BOOK, "dealer = 3", 'dealer = 3\ncuts = ["9d"]', "cuts", deal=1, problem="not_cut")


# --- moves ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "clause", "refusal", "where"),
    [
        ('"1 6s"', '"1 Jc"', "R-7", "no_match", {"turn": 2, "go": 1, "seat": 1, "text": "Jc"}),
        ('"1 6s"', '"1 9s"', "", "hand", {"turn": 2, "seat": 1}),
        ('"1 6s"', '"1 6S"', "", "syntax", {"turn": 2, "text": "6S"}),
        ('"1 6s"', '"1 6s;"', "", "turn", {"turn": 2}),
        ('"1 6s"', '"1 6s; Qs"', "", "turn", {"turn": 2, "text": "Qs"}),
        ('"1 6s"', '"2 6s"', "", "turn", {"turn": 2, "go": 1, "seat": 2}),
        ('"3 9s"', '"3 9s; draw"', "", "over", {"turn": 24, "go": 6}),
        ('"3 9s",\n', '"3 9s",\n  "0 7c",\n', "", "over", {"turn": 25, "go": 7}),
        ('"0 Ks"', '"0 pass"', "R-9", "pass_with_stock", {"turn": 5, "go": 2, "seat": 0}),
    ],
)
def test_a_wrong_move(old: str, new: str, clause: str, refusal: str, where: dict[str, Any]) -> None:
    check(BOOK, old, new, "move", clause, refusal=refusal, deal=1, **where)


def test_a_wrong_move_says_what_would_have_been_legal() -> None:
    check(
        BOOK, '"0 Ks"', '"0 7c"', "move", "R-7", legal=["Ks"], because={"card": "7c", "top": "Js"}
    )


@pytest.mark.parametrize("line", ["", "x", "0", "0 ", "6h", "-1 6h", "٣ 6h", "0" * 9 + " 6h", " "])
def test_lines_that_are_no_turn(line: str) -> None:
    check(BOOK, '"0 6h"', f'"{line}"', "line", deal=1, turn=1, go=1)


def test_a_seat_that_is_not_at_the_table() -> None:
    check(BOOK, '"0 6h"', '"4 6h"', "line", turn=1, seats=4)


def test_a_turn_on_two_lines_is_refused() -> None:
    check(BOOK, '"1 draw; Ah"', '"1 draw",\n  "1 Ah"', "turn_unfinished", turn=14, seat=1)


def test_a_long_text_is_shown_short() -> None:
    error = refused(altered(BOOK, '"1 6s"', f'"1 {"z" * 100_000}"'))
    assert len(str(error)) < 2_000


# --- deals, scores, result -----------------------------------------------------------------


def test_wrong_scores_and_totals() -> None:
    right = [7, 25, 24, 0]
    check(BOOK, "scores = [7,", "scores = [8,", "scores", deal=1, given=[8, 25, 24, 0], right=right)
    check(BOOK, "scores = [7, 25, 24, 0]", "scores = [7]", "scores", given=[7])
    check(BOOK, "totals = [7,", "totals = [8,", "totals", given=[8, 25, 24, 0], right=right)
    check(BOOK, "winners = []", "winners = [3]", "winners", given=[3], right=[])
    check(BOOK, "winners = []", "settlement = [1, 2]", "settlement", given=[1, 2], right=[])


def test_scores_of_an_unfinished_deal() -> None:
    check(BOOK, '  "3 9s",\n', "", "scores", deal=1, right=[])


def test_claims_that_are_missing_are_not_missed() -> None:
    text = BOOK.replace("scores = [7, 25, 24, 0]\n", "")
    text = text.replace("totals = [7, 25, 24, 0]\nwinners = []\n", "")
    assert koloda.loads(text).verify().complete


def second_deal(dealer: int) -> str:
    deal = BOOK[BOOK.index("[[deals]]") : BOOK.index("[result]")]
    return altered(BOOK, "[result]", altered(deal, "dealer = 3", f"dealer = {dealer}") + "[result]")


def test_r4_the_next_dealer_is_checked() -> None:
    error = refused(second_deal(1))
    assert (error.code, error.params) == ("dealer", {"deal": 2, "given": 1, "right": 0})


def test_another_deal_before_the_first_is_over() -> None:
    check(second_deal(0), '  "3 9s",\n', "", "deal_unfinished", deal=1)


def test_r13_another_deal_after_the_end() -> None:
    check(second_deal(0), "pack = 36 }", "pack = 36, target = 20 }", "match_over", deal=2)


@pytest.mark.parametrize(
    "rows",
    [
        '[["6h", "7c", "8c", "9c"]]',  # seat 0, not 3
        '[["9h", "7c", "8c", "6c"], ["9h"]]',  # somebody draws on
        '[["9h", "7c", "8c"]]',
        '[["9h", "7c", "6h", "6c"]]',  # not settled
        '[["9h", "9h", "8c", "6c"]]',  # one card twice
        '[["2h", "7c", "8c", "X1"]]',  # not in this pack
    ],
)
def test_r4_wrong_draws_for_dealer(rows: str) -> None:
    check(BOOK, "\n[[deals]]", f"dealer_draws = {rows}\n\n[[deals]]", "dealer_draws")


def test_r4_right_draws_for_dealer() -> None:
    rows = '[["7h", "7c", "6h", "6c"], ["8h", "7d"]]'
    text = altered(BOOK, "\n[[deals]]", f"dealer_draws = {rows}\n\n[[deals]]")
    assert koloda.loads(text).verify().complete
    assert koloda.dumps(koloda.loads(text)) == text


# --- shuffles ------------------------------------------------------------------------------


def hexes(text: str, key: str) -> str:
    return text.split(f'{key} = "')[1].split('"')[0]


def test_another_server_seed_is_not_the_promised_one() -> None:
    check(FAIR, hexes(FAIR, "server_seed"), "0" * 64, "commit")
    check(FAIR, hexes(FAIR, "commit"), "0" * 64, "commit", promised="0" * 64)


@pytest.mark.parametrize("bad", ["0" * 63, "G" * 64, "0" * 66])
def test_seeds_are_64_hex_digits(bad: str) -> None:
    check(FAIR, hexes(FAIR, "server_seed"), bad, "type", key="shuffle.server_seed")
    check(FAIR, hexes(FAIR, "commit"), bad, "type", key="shuffle.commit")


def test_other_client_seeds_deal_other_cards() -> None:
    check(FAIR, 'client_seeds = ["x"]', 'client_seeds = ["y"]', "dealer_draws", from_seed=True)


def test_a_pack_that_does_not_follow_from_the_seed() -> None:
    pack = koloda.loads(FAIR).deals[0].pack
    spelled = hexes(FAIR, "pack")
    swapped = spelled[:-4] + spelled[-2:] + spelled[-4:-2]
    assert len(spelled) == 2 * len(pack)
    place = len(pack) - 1
    check(FAIR, spelled, swapped, "pack", deal=1, problem="not_from_seed", place=place)


def test_draws_that_do_not_follow_from_the_seed() -> None:
    rows = FAIR.split("dealer_draws = ")[1].split("\n")[0]
    check(FAIR, f"dealer_draws = {rows}\n", "", "dealer_draws", from_seed=True)
    check(FAIR, rows, rows[1:-1].join(["[", f", {rows[1:-1]}]"]), "dealer_draws", from_seed=True)


def test_f8_a_later_pack_is_the_rest_of_the_first() -> None:
    text = FAIR.replace(f'server_seed = "{hexes(FAIR, "server_seed")}"\n', "")
    assert koloda.loads(text).verify().complete
    spelled = text.split('pack = "')[2].split('"')[0]
    swapped = spelled[:-4] + spelled[-2:] + spelled[-4:-2]
    check(
        text, f'pack = "{spelled}"', f'pack = "{swapped}"', "pack", deal=2, problem="not_the_rest"
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("hmac-sha256/1", "dice/1", "unknown_method"),
        ("client_seeds", "client_seed", "unknown_key"),
        ('method = "hmac-sha256/1"\n', "", "missing_key"),
    ],
)
def test_the_shuffle_table(old: str, new: str, code: str) -> None:
    check(FAIR, old, new, code)


def test_private_needs_the_seed_and_whole_packs() -> None:
    assert koloda.loads(PRIVATE).resume().deal.over
    seed = f'server_seed = "{hexes(PRIVATE, "server_seed")}"\n'
    check(PRIVATE, seed, "", "private_seed")
    check(PRIVATE, hexes(PRIVATE, "server_seed"), "0" * 64, "commit")
    check(PRIVATE, hexes(PRIVATE, "pack")[-4:], "????", "private_unknown", deal=1)
    check(PRIVATE, seed, seed + "x = 1\n", "unknown_key", key="private.x")


# --- unknown cards -------------------------------------------------------------------------


def unknown(*names: str) -> koloda.Record:
    """The first Rockaway deal of the book with some cards unknown."""
    pack = hexes(BOOK, "pack")
    hidden = "".join(
        "??" if pack[i : i + 2] in names else pack[i : i + 2] for i in range(0, len(pack), 2)
    )
    return koloda.loads(altered(BOOK, pack, hidden))


def spot(record: koloda.Record) -> tuple[int, int] | None:
    up_to = record.verify().up_to
    return None if up_to is None else (up_to.deal, up_to.turn)


def test_unknown_cards_nobody_draws_don_t_matter() -> None:
    assert unknown("7d").deals[0].pack.count(NO_CARD) == 5
    assert spot(koloda.loads(BOOK)) is None


def test_an_unknown_card_that_is_drawn_stops_the_check_before_it_matters() -> None:
    # 7d is drawn as the last card of turn 22, then played
    assert spot(unknown("7d")) == (1, 21)


def test_unknown_cards_of_one_hand_stop_the_check_at_its_first_turn() -> None:
    assert spot(unknown("Js", "Kc", "Jd")) == (1, 3)  # Roman plays in turn 4
    assert spot(unknown("6h")) == (1, 0)


def test_an_unknown_starter_stops_the_check_at_once() -> None:
    assert spot(unknown("Qh")) == (1, 0)


def test_what_is_known_is_still_checked() -> None:
    record = unknown("Js", "Kc", "Jd")
    text = altered(koloda.dumps(record), '"1 6s"', '"1 Jc"')
    check(text, "source", "source", "move", "R-7", turn=2)


def test_claims_behind_unknown_cards_are_not_checked() -> None:
    text = altered(koloda.dumps(unknown("Js", "Kc", "Jd")), "scores = [7,", "scores = [8,")
    assert not koloda.loads(text).verify().complete


@pytest.mark.parametrize(
    ("line", "refusal"),
    [('"3 Qd"', ""), ('"3 8c"', "hand"), ('"2 Qs"', "turn"), ('"3 JS"', "syntax")],
)
def test_what_can_t_be_is_wrong_whatever_the_unknown_cards_are(line: str, refusal: str) -> None:
    text = altered(koloda.dumps(unknown("Js", "Kc", "Jd")), '"3 Js"', line)
    if refusal:
        check(text, "source", "source", "move", refusal=refusal, turn=4)
    else:
        assert not koloda.loads(text).verify().complete  # he may have held the Qd


def test_one_unknown_card_is_the_one_left_over() -> None:
    text = altered(BOOK, "????????", "QdTcTh??")
    pack = hexes(text, "pack")
    text = altered(text, pack, pack.replace("??", "Ts").replace("6h", "??"))
    verified = koloda.loads(text).verify()
    assert verified.complete
    assert verified.match.totals == [7, 25, 24, 0]


def test_cards_left_in_a_hand_unknown_keep_the_scores_from_being_checked() -> None:
    # 7c stays in the hand of seat 0 from the start, so that even its first turn can't be checked
    assert spot(unknown("7c")) == (1, 0)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"0 6h"', '"0 ??"', "move"),
        ("\n[[deals]]", 'dealer_draws = [["??", "7c", "8c", "6c"]]\n\n[[deals]]', "card"),
        ("dealer = 3", 'dealer = 3\ncuts = ["??"]', "card"),
    ],
)
def test_unknown_cards_stand_only_in_packs(old: str, new: str, code: str) -> None:
    check(BOOK, old, new, code)


# --- anything ------------------------------------------------------------------------------

SCRAPS = ["??", "X1", "As=s", "draw", "stop", "-1", "99", '"', "[", "; ", "2c", "1e9", "true", ""]


@pytest.mark.parametrize("seed", range(150))
def test_whatever_is_done_to_a_record_it_is_right_or_a_record_error(seed: int) -> None:
    random = Random(seed)
    text = random.choice([BOOK, FAIR, PRIVATE])
    for _ in range(random.randint(1, 3)):
        words = list(re.finditer(r"[A-Za-z0-9?]+", text))
        word = random.choice(words)
        text = text[: word.start()] + random.choice(SCRAPS) + text[word.end() :]
        lines = text.split("\n")
        if random.random() < 0.3:
            lines.insert(random.randrange(len(lines)), lines.pop(random.randrange(len(lines))))
        text = "\n".join(lines)
    try:
        deals = koloda.loads(text).verify().match.deals
    except RecordError:
        return
    assert deals
