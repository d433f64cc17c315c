"""Ladder Rummy, clause by clause: L-1 .. L-21 of docs/rules/ladder_rummy.en.md."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from koloda.cards import NAMES, NO_CARD, mask, members, parse_card, spell_card, spell_cards
from koloda.deal import Deal, Game
from koloda.match import Match
from koloda.options import OptionError, resolve
from koloda.rules import ladder_rummy
from koloda.rules.contract import Refused
from koloda.rules.ladder_rummy import State
from koloda.rules.melds import low_of
from koloda.testing import check_game, every_setup, small

PACK = list(NAMES[:52])


def set_up(players: int = 2, preset: str | None = None, **options: Any) -> Game:
    return Game(ladder_rummy, players, resolve(ladder_rummy, options, preset))


def cards(text: str) -> list[int]:
    return [parse_card(name) for name in text.split()]


def truth(deal: Deal) -> State:
    assert isinstance(deal.state, State)
    return deal.state


def at(
    *hands: str,
    ladder: str = "2c",
    stock: str = "3c 3d",
    melds: Sequence[tuple[int, str]] = (),
    drawn: bool = True,
    **options: Any,
) -> Deal:
    """A deal in which seat 0 is on turn (and has drawn from the stock, unless told otherwise),
    with a pack of just the cards named; ladder bottom first."""
    game = set_up(len(hands), **options)
    deal = game.deal(dealer=0)
    s = truth(deal)
    laid = [cards(text) for _, text in melds]
    held = [cards(text) for text in hands]
    rest = cards(stock)
    gone = [card for some in [*held, *laid, cards(ladder)] for card in some]
    s.size = len(gone) + len(rest)
    assert len({*gone, *rest}) == s.size
    s.next = len(gone)
    s.pack[:] = [NO_CARD] * s.next + rest + [NO_CARD] * (52 - s.size)
    s.hand[: len(hands)] = [mask(some) for some in held]
    s.n_ladder = len(cards(ladder))
    s.ladder[:] = cards(ladder) + [NO_CARD] * (52 - s.n_ladder)
    for i, (seat, _) in enumerate(melds):
        s.meld[i], s.low[i], s.owner[i] = mask(laid[i]), low_of(mask(laid[i])), seat
    s.n_melds = len(melds)
    s.actor, s.drawn = 0, int(drawn)
    return Deal(game, s, tuple(gone + rest), {}, [0] * len(hands))


def play(deal: Deal, *texts: str) -> Deal:
    for text in texts:
        deal.apply(text)
    return deal


def legal(deal: Deal, word: str = "") -> set[str]:
    texts = {str(action) for action in deal.legal_actions()}
    return {text for text in texts if text.startswith(word)}


def refused(deal: Deal, text: str) -> tuple[str, str]:
    before = deal.state.to_json()
    with pytest.raises(Refused) as caught:
        deal.apply(text)
    assert deal.state.to_json() == before
    assert text not in legal(deal)
    return caught.value.code, caught.value.clause


def hand(deal: Deal, seat: int) -> set[str]:
    return {spell_card(card) for card in members(truth(deal).hand[seat])}


def ladder(deal: Deal) -> str:
    return " ".join(deal.observe(None)["ladder"])


def points(deal: Deal) -> list[int]:
    found: list[int] = deal.observe(None)["points"]
    return found


def table(deal: Deal, number: int) -> str:
    return " ".join(deal.observe(None)["melds"][number - 1]["cards"])


def items(deal: Deal, seat: int) -> list[tuple[str, int, str]]:
    told = ladder_rummy.explain(truth(deal), seat)
    return [(item.reason, item.points, " ".join(item.cards)) for item in told]


# --- set-up ----------------------------------------------------------------------------------


def test_l1_two_to_six_players_and_a_pack_of_52() -> None:
    assert (ladder_rummy.MIN_PLAYERS, ladder_rummy.MAX_PLAYERS) == (2, 6)
    assert sorted(spell_cards(set_up().cards())) == sorted(PACK)


def test_l2_the_ace_joins_the_king_and_the_two() -> None:
    deal = at("Qs Ks As 2s 3s 9d", "4c")
    texts = legal(deal, "meld")
    assert {"meld Qs Ks As", "meld Ks As 2s", "meld As 2s 3s", "meld Qs Ks As 2s 3s"} <= texts


def test_l3_the_lowest_card_deals_and_the_ace_is_low() -> None:
    draw = ladder_rummy.first_dealer
    assert draw(3, [cards("Kh Ac 2d")]) == [1]
    assert draw(3, [cards("2h 5c 2d")]) == [0, 2]
    assert draw(3, [cards("2h 5c 2d"), cards("3h As")]) == [2]
    assert draw(2, []) == [0, 1]


def test_l3_the_next_seat_deals() -> None:
    match = Match(set_up(3), seed=4)
    dealers = []
    for _ in range(4):
        dealers.append(int(match.deal.dealer))
        play_out(match.deal, Random(1))
        if match.over:
            break
        match.next_deal()
    assert len(dealers) > 1
    assert all((a + 1) % 3 == b for a, b in pairwise(dealers))


@pytest.mark.parametrize(("players", "size"), [(2, 13), (3, 10), (4, 7), (5, 7), (6, 7)])
def test_l4_threes_then_ones_from_eldest_then_the_ladder(players: int, size: int) -> None:
    deal = set_up(players).deal(pack_order="".join(PACK), dealer=1)
    eldest = 2 % players
    for p in range(players):
        place = (p - eldest) % players
        got = []
        for k in range(size // 3):
            at_once = (k * players + place) * 3
            got += PACK[at_once : at_once + 3]
        got.append(PACK[players * (size - 1) + place])
        assert hand(deal, p) == set(got)
    assert ladder(deal) == PACK[players * size]
    assert deal.observe(0)["stock"] == 52 - players * size - 1
    assert deal.observe(None)["counts"] == [size] * players


@pytest.mark.parametrize(("first", "seat"), [("dealer", 1), ("eldest", 2)])
def test_l5_who_plays_first(first: str, seat: int) -> None:
    deal = set_up(4, first=first).deal(dealer=1)
    assert deal.actor == seat
    play(deal, "stock", sorted(legal(play(deal.copy(), "stock"), "discard"))[0])
    assert deal.actor == (seat + 1) % 4


# --- drawing ---------------------------------------------------------------------------------


def test_l6_the_stock_gives_its_top_card() -> None:
    deal = play(at("Kd", "4c", stock="5h 6h", drawn=False), "stock")
    assert hand(deal, 0) == {"Kd", "5h"}
    assert deal.events(0)[-1] == {"seat": 0, "event": "stock", "card": "5h"}
    unseen = {"seat": 0, "event": "stock", "card": "??"}
    assert deal.events(1)[-1] == deal.events(None)[-1] == unseen


def test_l6_a_take_brings_every_card_above() -> None:
    """The book's example."""
    lies = "4s Qc 9c 5h 6d 8s Jh"
    deal = at("Kd", "4c", ladder=lies, drawn=False)
    assert legal(deal, "take") == {f"take {card}" for card in lies.split()}
    play(deal, "take 9c")
    assert hand(deal, 0) == {"Kd", "Jh", "8s", "6d", "5h", "9c"}
    assert ladder(deal) == "4s Qc"
    assert deal.events(1)[-1]["cards"] == ["Jh", "8s", "6d", "5h", "9c"]
    assert set(deal.observe(1)["known"][0]) == {"Jh", "8s", "6d", "5h", "9c"}


def test_l6_the_whole_ladder_may_be_taken() -> None:
    deal = play(at("Kd", "4c", ladder="4s Qc 9c", drawn=False), "take 4s")
    assert ladder(deal) == ""
    assert hand(deal, 0) == {"Kd", "4s", "Qc", "9c"}


def test_l6_never_from_both_and_only_what_lies_there() -> None:
    deal = at("Kd", "4c", ladder="4s Qc", drawn=False)
    assert refused(deal, "take Kd") == ("not_in_ladder", "L-6")
    assert refused(deal, "take X1") == ("not_in_ladder", "L-6")
    for text, other in (("stock", "take Qc"), ("take 4s", "stock"), ("stock", "stock")):
        assert refused(play(deal.copy(), text), other) == ("drawn_already", "L-6")
    assert refused(play(deal.copy(), "stock"), "decline") == ("drawn_already", "L-6")


USES = [  # hand, ladder, melds, a card, whether it can be used
    ("7c 7d Kh", "7s 2h", [], "7s", True),  # in a set
    ("8s 9s Kh", "7s 2h", [], "7s", True),  # in a sequence
    ("9s Kh", "7s 8s", [], "7s", True),  # with what came along
    ("Kh Qh", "7s 2h", [], "7s", False),
    ("Kh Qh", "7s 2h", [(1, "7c 7d 7h")], "7s", True),  # on a set
    ("Kh Qh", "7s 2h", [(1, "8s 9s Ts")], "7s", True),  # at an end
    ("Kh 8s", "7s 2h", [(1, "9s Ts Js")], "7s", True),  # with the card between
    ("Kh 9s", "7s 2h", [(1, "Ts Js Qs")], "7s", False),  # a card between is missing
    ("Kh As", "2s 2h", [(1, "Js Qs Ks")], "2s", True),  # round the corner
]


@pytest.mark.parametrize(("held", "lies", "melds", "card", "usable"), USES)
def test_l7_deep_takes_must_be_usable(
    held: str, lies: str, melds: list[tuple[int, str]], card: str, usable: bool
) -> None:
    deal = at(held, "4c", ladder=lies, melds=melds, drawn=False, must_use="deep")
    top = lies.split()[-1]
    assert f"take {top}" in legal(deal)  # a single card: no duty
    if not usable:
        assert refused(deal, f"take {card}") == ("no_use", "L-7")
        return
    play(deal, f"take {card}")
    assert deal.observe(1)["due"] == card
    assert not legal(deal, "discard")
    assert refused(deal, f"discard {top}") == ("use_first", "L-7")
    while "due" in deal.observe(1):
        deal.apply(deal.legal_actions()[0])
    assert card not in hand(deal, 0)
    assert legal(deal, "discard") or deal.over


def test_l7_never_is_the_default_and_asks_nothing() -> None:
    deal = at("Kh Qh", "4c", ladder="7s 2h", drawn=False)
    play(deal, "take 7s")
    assert "due" not in deal.observe(0)
    assert "discard 7s" in legal(deal)


def test_l7_always_asks_it_of_a_single_card_too() -> None:
    for held, usable in (("Kh Qh", False), ("2c 2d Kh", True)):
        deal = at(held, "4c", ladder="7s 2h", drawn=False, must_use="always")
        assert ("take 2h" in legal(deal)) == usable
    assert refused(at("Kh", "4c", drawn=False, must_use="always"), "take 2c") == ("no_use", "L-7")


def test_l7_no_act_may_make_the_use_impossible() -> None:
    """Both sevens are needed for the 7s; the kings may be laid first."""
    held = "7c 7d 8d 9d Kc Kd Ks 2d"
    deal = at(held, "4c", ladder="7s 2h", drawn=False, must_use="deep")
    play(deal, "take 7s")
    assert refused(deal, "meld 7d 8d 9d") == ("blocks_use", "L-7")
    assert legal(deal) == {"meld Kc Kd Ks", "meld 7c 7d 7s"}
    play(deal, "meld Kc Kd Ks")
    assert refused(deal, "discard 2h") == ("use_first", "L-7")
    play(deal, "meld 7c 7d 7s", "discard 2h")
    assert deal.actor == 1


def test_l7_no_lay_off_may_make_the_use_impossible() -> None:
    melds = [(1, "8d 9d Td")]
    deal = at("7c 7d Kh", "4c", ladder="7s 2h", melds=melds, must_use="deep", drawn=False)
    play(deal, "take 7s")
    assert refused(deal, "add 7d to 1") == ("blocks_use", "L-7")
    assert legal(deal) == {"meld 7c 7d 7s"}


def test_l7_who_may_not_add_yet_needs_a_meld_first() -> None:
    def deal_with(held: str) -> Deal:
        melds = [(1, "8s 9s Ts")]
        options: dict[str, Any] = {"must_use": "deep", "layoff_needs_meld": True}
        return at(held, "4c", ladder="7s 2h", melds=melds, drawn=False, **options)

    deal = deal_with("Kh Qh")
    assert refused(deal, "take 7s") == ("no_use", "L-7")
    deal = deal_with("Kc Kd Kh Qh")
    play(deal, "take 7s")
    assert refused(deal, "add 7s to 1") == ("needs_meld", "L-9")
    assert legal(deal) == {"meld Kc Kd Kh"}
    play(deal, "meld Kc Kd Kh", "add 7s to 1", "discard 2h")


def test_l8_a_single_card_taken_is_not_discarded_at_once() -> None:
    deal = play(at("Kh Qh", "4c", ladder="7s 2h", drawn=False), "take 2h")
    assert refused(deal, "discard 2h") == ("null_turn", "L-8")
    assert legal(deal, "discard") == {"discard Kh", "discard Qh"}
    two = play(at("Kh Qh", "4c", ladder="7s 2h", drawn=False), "take 7s")
    assert {"discard 7s", "discard 2h"} <= legal(two)
    play(deal, "discard Kh", "stock", "discard 4c", "stock")
    assert "discard 2h" in legal(deal)  # a later turn


def test_l8_unless_it_is_the_only_card_left() -> None:
    deal = at("Kh", "4c", ladder="7s 2h", melds=[(1, "Kc Kd Ks")], drawn=False)
    play(deal, "take 2h", "add Kh to 1")
    assert legal(deal) == {"discard 2h"}
    play(deal, "discard 2h")
    assert deal.over


# --- laying and discarding ---------------------------------------------------------------------


def test_l9_draw_before_anything_else() -> None:
    deal = at("7c 7d 7h Kh", "4c", melds=[(1, "Qh Jh Th")], drawn=False)
    for text in ("meld 7c 7d 7h", "add Kh to 1", "discard Kh"):
        assert refused(deal, text) == ("draw_first", "L-9")
    assert refused(deal, "discard 4c")[0] == "hand"  # holding comes first


def test_l9_melds_and_lay_offs_in_any_order_and_number() -> None:
    melds = [(1, "Th Jh Qh"), (0, "4c 4d 4h")]
    deal = at("7c 7d 7h Kh 4s 9h Qd", "5c", melds=melds)
    play(deal, "add Kh to 1", "meld 7c 7d 7h", "add 4s to 2", "add 9h to 1")
    assert deal.events(1)[-4:] == [
        {"seat": 0, "event": "add", "card": "Kh", "number": 1, "points": 10},
        {"seat": 0, "event": "meld", "cards": ["7c", "7d", "7h"], "number": 3, "points": 21},
        {"seat": 0, "event": "add", "card": "4s", "number": 2, "points": 4},
        {"seat": 0, "event": "add", "card": "9h", "number": 1, "points": 9},
    ]
    assert table(deal, 1) == "9h Th Jh Qh Kh"
    assert table(deal, 3) == "7c 7d 7h"
    assert deal.observe(1)["melds"][2] == {
        "number": 3, "seat": 0, "kind": "set", "cards": ["7c", "7d", "7h"],
    }  # fmt: skip


def test_l9_layoff_needs_meld() -> None:
    melds = [(1, "Th Jh Qh")]
    assert "add Kh to 1" in legal(at("7c 7d 7h Kh 2h", "5c", melds=melds))
    deal = at("7c 7d 7h Kh 2h", "5c", melds=melds, layoff_needs_meld=True)
    assert refused(deal, "add Kh to 1") == ("needs_meld", "L-9")
    play(deal, "meld 7c 7d 7h", "add Kh to 1")


def test_l10_the_discard_goes_on_top_and_ends_the_turn() -> None:
    deal = at("Kh Qh 5d", "4c", ladder="7s 2h")
    play(deal, "discard Qh")
    assert ladder(deal) == "7s 2h Qh"
    assert deal.actor == 1
    assert deal.state.turn == 1


def test_l10_nothing_else_ends_a_turn() -> None:
    deal = at("7c 7d 7h Kh", "4c")
    play(deal, "meld 7c 7d 7h")
    assert deal.actor == 0
    assert legal(deal) == {"discard Kh"}
    assert deal.state.turn == 0


HAND = "7c 7d 7h 7s 8s 9s Js Qs Ks As 2s 8h 9d"
MELDS = {
    "meld 7c 7d 7h": None,
    "meld 7h 7s 7c 7d": None,  # any order is read
    "meld 9s 7s 8s": None,
    "meld 2s Ks As Qs Js": None,
    "meld 7c 7d": ("meld_short", "L-11"),
    "meld 7s 8s": ("meld_short", "L-12"),
    "meld 7s": ("meld_short", "L-12"),
    "meld 7s 8s 9d": ("meld_mixed", "L-12"),  # a wrong suit
    "meld 7s 8h 9s": ("meld_mixed", "L-12"),
    "meld 7c 7d 8h": ("meld_mixed", "L-11"),
    "meld 7c 7d 7h 7s 8s": ("meld_mixed", "L-11"),  # five are too many
    "meld 7s 8s Js": ("meld_gap", "L-12"),
    "meld 9s Js Qs": ("meld_gap", "L-12"),
    "meld 7c 7c 7d": ("hand", ""),  # named twice
    "meld 7c 7d 4c": ("hand", ""),  # not held
    "meld 7c 7d X1": ("hand", ""),
    "meld": ("syntax", ""),
    "meld ??": ("syntax", ""),
    "meld 7c 7d ten": ("syntax", ""),
}


@pytest.mark.parametrize(("text", "reason"), MELDS.items())
def test_l11_l12_what_is_a_meld(text: str, reason: tuple[str, str] | None) -> None:
    deal = at(HAND, "4c")
    if reason is None:
        spelled = str(deal.apply(text))
        assert sorted(spelled.split()) == sorted(text.split())
    else:
        assert refused(deal, text) == reason


def test_l11_sets_are_written_in_suit_order() -> None:
    assert str(at(HAND, "4c").apply("meld 7s 7h 7c")) == "meld 7c 7h 7s"


def test_l12_sequences_are_written_upwards_round_the_corner() -> None:
    assert str(at(HAND, "4c").apply("meld 2s As Qs Ks")) == "meld Qs Ks As 2s"


def test_l12_the_corner_can_be_forbidden() -> None:
    deal = at("Js Qs Ks As 2s 3s 9d", "4c", corner=False)
    assert legal(deal, "meld") == {
        "meld Js Qs Ks", "meld Js Qs Ks As", "meld Qs Ks As", "meld As 2s 3s",
    }  # fmt: skip
    assert refused(deal, "meld Ks As 2s") == ("meld_corner", "L-12")
    high = at("2s Ts 4h", "4c", melds=[(1, "Js Qs Ks As")], corner=False)
    assert legal(high, "add") == {"add Ts to 1"}
    low = at("4s Ks 4h", "4c", melds=[(1, "As 2s 3s")], corner=False)
    assert legal(low, "add") == {"add 4s to 1"}


def test_l12_thirteen_at_once_are_two_to_ace() -> None:
    suit = " ".join(f"{rank}h" for rank in "23456789TJQKA")
    for corner in (True, False):
        deal = at(suit + " 9d", "4c", corner=corner)
        full = [text for text in legal(deal) if len(text.split()) == 14]
        assert full == [f"meld {suit}"]
        play(deal, full[0])
        assert points(deal)[0] == 54 + 30 + 10  # the ace on top
        assert not legal(deal, "add")


def test_l13_what_fits() -> None:
    melds = [(1, "7c 7d 7h"), (1, "7s 8s 9s"), (0, "Kc Kd Kh Ks")]
    deal = at("6s Ts Js 6h Ac 3h", "4c", melds=melds)
    assert legal(deal, "add") == {"add 6s to 2", "add Ts to 2"}
    assert refused(deal, "add Js to 2") == ("no_fit", "L-13")
    assert refused(deal, "add 6h to 2") == ("no_fit", "L-13")
    assert refused(deal, "add Ac to 3") == ("meld_full", "L-13")
    assert refused(deal, "add 6s to 4") == ("no_meld", "L-13")
    assert refused(deal, "add 6s to 0") == ("no_meld", "L-13")
    told: dict[str, dict[str, Any]] = {
        "add Js to 2": {"number": 2, "fits": ["6s", "Ts"]},
        "add Ac to 3": {"number": 3},
    }
    for text, params in told.items():
        with pytest.raises(Refused) as caught:
            deal.apply(text)
        assert caught.value.params == {"card": text.split()[1], **params}
    for number in (0, 4):
        with pytest.raises(Refused) as caught:
            deal.apply(f"add 6s to {number}")
        assert caught.value.params == {"number": number, "melds": 3}
    assert refused(deal, "add 5s to 2") == ("hand", "")
    for text in ("add 6s", "add 6s to", "add 6s to two", "add 6s 7s to 2", "add 6s to -1"):
        assert refused(deal, text)[0] == "syntax"
    play(deal, "add Ts to 2", "add Js to 2")
    assert table(deal, 2) == "7s 8s 9s Ts Js"


def test_l13_a_card_that_fits_two_melds_goes_where_it_is_sent() -> None:
    melds = [(1, "7c 7d 7h"), (1, "8s 9s Ts")]
    deal = at("7s 6s Kc", "4c", melds=melds)
    assert {"add 7s to 1", "add 7s to 2"} <= legal(deal)
    play(deal, "add 7s to 2", "add 6s to 2")
    assert table(deal, 2) == "6s 7s 8s 9s Ts"
    assert table(deal, 1) == "7c 7d 7h"


def test_l13_melds_never_merge() -> None:
    deal = at("8s Kc 2d", "4c", melds=[(1, "5s 6s 7s"), (1, "9s Ts Js")])
    play(deal, "add 8s to 1")
    assert [table(deal, 1), table(deal, 2)] == ["5s 6s 7s 8s", "9s Ts Js"]
    assert legal(deal) == {"discard Kc", "discard 2d"}


# --- points ------------------------------------------------------------------------------------

PRICES = [
    ("Jh Th 9h 8h", 37), ("4d 5d 6d", 15), ("7c 7d 7h", 21), ("Kc Kd Kh Ks", 40),
    ("Ac Ad Ah As", 60), ("2s 3s 4s", 9), ("Th Td Tc", 30), ("9s 8s 7s 6s", 30),
    ("Ac Ad As", 45), ("Qs Ks As", 30), ("Ks As 2s", 17), ("As 2s 3s", 6),
    ("Js Qs Ks As 2s 3s", 40),
]  # fmt: skip


@pytest.mark.parametrize(("meld", "worth"), PRICES)
def test_l14_what_a_meld_earns(meld: str, worth: int) -> None:
    deal = at(meld + " 5c", "4c")
    play(deal, "meld " + meld)
    assert points(deal) == [worth, 0]
    assert deal.events(1)[-1]["points"] == worth
    assert sum(told for _, told, _ in items(deal, 0)) == worth


def test_l14_the_books_turn_of_84() -> None:
    melds = [(1, "Qc Qd Qs"), (1, "Jc Jh Js"), (0, "5d 6d 7d")]
    deal = at("Th Td Tc 9s 8s 7s 6s Qh Jd 4d 3s", "4c", melds=melds)
    play(deal, "meld Th Td Tc", "meld 9s 8s 7s 6s", "add Qh to 1", "add Jd to 2", "add 4d to 3")
    assert points(deal)[0] == 30 + 30 + 24
    assert items(deal, 0) == [
        ("set", 30, "Tc Td Th"),
        ("run", 30, "6s 7s 8s 9s"),
        ("layoff", 10, "Qh"),
        ("layoff", 10, "Jd"),
        ("layoff", 4, "4d"),
    ]


ADDED = [
    ("Jh Qh Kh", "Ah 2h", [("layoff_ace_top", 10, "Ah"), ("layoff", 2, "2h")]),
    ("2h 3h 4h", "Ah Kh", [("layoff_ace_bottom", 1, "Ah"), ("layoff", 10, "Kh")]),
    ("Ac Ad As", "Ah", [("layoff", 15, "Ah")]),
    ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "Ah", [("layoff_ace_top", 10, "Ah")]),
    ("Ah 2h 3h", "Kh", [("layoff", 10, "Kh")]),
]


@pytest.mark.parametrize(("meld", "more", "told"), ADDED)
def test_l15_a_card_laid_off_is_priced_by_its_place(
    meld: str, more: str, told: list[tuple[str, int, str]]
) -> None:
    deal = at(more + " 9c 8d", "4c", melds=[(1, meld)])
    play(deal, *(f"add {card} to 1" for card in more.split()))
    assert items(deal, 0) == told
    assert points(deal) == [sum(worth for _, worth, _ in told), 0]


def test_l15_an_ace_keeps_its_price() -> None:
    deal = at("Qs Ks As 2s 3s 9d", "4c")
    play(deal, "meld Qs Ks As")
    assert items(deal, 0) == [("run_ace_top", 30, "Qs Ks As")]
    play(deal, "add 2s to 1", "add 3s to 1")
    assert points(deal)[0] == 30 + 2 + 3
    inside = play(at("Qs Ks As 2s 3s 9d", "4c"), "meld Qs Ks As 2s 3s")
    assert items(inside, 0) == [("run_ace_inside", 30, "Qs Ks As 2s 3s")]
    bottom = play(at("As 2s 3s 9d", "4c"), "meld As 2s 3s")
    assert items(bottom, 0) == [("run_ace_bottom", 6, "As 2s 3s")]


def test_l15_without_the_corner_a_closing_ace_counts_ten_too() -> None:
    run = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    deal = at("Ah 9c 8d", "4c", melds=[(1, run)], corner=False)
    assert legal(deal, "add") == {"add Ah to 1"}
    play(deal, "add Ah to 1")
    assert points(deal) == [10, 0]
    king = at("Kh 9c", "4c", melds=[(1, "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh")], corner=False)
    two = at("2h 9c", "4c", melds=[(1, "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")], corner=False)
    assert table(play(king, "add Kh to 1"), 1).startswith("Ah 2h")
    assert table(play(two, "add 2h to 1"), 1) == run + " Ah"


# --- the end of a deal -------------------------------------------------------------------------

WAYS_OUT = [
    ("7c 7d 7h", ["meld 7c 7d 7h"]),
    ("Kh", ["add Kh to 1"]),
    ("Kh 2d", ["add Kh to 1", "discard 2d"]),
    ("7c 7d 7h 2d", ["meld 7c 7d 7h", "discard 2d"]),
]


@pytest.mark.parametrize(("held", "acts"), WAYS_OUT)
def test_l16_an_empty_hand_ends_the_deal_at_once(held: str, acts: list[str]) -> None:
    deal = at(held, "4c Ad", melds=[(1, "Th Jh Qh")])
    play(deal, *acts[:-1])
    assert not deal.over
    play(deal, acts[-1])
    assert deal.over
    assert deal.observe(None)["winner"] == 0
    assert deal.state.turn == 1


def test_l17_the_winner_scores_the_cards_left() -> None:
    deal = at("Kh", "4c Ad Js", "2d 2s", melds=[(1, "Th Jh Qh")])
    truth(deal).opened = 0b111
    truth(deal).points[:3] = [20, 50, 60]
    play(deal, "add Kh to 1")
    assert deal.scores == [20 + 10 + 4 + 15 + 10 + 2 + 2, 50, 60]
    told = items(deal, 0)
    assert sorted(told[1:]) == [("bonus", 4, "2d 2s"), ("bonus", 29, "4c Ad Js")]
    assert deal.events(1)[-1] == {"seat": 0, "event": "out"}


def test_l17_losers_pay_once() -> None:
    deal = at("7c 7d 7h", "4c Ad Js", "2d 2s", losers_pay=True)
    play(deal, "meld 7c 7d 7h")
    assert deal.observe(0)["rummy"]  # the bonus is doubled, what they pay is not
    assert deal.scores == [21 + 2 * 33, -29, -4]
    assert items(deal, 1) == [("left", -29, "4c Ad Js")]


def test_l17_losers_pay_also_when_nobody_went_out() -> None:
    deal = at("Kh", "4c Ad", stock="", losers_pay=True, drawn=False)
    play(deal, "decline")
    assert deal.scores == [-10, -19]


def test_l18_rummy_doubles_the_bonus_the_books_example() -> None:
    """68 laid, 28 + 21 + 19 left: 204, where the book adds up wrongly (E-7)."""
    own = "Tc Td Th 8c 9c Kc Kd Ks"
    deal = at(own, "Ad 6h 5s 2s", "Qs 8d 3c", "9s Ts", melds=[(1, "4c 5c 6c 7c")], stock="3d")
    truth(deal).points[:4] = [0, 54, 47, 39]
    truth(deal).opened = 0b1110
    play(deal, "meld Tc Td Th", "add 8c to 1", "add 9c to 1", "meld Kc Kd Ks")
    assert points(deal)[0] == 30 + 17 + 30
    assert deal.scores == [77 + 2 * (28 + 21 + 19), 54, 47, 39]
    assert items(deal, 0)[-1] == ("rummy", 68, "")
    assert deal.events(2)[-1] == {"seat": 0, "event": "rummy"}


def test_l18_a_last_discard_and_lay_offs_alone_make_rummy() -> None:
    deal = at("Kh Ah 2d", "Ad", melds=[(1, "Th Jh Qh")])
    play(deal, "add Kh to 1", "add Ah to 1", "discard 2d")
    assert deal.observe(None)["rummy"]
    assert deal.scores == [20 + 30, 0]


def test_l18_everybody_sees_who_has_laid() -> None:
    deal = at("Kh 2d", "Ad", "5s")
    truth(deal).opened = 0b110
    assert deal.observe(None)["opened"] == [False, True, True]


def test_l18_no_rummy_for_who_laid_a_card_in_an_earlier_turn() -> None:
    deal = at("Kh Ah 2d", "Ad 9d 5s", melds=[(1, "Th Jh Qh")], stock="3c 3d 4h")
    play(deal, "add Kh to 1", "discard 2d", "stock", "discard 9d", "stock", "add Ah to 1")
    assert deal.observe(None)["opened"] == [True, False]
    play(deal, "discard 3d")
    assert deal.over
    assert not deal.observe(None)["rummy"]
    assert deal.scores == [20 + 15 + 5 + 3, 0]


def test_l19_with_the_stock_out_one_takes_or_ends_the_deal() -> None:
    deal = at("Kh", "4c Ad", stock="", ladder="7s 2h", drawn=False)
    assert legal(deal) == {"take 7s", "take 2h", "decline"}
    assert refused(deal, "stock") == ("stock_empty", "L-19")
    truth(deal).points[:2] = [30, 40]
    play(deal, "decline")
    assert deal.over
    assert deal.scores == [30, 40]
    assert deal.observe(None)["winner"] is None
    assert deal.events(1)[-2:] == [{"seat": 0, "event": "decline"}, {"seat": 0, "event": "dead"}]


def test_l19_no_declining_while_there_is_stock() -> None:
    assert refused(at("Kh", "4c", drawn=False), "decline") == ("decline_with_stock", "L-19")


def test_l19_a_round_of_takes_without_laying_ends_the_deal() -> None:
    deal = at("Kh", "4c Ad", "9d 8h", stock="", ladder="7s 2h", drawn=False)
    play(deal, "take 2h", "discard Kh", "take Kh", "discard 4c", "take 4c")
    assert not deal.over
    play(deal, "discard 9d")
    assert deal.over
    assert deal.scores == [0, 0, 0]


def test_l19_a_card_laid_starts_the_count_anew() -> None:
    deal = at("Kh 3h", "4c Ad", stock="", ladder="7s 2h", melds=[(1, "Th Jh Qh")], drawn=False)
    idle = play(deal.copy(), "take 2h", "discard 3h", "take 3h", "discard 4c")
    assert idle.over
    play(deal, "take 2h", "add Kh to 1", "discard 3h", "take 3h", "discard 4c")
    assert not deal.over
    play(deal, "take 4c", "discard 2h")
    assert deal.over


def test_l19_the_turn_that_drew_the_last_card_does_not_count() -> None:
    deal = at("Kh 3h", "4c Ad", stock="5d", ladder="7s 2h", drawn=False)
    play(deal, "stock", "discard 3h", "take 3h", "discard 4c")
    assert not deal.over
    play(deal, "take 4c", "discard 5d")
    assert deal.over


def test_l21_after_an_idle_round_the_stock_must_be_drawn_from() -> None:
    deal = at("Kh 3h", "4c Ad", stock="5d 6d", ladder="7s 2h", drawn=False)
    play(deal, "take 2h", "discard Kh")
    assert {"take Kh", "stock"} <= legal(deal)
    play(deal, "take Kh", "discard 4c")
    assert legal(deal) == {"stock"}
    assert deal.observe(0)["must_draw"]
    assert refused(deal, "take 4c") == ("must_draw", "L-21")
    play(deal, "stock", "discard 5d")
    assert {"take 5d", "stock"} <= legal(deal)


def test_l21_a_card_laid_or_drawn_is_no_standing_still() -> None:
    deal = at("Kh 3h 9d", "4c Ad", stock="5d 6d", melds=[(1, "Th Jh Qh")], drawn=False)
    play(deal, "take 2c", "add Kh to 1", "discard 3h", "take 3h", "discard 4c")
    assert "take 4c" in legal(deal)
    play(deal, "stock", "discard 9d", "take 9d", "discard Ad")
    assert "take Ad" in legal(deal)


# --- the match ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "number", "over"),
    [
        ([499, 100], 3, False),
        ([500, 100], 3, True),
        ([640, 700], 3, True),
        ([510, 510], 3, False),  # one more deal
        ([520, 510, 520], 3, False),
        ([499, 499], 49, True),
        ([510, 510], 49, True),
    ],
)
def test_l20_until_one_alone_is_highest_at_the_target(
    totals: list[int], number: int, over: bool
) -> None:
    state = truth(set_up(len(totals)).deal(dealer=1))
    state.number = number
    after = ladder_rummy.after_deal(state, totals, {})
    assert (after.over, after.dealer, after.carry) == (over, 2 % len(totals), {})


def test_l20_the_highest_total_wins_and_ties_are_shared() -> None:
    state = truth(set_up(3).deal())
    assert ladder_rummy.settle(state, [300, 520, 510]).winners == (1,)
    assert ladder_rummy.settle(state, [520, 1, 520]).winners == (0, 2)
    assert ladder_rummy.settle(state, [520, 1, 520]).gains is None


def test_l20_target_and_max_deals_are_options() -> None:
    match = Match(set_up(2, target=1), seed=1)
    for _ in range(60):
        play_out(match.deal, Random(3))
        if match.over:
            break
        match.next_deal()
    assert max(match.totals) >= 1
    assert match.winners
    short = Match(set_up(2, target=100_000, max_deals=2), seed=1)
    play_out(short.deal, Random(3))
    assert not short.over
    play_out(short.next_deal(), Random(4))
    assert short.over


def test_options_presets_and_their_clauses() -> None:
    clauses = {option.name: option.clause for option in ladder_rummy.OPTIONS}
    assert clauses == {
        "must_use": "L-7", "target": "L-20", "first": "L-5", "corner": "L-12",
        "layoff_needs_meld": "L-9", "losers_pay": "L-17", "max_deals": "L-20",
    }  # fmt: skip
    assert ladder_rummy.OPTIONS[0].name == "must_use"  # L-7: the first switch shown
    wrong: dict[str, Any] = {"must_use": "top", "target": 0, "corner": 1, "max_deals": 1001}
    for name, value in wrong.items():
        with pytest.raises(OptionError) as caught:
            resolve(ladder_rummy, {name: value})
        assert caught.value.clause == clauses[name]
    assert set_up(preset="rum_500").options["losers_pay"] is True


# --- no deal goes on for ever --------------------------------------------------------------------


def play_out(deal: Deal, random: Random) -> int:
    acts = 0
    while not deal.over:
        deal.apply(random.choice(deal.legal_actions()))
        acts += 1
    return acts


def stalling(deal: Deal) -> str:
    """The act of a player who wants the deal to last: idle rather than draw, one card at a
    time rather than a meld, and only if nothing else keeps it going."""
    order = ["take", "discard", "stock", "add", "meld", "decline"]
    s = truth(deal)
    if s.idle == s.players - 1 or s.next == s.size:
        order = ["take", "add", "meld", "discard", "stock", "decline"]
    texts = [str(action) for action in deal.legal_actions()]
    return min(texts, key=lambda text: (order.index(text.split()[0]), len(text)))


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("must_use", ["never", "always"])
def test_l8_l19_l21_every_deal_ends_within_the_bound(players: int, must_use: str) -> None:
    game = set_up(players, must_use=must_use)
    for seed in range(6):
        deal = game.deal(seed=seed)
        bound = ladder_rummy.bound(deal.state)  # type: ignore[arg-type]
        lazy = deal.copy()
        assert play_out(deal, Random(seed)) <= bound
        acts = 0
        while not lazy.over:
            lazy.apply(stalling(lazy))
            acts += 1
            assert acts <= bound


def test_the_bound_counts_turns_that_draw_or_lay_and_a_round_of_idle_ones_after_each() -> None:
    busy = 25 + 52  # stock cards, and lay acts of one card at least
    assert ladder_rummy.bound(truth(set_up(2).deal())) == 2 * (busy + 1) * 3 + 52


def test_a_turn_is_one_line_of_a_record() -> None:
    deal = at("7c 7d 7h Kh 2d", "4c", drawn=False, stock="9d")
    play(deal, "stock", "meld 7c 7d 7h", "discard Kh")
    assert [[str(act) for act in acts] for _, acts in deal.turns()] == [
        ["stock", "meld 7c 7d 7h", "discard Kh"]
    ]


def test_an_observation_shows_what_lies_open_and_ones_own_hand() -> None:
    deal = at("7c Kh", "4c 5c", melds=[(1, "Qs Ks As")], ladder="9d 2h", drawn=False)
    seen = deal.observe(0)
    assert seen["hand"] == ["7c", "Kh"]
    assert seen["counts"] == [2, 2]
    assert seen["ladder"] == ["9d", "2h"]
    assert seen["stock"] == 2
    assert seen["melds"] == [
        {"number": 1, "seat": 1, "kind": "sequence", "cards": ["Qs", "Ks", "As"]}
    ]
    spectator = deal.observe(None)
    assert "hand" not in spectator
    assert "hands" not in spectator
    assert "4c" not in str(seen)


def test_cards_taken_are_known_until_laid_or_discarded() -> None:
    deal = at("7c 7d Kh", "4c", ladder="7h 2h 9s", drawn=False)
    play(deal, "take 7h")
    assert set(deal.observe(1)["known"][0]) == {"7h", "2h", "9s"}
    play(deal, "meld 7c 7d 7h", "discard 9s")
    assert deal.observe(1)["known"] == [["2h"], []]


@pytest.mark.parametrize("game", every_setup(ladder_rummy), ids=repr)
def test_the_game_keeps_the_contract(game: Game) -> None:
    check_game(game, seed=len(repr(game)))


def test_l4_a_deal_begins_anew_whatever_the_state_held_before() -> None:
    fresh = set_up(3).deal(seed=5)
    used = set_up(3).deal(seed=5)
    for seed in range(4):
        play_out(used, Random(seed))
        truth(used).pack[:] = list(used.pack)
        ladder_rummy.start(truth(used))
        for seat in (None, 0, 1, 2):
            assert used.observe(seat) == fresh.observe(seat)
        assert items(used, 0) == []
        assert truth(used).turn == 0


def test_a_short_pack_can_be_played() -> None:
    deal = small(set_up(), "2c 2d 2h 2s 3c 3d 3h 3s", 3).deal("2c2d2h3c3d3h2s3s")
    assert hand(deal, 1) == {"2c", "2d", "2h"}
    assert play_out(deal, Random(1)) <= ladder_rummy.bound(truth(deal))
