"""Rockaway, clause by clause (docs/rules/rockaway.en.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import koloda
from koloda import Deal, Refused
from koloda.cards import NAMES, PACK_52, mask, parse_card, spell_cards
from koloda.rules import rockaway
from koloda.rules.contract import State

DRAWS = ("ace_optional", "strict", "free")
PLAYERS = range(2, 11)


def cards(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


def state_of(deal: Deal) -> rockaway.State:
    assert isinstance(deal.state, rockaway.State)
    return deal.state


def put(deal: Deal, hands: Sequence[str], pile: str, stock: str) -> Deal:
    """Overwrites a fresh deal with this position; seat 0 is on turn."""
    s = state_of(deal)
    for p, text in enumerate(hands):
        held = cards(text)
        s.hand[p] = mask(held)
        s.both[p] = mask(card for card in held if held.count(card) == 2)
    s.pile[: len(pile.split())] = cards(pile)
    s.n_pile = len(pile.split())
    left = cards(stock)
    s.size = len(left) + s.n_pile + sum(len(text.split()) for text in hands)
    s.next = s.size - len(left)
    s.pack[:] = [-1] * len(s.pack)
    s.pack[s.next : s.size] = left
    s.actor = 0
    return deal


def at(hands: Sequence[str], top: str, stock: str = "", **options: Any) -> Deal:
    return put(koloda.game("rockaway", players=len(hands), **options).deal(), hands, top, stock)


def texts(deal: Deal) -> list[str]:
    return [str(action) for action in deal.legal_actions()]


def refused(deal: Deal, text: str) -> tuple[str, str]:
    """Code and clause of the refusal; nothing may have changed."""
    before, moves, events = deal.state.copy(), list(deal.moves), deal.events(None)
    with pytest.raises(Refused) as caught:
        deal.apply(text)
    assert (deal.state, deal.moves, deal.events(None)) == (before, moves, events)
    return caught.value.code, caught.value.clause


def play(deal: Deal, moves: str) -> Deal:
    for move in moves.split():
        deal.apply(move)
    return deal


# --- set-up ----------------------------------------------------------------------------------


def test_r2_equal_cards_match_each_other() -> None:
    deal = at(["5h 5h", "5h 2c 2c"], "5h", "3d", packs=2)
    assert texts(deal) == ["5h"]
    play(deal, "5h 5h")
    assert deal.observe(0)["hand"] == ["5h"]
    assert deal.observe(1)["hand"] == ["2c", "2c"]


def test_r2_two_equal_cards_count_twice() -> None:
    deal = play(at(["5h", "Kd Kd Ac Ac 3s"], "6h", packs=2), "5h")
    assert deal.scores == [0, 10 + 10 + 15 + 15 + 3]
    assert sum(item.points for item in deal.explain(1)) == 53


def test_r5_one_card_at_a_time_from_eldest_then_the_starter() -> None:
    order = "".join(NAMES[:52])
    deal = koloda.game("rockaway", players=3).deal(dealer=1, pack_order=order)
    names = list(NAMES)
    dealt = {2: names[0:21:3], 0: names[1:21:3], 1: names[2:21:3]}
    for seat, hand in dealt.items():
        assert deal.observe(seat)["hand"] == hand
    assert deal.observe(None)["top"] == names[21]
    assert deal.observe(None)["stock"] == 30
    s = state_of(deal)
    assert spell_cards(s.pack[s.next : s.size]) == names[22:52]


def test_r5_a_turned_up_ace_is_an_ordinary_ace() -> None:
    deal = at(["2h 3c Ad", "2c"], "Ah", "9s")
    assert texts(deal) == ["Ad", "2h"]
    assert refused(deal, "3c") == ("no_match", "R-7")


def test_r5_only_the_top_of_the_pile_is_in_sight() -> None:
    deal = play(at(["5h 2c", "6h 2d"], "4h", "9s"), "5h 6h")
    for seat in (0, 1, None):
        assert deal.observe(seat)["top"] == "6h"
        assert deal.observe(seat)["pile"] == 3
        assert "pile_cards" not in deal.observe(seat)


def test_r5_open_pile_shows_all_of_it() -> None:
    deal = play(at(["5h 2c", "6h 2d"], "4h", "9s", open_pile=True), "5h 6h")
    for seat in (0, 1, None):
        assert deal.observe(seat)["pile_cards"] == ["4h", "5h", "6h"]


# --- play --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_r6_eldest_begins_and_the_turn_goes_clockwise(dealer: int) -> None:
    deal = koloda.game("rockaway", players=4).deal(seed=2, dealer=dealer)
    seats: list[int] = []
    while len(seats) < 6:
        assert deal.actor is not None
        action = deal.legal_actions()[0]
        if str(action) != "draw":
            seats.append(deal.actor)
        deal.apply(action)
    assert seats == [(dealer + 1 + i) % 4 for i in range(6)]


def test_r6_another_seat_is_not_on_turn() -> None:
    deal = at(["5h 2c", "6h 2d"], "4h", "9s")
    assert deal.legal_actions(1) == []
    with pytest.raises(Refused) as caught:
        deal.apply("6h", seat=1)
    assert (caught.value.code, caught.value.clause) == ("turn", "")


def test_r7_queen_heart_or_ace_on_the_queen_of_hearts() -> None:
    for card in PACK_52:
        name = NAMES[card]
        if name == "Qh":
            continue
        deal = at([f"{name}", "2c"], "Qh")
        if name[0] in "QA" or name[1] == "h":
            assert texts(deal) == [name]
        else:
            assert texts(deal) == ["pass"]
            assert refused(deal, name) == ("no_match", "R-7")


@pytest.mark.parametrize(
    ("top", "hand", "playable"),
    [
        ("4h", "Ac 5c 4d", {"Ac", "4d"}),
        ("Kh", "Kd 6h 4h", {"Kd", "6h", "4h"}),
        ("Jc", "Qd Ks 6s", set()),
        ("Jc", "Qd Ks 6s 4s 7h Td 9c", {"9c"}),
    ],
)
def test_r7_the_worked_examples(top: str, hand: str, playable: set[str]) -> None:
    found = set(texts(at([hand, "2c"], top, "3d"))) - {"draw"}
    assert found == playable


def test_r7_an_ace_keeps_its_suit_and_no_suit_is_named() -> None:
    deal = play(at(["Ac 2d", "9h 9c As", "2h"], "5h", "3d"), "Ac")
    assert texts(deal) == ["9c", "As"]
    assert refused(deal, "9h") == ("no_match", "R-7")


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("9c 9d", {"ace_optional": True, "strict": True, "free": True}),
        ("9c Ad", {"ace_optional": True, "strict": False, "free": True}),
        ("9c 9h", {"ace_optional": False, "strict": False, "free": True}),
        ("5d Ad", {"ace_optional": False, "strict": False, "free": True}),
        ("Ah 9c", {"ace_optional": True, "strict": False, "free": True}),
    ],
)
@pytest.mark.parametrize("draw", DRAWS)
def test_r8_when_one_may_draw(draw: str, hand: str, allowed: dict[str, bool]) -> None:
    deal = at([hand, "2c 3c"], "5h", "7s 8s", draw=draw)
    if allowed[draw]:
        assert "draw" in texts(deal)
        deal.apply("draw")
        assert deal.actor == 0
        assert deal.observe(0)["drawn"] == "7s"
    else:
        assert "draw" not in texts(deal)
        assert refused(deal, "draw") == ("draw_could_play", "R-8")


def test_r8_on_an_ace_a_card_of_its_suit_matches_too() -> None:
    deal = at(["9h Ad", "2c 3c"], "Ah", "7s")
    assert refused(deal, "draw") == ("draw_could_play", "R-8")
    assert "draw" in texts(at(["9d Ad", "2c 3c"], "Ah", "7s"))


@pytest.mark.parametrize("draw", DRAWS)
def test_r8_the_one_on_turn_draws_until_a_card_fits(draw: str) -> None:
    deal = at(["Qd Ks 6s", "2h 3h"], "Jc", "4s 7h Td 9c 5d", draw=draw)
    for _ in range(4):
        assert texts(deal) == ["draw"]
        deal.apply("draw")
    assert texts(deal) == (["9c", "draw"] if draw == "free" else ["9c"])
    if draw != "free":
        assert refused(deal, "draw") == ("draw_after_match", "R-8")
    assert refused(deal, "pass") == ("pass_with_stock", "R-9")
    deal.apply("9c")
    assert deal.actor == 1
    assert [str(action) for _, turn in deal.turns() for action in turn] == ["draw"] * 4 + ["9c"]


@pytest.mark.parametrize("draw", ["ace_optional", "strict"])
def test_r8_a_drawn_ace_ends_the_drawing(draw: str) -> None:
    deal = play(at(["Qd", "2h 3h"], "Jc", "As 7h", draw=draw), "draw")
    assert texts(deal) == ["As"]
    assert refused(deal, "draw") == ("draw_after_match", "R-8")


def test_r8_after_a_drawn_ace_any_matching_card_may_go() -> None:
    deal = play(at(["Ac Jd", "2h 3h"], "6h", "As 7h"), "draw")
    assert texts(deal) == ["Ac", "As"]
    assert play(deal, "Ac").observe(0)["top"] == "Ac"


def test_r8_under_free_one_may_draw_on_after_a_match() -> None:
    deal = play(at(["Qd", "2h 3h"], "Jc", "9c As 7h", draw="free"), "draw draw draw")
    assert texts(deal) == ["9c", "As"]


def test_r8_after_drawing_in_vain_one_may_stop_and_play_an_ace() -> None:
    deal = play(at(["Ac Jd", "2h 3h"], "6h", "9s 7s"), "draw")
    assert texts(deal) == ["Ac", "draw"]
    assert play(deal, "Ac").actor == 1


def test_r8_what_was_drawn_in_an_earlier_turn_does_not_count() -> None:
    deal = play(at(["Qs 2s", "9d 2d"], "Jc", "9c 4s 4h"), "draw 9c 9d")
    assert texts(deal) == ["draw"]
    assert play(deal, "draw draw").observe(0)["drawn"] == "4h"


@pytest.mark.parametrize("card", ["5d", "9h", "Ac"])
@pytest.mark.parametrize("draw", DRAWS)
def test_r9_with_the_stock_out_one_who_can_play_must(card: str, draw: str) -> None:
    deal = at([f"{card} 2c", "2d 3d"], "5h", draw=draw)
    assert texts(deal) == [card]
    assert refused(deal, "pass") == ("pass_could_play", "R-9")
    assert refused(deal, "draw") == ("stock_empty", "R-9")


@pytest.mark.parametrize("draw", DRAWS)
def test_r9_with_the_stock_out_one_who_can_t_play_passes(draw: str) -> None:
    deal = at(["9c 2c", "5d 3d", "4s"], "5h", draw=draw)
    assert texts(deal) == ["pass"]
    deal.apply("pass")
    assert deal.actor == 1
    assert not deal.over


@pytest.mark.parametrize("draw", DRAWS)
def test_r9_no_pass_while_there_is_stock(draw: str) -> None:
    deal = at(["9c 2c", "5d 3d"], "5h", "7s", draw=draw)
    assert refused(deal, "pass") == ("pass_with_stock", "R-9")
    deal.apply("draw")
    assert texts(deal) == ["pass"]
    assert refused(deal, "draw") == ("stock_empty", "R-9")


def test_r9_there_is_no_reshuffle() -> None:
    deal = play(at(["9c 2c", "5d 3d 6s"], "5h 6h 5h", "7s"), "draw pass 5d")
    assert deal.observe(None)["stock"] == 0
    assert texts(deal) == ["pass"]


def test_r10_a_round_of_passes_ends_the_deal_with_nobody_out() -> None:
    deal = at(["9c 2c", "8d 3d", "Ks 4s"], "5h")
    play(deal, "pass pass")
    assert not deal.over
    deal.apply("pass")
    assert deal.over
    assert deal.actor is None
    assert deal.scores == [11, 11, 14]
    assert refused(deal, "pass") == ("over", "")


def test_r10_a_play_starts_the_count_of_passes_anew() -> None:
    deal = play(at(["9c 2c 2s", "8d 3d", "5s 4c Td"], "5h"), "pass pass 5s")
    assert deal.observe(None)["passes"] == 0
    play(deal, "2s pass pass")
    assert not deal.over
    assert deal.actor == 0
    assert play(deal, "2c pass 4c 9c").over


def test_r11_who_plays_the_last_card_ends_the_deal_at_once() -> None:
    deal = play(at(["5d", "5c 3d", "2c"], "5h", "7s"), "5d")
    assert deal.over
    assert deal.scores == [0, 8, 2]
    assert deal.legal_actions() == []
    assert refused(deal, "5c") == ("over", "")


def test_r11_an_ace_may_be_the_last_card() -> None:
    assert play(at(["As", "5c 3d"], "5h", "7s"), "As").scores == [0, 8]


def test_r11_the_hands_are_laid_open() -> None:
    deal = at(["5d 6d", "5c 3d", "2c"], "5h", "7s")
    assert "hands" not in play(deal, "5d").observe(0)
    deal = play(at(["5d", "5c 3d", "2c"], "5h", "7s"), "5d")
    for seat in (0, 1, 2, None):
        assert deal.observe(seat)["hands"] == [[], ["5c", "3d"], ["2c"]]
        assert deal.observe(seat)["scores"] == [0, 8, 2]
    for seat in (0, 1, 2):
        world = deal.view(seat, 5).state
        assert isinstance(world, rockaway.State)
        assert rockaway.observe(world, seat) == rockaway.observe(state_of(deal), seat)


# --- the count -----------------------------------------------------------------------------------


def test_r12_what_the_cards_left_count() -> None:
    worth = dict(zip("23456789TJQKA", [*range(2, 11), 10, 10, 10, 15], strict=True))
    for suit in "cdhs":
        for rank, points in worth.items():
            name = rank + suit
            own, top = ("2c", "2d") if name not in ("2c", "2d") else ("3c", "3d")
            deal = play(at([own, name], top), own)
            assert deal.scores == [0, points]
            (item,) = deal.explain(1)
            assert (item.reason, item.points, item.cards) == ("left", points, (name,))
            assert [(i.reason, i.points) for i in deal.explain(0)] == [("out", 0)]


def test_r12_the_hands_of_the_book() -> None:
    for left, points in {
        "7c": 7,
        "Jc 9c 6c": 25,
        "9h 8h 7h": 24,
        "Qs 7s Ah 8h 7c 6c": 53,
        "Th 6h": 16,
        "9s 8s 8c": 25,
    }.items():
        assert play(at(["5d", left], "5h"), "5d").scores == [0, points]


# --- the two deals of the book -------------------------------------------------------------------

FIRST = (
    "6h6sQcJsKsQsTdKcKdAdKhJd6dAc8cJh7cJc7h9sQh9d9h8h7sAhAs8s8d9c6c7dQdTcThTs",
    """6h 6s draw draw draw draw 7s Js Ks Qs Qc Kc Kd Ad Td Jd 6d draw Ah Kh Jh draw As Ac 8c
    draw 8s draw 8d draw draw draw 7d 9d 9s""",
    [7, 25, 24, 0],
)
SECOND = (
    "Qc6dQdQhJcTc9cKcAhAc7dTd7cKhAsTs6c6h9s9h9d8dThJd7s8hQsKsAd8c8s7h6sJhJsKd",
    """draw 8d 6d Qd Qh Qc Tc 9c Kc Jc draw draw Jd 7d Td draw draw draw draw draw Ad Ac As Ts
    Ks Kh draw draw draw 7h 9h""",
    [53, 16, 25, 0],
)


@pytest.mark.parametrize(("pack", "moves", "penalties"), [FIRST, SECOND])
def test_r8_the_default_replays_the_deals_of_the_book(
    pack: str, moves: str, penalties: list[int]
) -> None:
    deal = koloda.game("rockaway", players=4, pack=36).deal(dealer=3, pack_order=pack)
    assert play(deal, moves).scores == penalties


def rejected_turns(pack: str, moves: str) -> Iterator[tuple[int, int]]:
    """(go, seat) of the turns with a draw that ``strict`` refuses."""
    loose = koloda.game("rockaway", players=4, pack=36).deal(dealer=3, pack_order=pack)
    for move in moves.split():
        strict = state_of(loose).copy()
        strict.draw = DRAWS.index("strict")
        refusal = rockaway.refuse(strict, rockaway.parse(strict, move))
        if refusal is not None:
            assert (move, refusal.clause) == ("draw", "R-8")
            assert loose.actor is not None
            yield strict.turn // 4 + 1, loose.actor
        loose.apply(move)


def test_r8_strict_rejects_four_turns_of_the_book() -> None:
    assert set(rejected_turns(*FIRST[:2])) == {(4, 1)}
    assert set(rejected_turns(*SECOND[:2])) == {(1, 0), (3, 1), (4, 0)}


# --- refusals, legal acts and what is seen, over random play ------------------------------


def fits(name: str, top: str) -> bool:
    return name[0] == "A" or name[0] == top[0] or name[1] == top[1]


def expected(deal: Deal) -> set[str]:
    """The legal acts as R-7..R-9 read, from the hand, the top and what was drawn."""
    assert deal.actor is not None
    seen = deal.observe(deal.actor)
    fitting = {name for name in seen["hand"] if fits(name, seen["top"])}
    if not seen["stock"]:
        return fitting or {"pass"}
    rule = deal.game.options["draw"]
    plain = {name for name in fitting if name[0] != "A"}
    drawn_fits = "drawn" in seen and fits(seen["drawn"], seen["top"])
    may_draw = rule == "free" or not (fitting if rule == "strict" else plain or drawn_fits)
    return fitting | {"draw"} if may_draw else fitting


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10_000),
    players=st.integers(2, 10),
    pack=st.sampled_from([52, 36]),
    draw=st.sampled_from(DRAWS),
    choices=st.lists(st.integers(0, 10_000), max_size=80),
)
def test_r7_r8_r9_what_is_not_legal_is_refused_and_changes_nothing(
    seed: int, players: int, pack: int, draw: str, choices: list[int]
) -> None:
    game = koloda.game("rockaway", players=players, pack=pack, draw=draw)
    deal = game.deal(seed=seed, dealer=seed % players)
    for choice in choices:
        if deal.over:
            break
        legal = texts(deal)
        deal.apply(legal[choice % len(legal)])
    if deal.over:
        return
    legal = texts(deal)
    assert len(set(legal)) == len(legal)
    assert set(legal) == expected(deal)
    seen = deal.observe(deal.actor)
    for text in [*NAMES, "draw", "pass", "", "stand", "Xx", "??"]:
        if text in legal:
            deal.copy().apply(text)
            continue
        code, clause = refused(deal, text)
        if text not in NAMES and text not in ("draw", "pass"):
            assert (code, clause) == ("syntax", "")
        elif text in NAMES and text not in seen["hand"]:
            assert (code, clause) == ("hand", "")
        elif text in NAMES:
            assert (code, clause) == ("no_match", "R-7")
        else:
            assert clause in ("R-8", "R-9")


def test_refusals_come_in_order() -> None:
    deal = at(["5d 6s", "5c 3d"], "5h", "7s")
    with pytest.raises(Refused, match="turn"):
        deal.apply("nonsense", seat=1)
    assert refused(deal, "nonsense") == ("syntax", "")
    assert refused(deal, "9s") == ("hand", "")
    assert refused(deal, "X1") == ("hand", "")
    assert refused(deal, "6s") == ("no_match", "R-7")
    assert refused(deal, "pass") == ("pass_with_stock", "R-9")
    play(deal, "5d 5c")
    assert refused(deal, "5d") == ("hand", "")


def test_a_long_text_is_not_repeated_whole() -> None:
    with pytest.raises(Refused) as caught:
        at(["5d 6s", "5c 3d"], "5h", "7s").apply("x" * 100_000)
    assert len(str(caught.value)) < 200


def test_cards_are_read_as_people_write_them() -> None:
    deal = at(["Td 6s", "5c 3d"], "5d", "7s")
    assert str(deal.copy().apply(" 10♦ ")) == "Td"


def test_others_see_a_draw_but_not_the_card() -> None:
    deal = play(at(["9c 2c", "5d 3d"], "5h", "7s 5s"), "draw")
    assert deal.events(0) == [{"seat": 0, "event": "draw", "card": "7s"}]
    for seat in (1, None):
        assert deal.events(seat) == [{"seat": 0, "event": "draw", "card": "??"}]
        assert "drawn" not in deal.observe(seat)
    assert deal.observe(0)["drawn"] == "7s"
    assert deal.observe(1)["counts"] == [3, 2]
    assert deal.observe(1)["hand"] == ["3d", "5d"]
    assert "hand" not in deal.observe(None)
    play(deal, "draw 5s")
    assert deal.events(1)[-1] == {"seat": 0, "event": "play", "card": "5s"}
    assert "drawn" not in deal.observe(0)


def test_a_pass_is_seen_by_all() -> None:
    deal = play(at(["9c 2c", "5d 3d"], "5h"), "pass")
    assert deal.events(1) == [{"seat": 0, "event": "pass"}]


def test_state_fields_travel_as_json() -> None:
    deal = play(at(["9c 2c", "5d 3d"], "5h", "7s 5s"), "draw")
    assert rockaway.State.from_json(deal.state.to_json()) == deal.state
    assert issubclass(rockaway.State, State)
