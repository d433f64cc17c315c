"""The suite is worth something: games broken on purpose are caught, each by the check meant
for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from koloda.cards import NO_CARD, bit, lowest
from koloda.deal import Game
from koloda.options import resolve
from koloda.rules import fifteen, rockaway
from koloda.rules.chance import seed_rng
from koloda.rules.contract import Json, Refused, ScoreItem, State
from koloda.testing import CHECKS, Walk, altered, check_game

Change = dict[str, Any]
SOUND: Any = rockaway
FIFTEEN: Any = fifteen


CHECK = {check.__name__: check for check in CHECKS}


def _catches(name: str, sound: Any, change: Change, **options: Any) -> bool:
    """Whether the check of that name notices the change within a few deals."""
    broken = altered(sound, **change)
    game = Game(broken, 2, resolve(broken, options))
    for seed in range(6):
        walk = Walk(game, seed)
        try:
            CHECK[name](walk)
        except AssertionError as told:
            return bool(str(told))
    return False


def _observe(**more: Callable[[State, int | None], Json]) -> Change:
    def observe(s: State, seat: int | None) -> Json:
        return SOUND.observe(s, seat) | {name: show(s, seat) for name, show in more.items()}

    return {"observe": observe}


def _leaks_other_hand() -> Change:
    return _observe(other=lambda s, seat: vars(s)["hand"][1 - (seat or 0)])


def _leaks_next_card() -> Change:
    return _observe(coming=lambda s, seat: s.pack[s.next] if s.next < s.size else NO_CARD)


def _leaks_stock_order_as_sum() -> Change:
    return _observe(sum=lambda s, seat: sum(i * c for i, c in enumerate(s.pack)) % 3)


def _leaks_to_spectators() -> Change:
    return _observe(all=lambda s, seat: None if seat is not None else list(vars(s)["hand"]))


def _observation_is_no_json() -> Change:
    return _observe(seats=lambda s, seat: (0, 1))


def _events_leak_the_drawn_card() -> Change:
    def events(before: Any, after: Any, action: int, seat: int | None) -> Json:
        return SOUND.events(before, after, action, before.actor)

    return {"events": events}


def _events_leak_the_next_card() -> Change:
    def events(before: Any, after: Any, action: int, seat: int | None) -> Json:
        told = SOUND.events(before, after, action, seat)
        return [event | {"next": after.pack[after.next % after.size]} for event in told]

    return {"events": events}


def _legal_reads_the_stock() -> Change:
    def legal(s: Any, out: list[int]) -> int:
        n: int = SOUND.legal(s, out)
        return n - 1 if n > 1 and s.next < s.size and s.pack[s.next] % 2 else n

    return {"legal": legal}


def _loses_a_card() -> Change:
    def apply(s: Any, action: int) -> None:
        SOUND.apply(s, action)
        if s.turn == 3 and s.hand[s.actor] & (s.hand[s.actor] - 1):
            s.hand[s.actor] &= s.hand[s.actor] - 1

    return {"apply": apply}


def _names_the_stock_otherwise() -> Change:
    def places(s: Any) -> dict[str, list[int]]:
        found = SOUND.places(s)
        return {("talon" if name == "stock" else name): cards for name, cards in found.items()}

    return {"places": places}


def _doubles_a_card() -> Change:
    def apply(s: Any, action: int) -> None:
        SOUND.apply(s, action)
        if s.turn == 2:
            s.hand[s.actor] |= bit(s.pile[0])

    return {"apply": apply}


def _redeal_loses_a_card() -> Change:
    def redeal(s: Any, seat: int) -> None:
        SOUND.redeal(s, seat)
        if s.hand[1 - seat] & (s.hand[1 - seat] - 1):
            s.hand[1 - seat] &= s.hand[1 - seat] - 1

    return {"redeal": redeal}


def _redeal_does_nothing() -> Change:
    return {"redeal": lambda s, seat: None}


def _redeal_only_shuffles_the_stock() -> Change:
    def redeal(s: Any, seat: int) -> None:
        stock = sorted(s.pack[s.next : s.size])
        random.Random(s.rng).shuffle(stock)
        s.pack[s.next : s.size] = stock

    return {"redeal": redeal}


def _redeal_depends_on_the_truth() -> Change:
    def redeal(s: Any, seat: int) -> None:
        seed_rng(s, (s.rng + s.hand[1 - seat]) & bit(62) - 1)
        SOUND.redeal(s, seat)

    return {"redeal": redeal}


def _redeal_leaves_a_trace() -> Change:
    def redeal(s: Any, seat: int) -> None:
        trace = s.hand[1 - seat]
        SOUND.redeal(s, seat)
        s.barred[seat] = trace

    return {"redeal": redeal}


def _redeal_takes_own_cards() -> Change:
    return {"redeal": lambda s, seat: SOUND.redeal(s, 1 - seat)}


def _accepts_an_illegal_act() -> Change:
    def refuse(s: State, action: int) -> Refused | None:
        refusal: Refused | None = SOUND.refuse(s, action)
        return None if refusal is not None and refusal.clause == "R-7" else refusal

    return {"refuse": refuse}


def _refuses_a_legal_act() -> Change:
    def refuse(s: State, action: int) -> Refused | None:
        return Refused("no_draw", "R-8") if action == SOUND.DRAW else SOUND.refuse(s, action)

    return {"refuse": refuse}


def _refusal_changes_the_state() -> Change:
    def refuse(s: State, action: int) -> Refused | None:
        refusal: Refused | None = SOUND.refuse(s, action)
        s.turn += refusal is not None
        return refusal

    return {"refuse": refuse}


def _refusal_names_no_clause() -> Change:
    def refuse(s: State, action: int) -> Refused | None:
        refusal: Refused | None = SOUND.refuse(s, action)
        return refusal and Refused(refusal.code, "", **refusal.params)

    return {"refuse": refuse}


def _refusal_names_a_clause_of_another_game() -> Change:
    def refuse(s: State, action: int) -> Refused | None:
        refusal: Refused | None = SOUND.refuse(s, action)
        return refusal and Refused(refusal.code, "F-4", **refusal.params)

    return {"refuse": refuse}


def _refusal_tells_the_stock() -> Change:
    def refuse(s: State, action: int) -> Refused | None:
        refusal: Refused | None = SOUND.refuse(s, action)
        return refusal and Refused(refusal.code, refusal.clause, pack=s.pack[s.next : s.size])

    return {"refuse": refuse}


def _spells_tens_with_two_digits() -> Change:
    return {"spell": lambda s, action: SOUND.spell(s, action).replace("T", "10")}


def _spells_two_acts_alike() -> Change:
    return {"spell": lambda s, action: SOUND.spell(s, action).replace("7", "6")}


def _reads_another_act() -> Change:
    def parse(s: State, text: str) -> int:
        code: int = SOUND.parse(s, text)
        return code ^ 1 if code < 2 else code

    return {"parse": parse}


def _crashes_on_a_senseless_text() -> Change:
    def parse(s: State, text: str) -> int:
        assert not text.startswith("add"), "read as a lay-off"
        return SOUND.parse(s, text)  # type: ignore[no-any-return]

    return {"parse": parse}


def _order_is_random() -> Change:
    def legal(s: State, out: list[int]) -> int:
        n: int = SOUND.legal(s, out)
        out[:n] = random.sample(out[:n], n)
        return n

    return {"legal": legal}


def _lists_an_act_twice() -> Change:
    def legal(s: State, out: list[int]) -> int:
        n: int = SOUND.legal(s, out)
        out[n] = out[0]
        return n + 1

    return {"legal": legal}


def _legal_writes_to_the_state() -> Change:
    def legal(s: State, out: list[int]) -> int:
        s.rng += 1
        return SOUND.legal(s, out)  # type: ignore[no-any-return]

    return {"legal": legal}


def _apply_draws_chance() -> Change:
    def apply(s: State, action: int) -> None:
        SOUND.apply(s, action)
        s.rng += 1

    return {"apply": apply}


def _apply_throws_dice() -> Change:
    def apply(s: Any, action: int) -> None:
        SOUND.apply(s, action)
        s.passes = random.randrange(1000)

    return {"apply": apply}


def _apply_counts_no_turn() -> Change:
    def apply(s: State, action: int) -> None:
        turn = s.turn
        SOUND.apply(s, action)
        s.turn = turn

    return {"apply": apply}


def _state_holds_a_bool() -> Change:
    def apply(s: Any, action: int) -> None:
        SOUND.apply(s, action)
        s.over = bool(s.over)

    return {"apply": apply}


def _state_grows() -> Change:
    def apply(s: Any, action: int) -> None:
        SOUND.apply(s, action)
        s.drew.append(0)

    return {"apply": apply}


def _state_has_a_secret_field() -> Change:
    def apply(s: Any, action: int) -> None:
        SOUND.apply(s, action)
        s.last = action

    return {"apply": apply}


def _never_ends() -> Change:
    def apply(s: Any, action: int) -> None:
        kept = s.copy()
        SOUND.apply(s, action)
        if s.over:
            vars(s).update(vars(kept))

    return {"apply": apply}


def _score_is_not_explained() -> Change:
    return {"score": lambda s, seat: SOUND.score(s, seat) + 1}


def _explains_too_much() -> Change:
    def explain(s: State, seat: int) -> list[ScoreItem]:
        return [*SOUND.explain(s, seat), ScoreItem("bonus", 5)]

    return {"explain": explain}


def _who_went_out_is_charged() -> Change:
    def explain(s: State, seat: int) -> list[ScoreItem]:
        return [*SOUND.explain(s, seat), ScoreItem("left", 2)]

    return {"score": lambda s, seat: SOUND.score(s, seat) + 2, "explain": explain}


def _option_is_forgotten() -> Change:
    def prepare(s: Any, carry: Json) -> None:
        SOUND.prepare(s, carry)
        s.draw = 0

    return {"prepare": prepare}


BREAKS: list[tuple[Callable[[], Change], str]] = [
    (_leaks_other_hand, "check_redeal"),
    (_leaks_next_card, "check_redeal"),
    (_leaks_stock_order_as_sum, "check_redeal"),
    (_leaks_to_spectators, "check_redeal"),
    (_observation_is_no_json, "check_observations"),
    (_events_leak_the_drawn_card, "check_transitions"),
    (_events_leak_the_next_card, "check_transitions"),
    (_legal_reads_the_stock, "check_redeal"),
    (_loses_a_card, "check_conservation"),
    (_doubles_a_card, "check_conservation"),
    (_names_the_stock_otherwise, "check_conservation"),
    (_redeal_loses_a_card, "check_redeal"),
    (_redeal_loses_a_card, "check_playing_on"),
    (_redeal_does_nothing, "check_redeal_variety"),
    (_redeal_only_shuffles_the_stock, "check_redeal_variety"),
    (_redeal_depends_on_the_truth, "check_redeal_independence"),
    (_redeal_depends_on_the_truth, "check_views"),
    (_redeal_leaves_a_trace, "check_redeal_independence"),
    (_redeal_takes_own_cards, "check_redeal"),
    (_accepts_an_illegal_act, "check_refusals"),
    (_refuses_a_legal_act, "check_refusals"),
    (_refuses_a_legal_act, "check_quiet"),
    (_refusal_changes_the_state, "check_refusals"),
    (_refusal_changes_the_state, "check_deal_refuses"),
    (_refusal_names_no_clause, "check_refusals"),
    (_refusal_names_a_clause_of_another_game, "check_refusals"),
    (_refusal_tells_the_stock, "check_redeal"),
    (_spells_tens_with_two_digits, "check_spelling"),
    (_spells_two_acts_alike, "check_spelling"),
    (_reads_another_act, "check_spelling"),
    (_crashes_on_a_senseless_text, "check_refusals"),
    (_order_is_random, "check_legal"),
    (_lists_an_act_twice, "check_legal"),
    (_legal_writes_to_the_state, "check_quiet"),
    (_apply_draws_chance, "check_apply"),
    (_apply_throws_dice, "check_apply"),
    (_apply_throws_dice, "check_determinism"),
    (_apply_counts_no_turn, "check_turns"),
    (_state_holds_a_bool, "check_fields"),
    (_state_grows, "check_fields"),
    (_state_has_a_secret_field, "check_fields"),
    (_never_ends, "check_termination"),
    (_score_is_not_explained, "check_scores"),
    (_explains_too_much, "check_scores"),
    (_who_went_out_is_charged, "check_scores"),
    (_who_went_out_is_charged, "check_records"),
    (_option_is_forgotten, "check_set_up"),
]


@pytest.mark.parametrize(
    ("change", "check"), BREAKS, ids=[f"{c.__name__[1:]}-{n}" for c, n in BREAKS]
)
def test_a_broken_game_is_caught(change: Callable[[], Change], check: str) -> None:
    options = {"draw": "strict"} if change is _option_is_forgotten else {}
    assert _catches(check, SOUND, change(), **options)


@pytest.mark.parametrize("name", CHECK)
def test_a_sound_copy_is_not_caught(name: str) -> None:
    assert not _catches(name, SOUND, {})


def test_every_check_but_none_too_many_is_proved_to_bite() -> None:
    proved = {name for _, name in BREAKS} | {"check_events", "check_match"}
    assert proved == {check.__name__ for check in CHECKS}


def test_check_game_raises() -> None:
    broken = altered(SOUND, **_loses_a_card())
    with pytest.raises(AssertionError, match="cards lost or doubled"):
        check_game(Game(broken, 2, resolve(broken, {})), 1)


def test_a_bust_told_at_once_is_caught() -> None:
    """Fifteen, F-5: nobody may see from outside how a turn ended."""

    def observe(s: Any, seat: int | None) -> Json:
        bust = [s.turn > 0 and FIFTEEN.total(s, p) > FIFTEEN.GOAL for p in range(2)]
        return FIFTEEN.observe(s, seat) | {"bust": bust}

    assert _catches("check_redeal", FIFTEEN, {"observe": observe})


def test_events_without_a_word_are_caught() -> None:
    assert _catches("check_events", SOUND, {"events": lambda b, a, action, seat: [{"seat": 0}]})


def test_a_settlement_that_pays_too_much_is_caught() -> None:
    def settle(s: State, totals: list[int]) -> Any:
        settled = SOUND.settle(s, totals)
        return type(settled)(settled.winners, tuple(gain + 1 for gain in settled.gains))

    assert _catches("check_match", SOUND, {"settle": settle}, target=1)


def test_altered_leaves_the_original_alone() -> None:
    broken: Any = altered(SOUND, POINTS=(1,) * 13)
    state = Game(SOUND, 2, resolve(SOUND, {})).deal(seed=1).state
    assert broken.score(state, 0) == 7
    assert SOUND.score(state, 0) > 7
    with pytest.raises(AttributeError):
        altered(SOUND, no_such_name=1)
    assert lowest(bit(3)) == 3
