"""Two-Ten-Jack, clause by clause: T-1 .. T-11 of docs/rules/two_ten_jack.en.md."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from koloda.cards import NAMES, members, spell_card
from koloda.deal import Deal, Game
from koloda.match import Match
from koloda.options import OptionError, resolve
from koloda.rules import two_ten_jack
from koloda.rules.contract import Refused, ScoreItem

PACK = list(NAMES[:52])
SUM = {"classic": 4, "no_six": 3, "japan": 10}


def set_up(players: int = 2, **options: Any) -> Game:
    return Game(two_ten_jack, players, resolve(two_ten_jack, options))


def dealt(*hands: str, stock: str = "", **options: Any) -> Deal:
    """A deal with these hands of six, seat 0 eldest; the stock begins as given."""
    held = [hand.split() for hand in hands]
    order = [held[i % len(held)][i // len(held)] for i in range(6 * len(held))] + stock.split()
    order += [c for c in PACK if c not in order and (len(held) != 3 or c != "3c")]
    return set_up(len(held), **options).deal(pack_order="".join(order), dealer=len(held) - 1)


def truth(deal: Deal) -> two_ten_jack.State:
    assert isinstance(deal.state, two_ten_jack.State)
    return deal.state


def play(deal: Deal, *cards: str) -> Deal:
    for card in cards:
        deal.apply(card)
    return deal


def legal(deal: Deal) -> str:
    return " ".join(str(action) for action in deal.legal_actions())


def refused(deal: Deal, text: str) -> tuple[str, str]:
    before = deal.state.to_json()
    with pytest.raises(Refused) as caught:
        deal.apply(text)
    assert deal.state.to_json() == before
    return caught.value.code, caught.value.clause


def hand(deal: Deal, seat: int) -> set[str]:
    return {spell_card(card) for card in members(truth(deal).hand[seat])}


def random_deal(seed: int, players: int, **options: Any) -> Deal:
    rng = Random(seed)
    deal = set_up(players, **options).deal(seed=seed, dealer=seed % players)
    while not deal.over:
        deal.apply(rng.choice(deal.legal_actions()))
    return deal


# --- T-1 .. T-4: set-up ----------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(2, 52), (3, 51), (4, 52)])
def test_t1_players_and_pack(players: int, cards: int) -> None:
    pack = {spell_card(card) for card in set_up(players).cards()}
    assert len(pack) == cards
    assert ("3c" in pack) == (players != 3)


@pytest.mark.parametrize("players", [1, 5])
def test_t1_other_numbers_of_players_are_out_of_range(players: int) -> None:
    assert not two_ten_jack.MIN_PLAYERS <= players <= two_ten_jack.MAX_PLAYERS


def test_t2_six_cards_one_at_a_time_from_eldest() -> None:
    deal = set_up(3).deal(pack_order="".join(c for c in PACK if c != "3c"), dealer=1)
    assert hand(deal, 2) == {"2c", "6c", "9c", "Qc", "2d", "5d"}
    assert hand(deal, 0) == {"4c", "7c", "Tc", "Kc", "3d", "6d"}
    assert deal.observe(0)["counts"] == [6, 6, 6]
    assert deal.observe(0)["stock"] == 33


def test_t2_first_dealer_by_lot_then_clockwise() -> None:
    assert two_ten_jack.first_dealer(3, [[3, 15, 1]]) == [2]
    state = truth(random_deal(1, 3))
    state.dealer = 2
    assert two_ten_jack.after_deal(state, [0, 0, 0], {}).dealer == 0


@pytest.mark.parametrize("suit", "cd")
def test_t3_rank(suit: str) -> None:
    """Of two cards of a plain suit the higher in A K Q J T .. 2 takes the trick."""
    ranks = "23456789TJQKA"
    for low, high in pairwise(ranks):
        rest = [c for c in PACK if c[1] == "s" and c != "As"]
        deal = dealt(" ".join([low + suit, *rest[:5]]), " ".join([high + suit, *rest[5:10]]))
        play(deal, low + suit, high + suit)
        assert deal.observe(None)["last"]["winner"] == 1


def test_t4_eldest_leads_any_card_and_the_winner_leads_next() -> None:
    deal = dealt("2c 9d Kh As 5s 6s", "7c 8c Th Jh 2s 3s")
    assert deal.actor == 0
    assert legal(deal) == "2c 9d Kh 5s 6s As=s As=h"
    play(deal, "2c", "7c")
    assert deal.actor == 1
    assert deal.observe(None)["leader"] == 1


# --- T-5, T-6: following ---------------------------------------------------------------------


def allowed(held: set[str], led: str, void: str) -> set[str]:
    """ "Legal cards in short", and what ``free`` lifts."""
    hearts = {c for c in held if c[1] == "h"}
    ace = held & {"As"}
    of_suit = {c for c in held if c[1] == led}
    if led == "h":
        return hearts | ace or held
    if of_suit or void == "free":
        return of_suit or held
    if led == "s":
        return hearts or held
    return hearts | ace or held


@pytest.mark.parametrize("void", ["trump", "free"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_t5_t6_legal_cards_in_short(players: int, void: str) -> None:
    followed = 0
    for seed in range(40):
        rng = Random(seed)
        deal = set_up(players, void=void).deal(seed=seed)
        while not deal.over:
            assert deal.actor is not None
            held, seen = hand(deal, deal.actor), deal.observe(None)
            names = {str(action) for action in deal.legal_actions()}
            if seen["trick"]:
                followed += 1
                assert names == allowed(held, seen["led"], void)
                for card in held - names:
                    assert refused(deal, card)[1] in ("T-5", "T-6")
            else:
                assert names == {c for c in held if c != "As"} | (
                    {"As=s", "As=h"} if "As" in held else set()
                )
            deal.apply(rng.choice(deal.legal_actions()))
    assert followed > 400


def test_t5_follow_the_suit_led() -> None:
    deal = play(dealt("2c 9d Kh 4s 5s 6s", "7c 8c Th Jh 2s As"), "2c")
    assert legal(deal) == "7c 8c"
    for card in ("Th", "2s", "As"):
        assert refused(deal, card) == ("follow_suit", "T-5")


def test_t5_void_must_trump() -> None:
    """The ace of spades is one of the trumps to choose from (T-6)."""
    deal = play(dealt("2c 9d Kh 4s 5s 6s", "7d 8d Th Jh 2s As"), "2c")
    assert legal(deal) == "Th Jh As"
    assert refused(deal, "7d") == ("must_trump", "T-5")
    assert refused(deal, "2s") == ("must_trump", "T-5")


def test_t5_void_on_a_spade_lead_must_trump_with_a_heart() -> None:
    deal = play(dealt("2c 9d Kh 4s 5s 6s", "7d 8d Th Jh 4c 5c"), "4s")
    assert legal(deal) == "Th Jh"
    assert refused(deal, "7d") == ("must_trump", "T-5")


def test_t5_void_without_trumps_any_card() -> None:
    deal = play(dealt("2c 9d Kh 4s 5s 6s", "7d 8d Td Jd 2s 3s"), "2c")
    assert legal(deal) == "7d 8d Td Jd 2s 3s"


def test_t5_void_free_lifts_the_duty_to_trump() -> None:
    deal = play(dealt("2c 9d Kh 4s 5s 6s", "7d 8d Th Jh 2s As", void="free"), "2c")
    assert legal(deal) == "7d 8d Th Jh 2s As"


def test_t5_void_free_leaves_the_ace_a_heart_on_a_heart_lead() -> None:
    deal = play(dealt("2c 9d Kh 4s 5s 6s", "7d 8d Td Jd 2s As", void="free"), "Kh")
    assert legal(deal) == "As"
    assert refused(deal, "7d") == ("ace_must", "T-6")


def test_t6_heart_led_the_ace_may_be_played_and_takes_the_trick() -> None:
    """The book's example: the holder may also answer with a heart."""
    deal = play(dealt("2c 9d Ah 4s 5s 6s", "7d 8d Th Jh 2s As"), "Ah")
    assert legal(deal) == "Th Jh As"
    play(deal, "As")
    assert deal.observe(None)["last"]["winner"] == 1


def test_t6_heart_led_the_ace_as_only_trump_must_be_played() -> None:
    deal = play(dealt("2c 9d Ah 4s 5s 6s", "7d 8d Td Jd 2s As"), "Ah")
    assert legal(deal) == "As"
    assert refused(deal, "2s") == ("ace_must", "T-6")


def test_t6_spade_led_the_ace_is_one_of_the_spades() -> None:
    deal = play(dealt("2c 9d Ah 4s 5s 6s", "7d 8d Th Jh 2s As"), "4s")
    assert legal(deal) == "2s As"
    assert refused(deal, "Th") == ("follow_suit", "T-5")


def test_t6_spade_led_the_ace_as_only_spade_must_be_played() -> None:
    """The book's example: it can't be called a heart to escape, nor held back for one."""
    deal = play(dealt("2c 9d Ah 4s 5s 6s", "7d 8d Th Jh 2h As"), "4s")
    assert legal(deal) == "As"
    assert refused(deal, "Th") == ("ace_must", "T-6")
    assert refused(deal, "As=h") == ("ace_not_led", "T-6")


@pytest.mark.parametrize(("declared", "answers"), [("As=s", "2s"), ("As=h", "Th Jh")])
def test_t6_the_ace_led_is_the_suit_declared(declared: str, answers: str) -> None:
    deal = play(dealt("2c 9d Ah 4s 5s As", "7d 8d 9c Th Jh 2s"), declared)
    assert deal.observe(1)["led"] == declared[-1]
    assert legal(deal) == answers


def test_t6_led_without_a_suit_declared() -> None:
    deal = dealt("2c 9d Ah 4s 5s As", "7d 8d 9c Th Jh 2s")
    assert refused(deal, "As") == ("ace_suit", "T-6")
    play(deal, "2c")  # and a suit declared by one who only follows
    assert refused(deal, "As=s") == ("hand", "")


# --- T-7: who takes a trick ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        (("5c", "9c", "Kc"), 2),  # the highest card of the suit led
        (("Kc", "9c", "5c"), 0),
        (("5c", "Ad", "7c"), 2),  # a card of another suit takes nothing
        (("Kc", "2h", "7c"), 1),  # a heart beats the suit led
        (("Kc", "2h", "3h"), 2),  # the higher heart
        (("4h", "9h", "6h"), 1),
        (("Kc", "As", "3h"), 1),  # the ace of spades is above every heart
        (("Ah", "As", "Kh"), 1),
        (("As=h", "Ah", "Kh"), 0),
        (("As=s", "Ks", "Qs"), 0),
        (("Ks", "As", "Qs"), 1),
        (("As=h", "Kd", "Ks"), 0),
    ],
)
@pytest.mark.parametrize("ace_on_spade_lead", ["plain", "trump"])
def test_t7_winner(trick: tuple[str, ...], winner: int, ace_on_spade_lead: str) -> None:
    assert trick_winner(trick, ace_on_spade_lead) == winner


@pytest.mark.parametrize(
    "trick", [("Ks", "2h", "As"), ("Ks", "As", "2h"), ("As=s", "2h", "Ks"), ("As=s", "2h", "3s")]
)
def test_t7_a_ruff_and_the_ace_on_a_spade_lead(trick: tuple[str, ...]) -> None:
    assert trick[trick_winner(trick, "plain")] == "2h"
    assert trick[trick_winner(trick, "trump")].startswith("As")


def test_t7_two_ruffs_and_the_ace_on_a_spade_lead() -> None:
    """The ace is only a spade: the higher of the hearts has it."""
    game = set_up(4)
    deal = fixed(game, ("As=s", "3h", "2h", "4s"))
    play(deal, "As=s", "3h", "2h", "4s")
    assert deal.observe(None)["last"]["winner"] == 1


def fixed(game: Game, trick: tuple[str, ...]) -> Deal:
    """A deal in which each seat holds one card, its card of the trick, and seat 0 leads."""
    deal = game.deal(seed=1, dealer=game.players - 1)
    state = truth(deal)
    for seat, card in enumerate(trick):
        state.hand[seat] = 1 << NAMES.index(card[:2])
    state.size = state.next
    return deal


def trick_winner(trick: tuple[str, ...], ace_on_spade_lead: str) -> int:
    deal = fixed(set_up(3, ace_on_spade_lead=ace_on_spade_lead), trick)
    play(deal, *trick)
    assert deal.over
    winner = deal.observe(None)["last"]["winner"]
    assert isinstance(winner, int)
    return winner


# --- T-8: the stock --------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds", "tricks"), [(2, 20, 26), (3, 11, 17), (4, 7, 13)])
def test_t8_drawing_rounds_and_tricks(players: int, rounds: int, tricks: int) -> None:
    deal = random_deal(5, players)
    words = [event["event"] for event in deal.events(None)]
    assert words.count("draw") == rounds * players
    assert words.count("trick") == tricks
    assert words[-players - 1 :].count("draw") == 0
    assert deal.observe(None)["stock"] == 0
    assert len(deal.moves) == tricks * players == len(deal.pack)
    assert deal.state.turn == len(deal.moves)  # each play is a turn


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t8_six_cards_before_every_lead_until_the_stock_is_out(players: int) -> None:
    rng = Random(players)
    deal = set_up(players).deal(seed=9)
    tricks = len(deal.pack) // players
    while not deal.over:
        done, at_table = divmod(len(deal.moves), players)
        if at_table == 0:
            left = min(6, tricks - done)
            assert deal.observe(None)["counts"] == [left] * players
        deal.apply(rng.choice(deal.legal_actions()))


def test_t8_the_winner_draws_first_then_clockwise_unseen_by_others() -> None:
    deal = dealt("2c 9d Ah 4s 5s 6s", "9c 8d Th Jh 2s 3s", "4c 5c 6c 7c 8c Tc", stock="Kd Qd Jd")
    play(deal, "2c", "9c", "4c")
    assert hand(deal, 1) >= {"Kd"}
    assert hand(deal, 2) >= {"Qd"}
    assert hand(deal, 0) >= {"Jd"}
    drawn = [e for e in deal.events(2) if e["event"] == "draw"]
    assert [(e["seat"], e["card"]) for e in drawn] == [(1, "??"), (2, "Qd"), (0, "??")]
    assert {e["card"] for e in deal.events(None) if e["event"] == "draw"} == {"??"}


# --- T-9, T-10: the count --------------------------------------------------------------------


@pytest.mark.parametrize("values", ["classic", "no_six", "japan"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_t9_scores_are_plus_minus_and_add_up_to_the_table(players: int, values: str) -> None:
    for seed in range(10):
        deal = random_deal(seed, players, values=values)
        assert sum(deal.scores) == SUM[values]
        assert two_ten_jack.audit(truth(deal))
        for seat in range(players):
            items = deal.explain(seat)
            assert sum(item.points for item in items) == deal.scores[seat]
            taken = deal.observe(None)["taken"][seat]
            assert {card for item in items for card in item.cards} <= set(taken)
            assert all((item.reason == "plus") == (item.points > 0) for item in items)


def test_t9_a_broken_sum_is_noticed() -> None:
    state = truth(random_deal(3, 2))
    two_of_hearts = 1 << NAMES.index("2h")
    state.taken[:2] = [cards & ~two_of_hearts for cards in state.taken[:2]]
    assert not two_ten_jack.audit(state)


def test_t9_items() -> None:
    deal = random_deal(3, 2)
    state = truth(deal)
    state.taken[:2] = [0, 0]
    for card in ("2h", "3h", "6d", "Ts", "As"):
        state.taken[0] |= 1 << NAMES.index(card)
    assert deal.explain(0) == [
        ScoreItem("plus", 1, ("6d",)),
        ScoreItem("plus", 5, ("2h",)),
        ScoreItem("minus", -5, ("Ts",)),
        ScoreItem("minus", -1, ("As",)),
    ]
    assert deal.explain(1) == [ScoreItem("nothing", 0)]
    assert deal.scores == [0, 0]


TABLES = {
    "classic": {
        5: "2h Th Jh", 1: "Ah Kh Qh 2c Tc Jc 6d", -5: "2s Ts Js", -1: "As Ks Qs",
    },
    "no_six": {5: "2h Th Jh", 1: "Ah Kh Qh 2c Tc Jc", -5: "2s Ts Js", -1: "As Ks Qs"},
    "japan": {
        10: "2h Th Jh", 5: "Ah Kh Qh", 1: "Ac Kc Qc Jc Tc Ad Kd Qd Jd Td",
        -10: "2s Ts Js", -5: "As Ks Qs",
    },
}  # fmt: skip


@pytest.mark.parametrize("values", TABLES)
def test_t10_values(values: str) -> None:
    state = truth(set_up(values=values).deal(seed=0))
    table: dict[str, int] = {}
    for points, cards in TABLES[values].items():
        table |= dict.fromkeys(cards.split(), points)
    for card, name in enumerate(PACK):
        assert two_ten_jack.value(state, card) == table.get(name, 0), name
    assert sum(table.values()) == SUM[values]


# --- T-11: the match -------------------------------------------------------------------------


def after(totals: list[int], number: int = 0, **options: Any) -> bool:
    state = truth(set_up(len(totals), **options).deal(seed=0))
    state.number = number
    return two_ten_jack.after_deal(state, totals, {}).over


def test_t11_first_to_the_target() -> None:
    assert not after([24, -4])
    assert after([25, -4])
    assert not after([25, -4], target=26)
    assert after([30, 26, 1])  # several at once: the highest
    assert not after([26, 26, 1])  # a tie: another deal


def test_t11_max_deals_ends_an_endless_match() -> None:
    assert not after([3, 9], number=48)
    assert after([3, 9], number=49)
    assert after([30, 30], number=2, max_deals=3)


def test_t11_winners() -> None:
    state = truth(set_up(3).deal(seed=0))
    assert two_ten_jack.settle(state, [30, 26, 1]).winners == (0,)
    assert two_ten_jack.settle(state, [9, -2, 9]).winners == (0, 2)
    assert two_ten_jack.settle(state, [9, -2, 9]).gains is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t11_a_whole_match(players: int) -> None:
    rng = Random(players)
    match = Match(set_up(players, target=12), seed=players)
    while True:
        while not match.deal.over:
            match.deal.apply(rng.choice(match.deal.legal_actions()))
        assert sum(match.totals) == 4 * len(match.deals)
        if match.over:
            break
        match.next_deal()
    best = max(match.totals)
    assert match.winners == [p for p in range(players) if match.totals[p] == best]
    dealers = [deal.dealer for deal in match.deals]
    assert all(b == (a + 1) % players for a, b in pairwise(dealers))


@pytest.mark.parametrize("open_tricks", [False, True])
def test_t11_captured_cards_lie_face_down_until_the_count(open_tricks: bool) -> None:
    deal = dealt("2c 9d Kh 4s 5s 6s", "7c 8c Th Jh 2s As", open_tricks=open_tricks)
    play(deal, "2c", "7c")
    for seat in (None, 0, 1):
        seen = deal.observe(seat)
        assert ("taken" in seen) == open_tricks
        assert seen["tricks"] == [0, 1]
    if open_tricks:
        assert deal.observe(0)["taken"] == [[], ["2c", "7c"]]
    assert "taken" in random_deal(1, 2, open_tricks=open_tricks).observe(None)


# --- spelling, refusals without a clause, what is seen ---------------------------------------


def test_moves_are_spelled_and_read_back() -> None:
    deal = dealt("2c 9d Ah 4s 5s As", "7d 8d 9c Th Jh 2s")
    for action in deal.legal_actions():
        assert two_ten_jack.parse(truth(deal), str(action)) == action.code
    assert str(play(deal, "2c").apply("9♣")) == "9c"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "syntax"), ("2C", "syntax"), ("2c 9d", "syntax"), ("draw", "syntax"),
        ("2c=s", "syntax"), ("As=d", "syntax"), ("As=", "syntax"), ("As=s=h", "syntax"),
        ("3c", "hand"), ("As", "hand"), ("As=h", "hand"), ("X1", "hand"),
    ],
)  # fmt: skip
def test_refusals_without_a_clause(text: str, code: str) -> None:
    assert refused(dealt("2c 9d Ah 4s 5s 6s", "7d 8d 9c Th Jh 2s"), text) == (code, "")


def test_refusals_out_of_turn_and_after_the_end() -> None:
    deal = dealt("2c 9d Ah 4s 5s 6s", "7d 8d 9c Th Jh 2s")
    with pytest.raises(Refused, match="turn"):
        deal.apply("7d", seat=1)
    assert refused(random_deal(1, 2), "7d") == ("over", "")


def test_refusals_name_what_may_be_played() -> None:
    deal = play(dealt("2c 9d Kh 4s 5s 6s", "7c 8c Th Jh 2s As"), "2c")
    with pytest.raises(Refused) as caught:
        deal.apply("Th")
    assert caught.value.params == {"card": "Th", "playable": ["7c", "8c"]}


def test_events_name_the_suit_declared() -> None:
    deal = play(dealt("2c 9d Ah 4s 5s As", "7d 8d 9c Th Jh 2s"), "As=h", "Th")
    assert deal.events(None)[:3] == [
        {"seat": 0, "event": "ace_as_heart", "card": "As"},
        {"seat": 1, "event": "play", "card": "Th"},
        {"seat": 0, "event": "trick", "cards": ["As", "Th"]},
    ]
    other = play(dealt("2c 9d Ah 4s 5s As", "7d 8d 9c Th Jh 2s"), "As=s")
    assert other.events(1) == [{"seat": 0, "event": "ace_as_spade", "card": "As"}]


def test_observation() -> None:
    deal = play(dealt("2c 9d Kh 4s 5s 6s", "7c 8c Th Jh 2s As"), "2c", "7c", "8c")
    seen = deal.observe(0)
    assert seen["trick"] == [{"seat": 1, "card": "8c"}]
    assert seen["last"] == {
        "trick": [{"seat": 0, "card": "2c"}, {"seat": 1, "card": "7c"}],
        "winner": 1,
    }
    assert set(seen["hand"]) == hand(deal, 0)
    assert "hand" not in deal.observe(None)


@pytest.mark.parametrize(
    "options", [{"void": "off"}, {"values": "modern"}, {"target": 0}, {"max_deals": True}]
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="option_value"):
        set_up(2, **options)
