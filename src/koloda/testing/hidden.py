"""What seats may see: observations, events and views must not depend on hidden cards.

``redeal`` is the touchstone: it lays every card that a seat can't know anew. Whatever the seat
is shown must stay as it was, byte by byte; and the world it makes must depend on nothing but
what the seat knows. Checks take a ``Walk`` and raise AssertionError.
"""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any

from koloda.deal import View
from koloda.rules.chance import seed_rng
from koloda.rules.contract import Rules, State
from koloda.testing.conformance import check_places, check_state, near_misses
from koloda.testing.walk import Walk, legal_codes, outcome


def dealt_anew(rules: Rules[Any], state: State, seat: int, seed: int) -> State:
    """A copy of the state in which all that ``seat`` can't know has been dealt from ``seed``."""
    world = state.copy()
    seed_rng(world, seed)
    rules.redeal(world, seat)
    return world


def seen(walk: Walk, state: State, seat: int | None) -> bytes:
    """What the seat is shown, as the bytes that would be sent."""
    return json.dumps(walk.at(state).observe(seat), allow_nan=False).encode()


def _moments(walk: Walk, purpose: str, n: int, seats: int) -> list[tuple[int, State, int]]:
    """Step number, state and seat for the expensive checks: a sample and the end."""
    found = []
    states = walk.states()
    for i, k in enumerate([*walk.sample(purpose, n), len(walk.steps)]):
        state = states[k]
        order = walk.seats(f"{purpose}/{i}", walk.game.players)
        found += [(k, state, seat) for seat in order[:seats]]
    return found


def check_observations(walk: Walk) -> None:
    """Each seat and a spectator are shown plain JSON; a spectator no more than any seat."""
    for k in [*walk.sample("observe", 10), len(walk.steps)]:
        deal = walk.at(walk.states()[k])
        for seat in (None, *range(walk.game.players)):
            shown = deal.observe(seat)
            where = f"{walk!r} step {k} seat {seat}"
            assert json.loads(json.dumps(shown, allow_nan=False)) == shown, f"{where}: not JSON"
            assert shown == deal.observe(seat), f"{where}: shown otherwise the second time"
            assert shown["seat"] == seat, f"{where}: shown as seat {shown['seat']}"
            shown.clear()  # what was shown is the watcher's own: no part of the deal
            assert deal.observe(seat), f"{where}: an observation is shared"


def check_events(walk: Walk) -> None:
    """Events are plain JSON with a seat and a word, the same words for every watcher."""
    deal = walk.replay(len(walk.steps))
    told = [deal.events(seat) for seat in (None, *range(walk.game.players))]
    for events in told:
        assert json.loads(json.dumps(events, allow_nan=False)) == events, f"{walk!r}: not JSON"
        for event in events:
            assert type(event.get("event")) is str, f"{walk!r}: event without a word: {event}"
            assert event.get("seat") in (None, *range(walk.game.players)), f"{walk!r}: {event}"
    outlines = [[(event["seat"], event["event"]) for event in events] for events in told]
    for seat, outline in enumerate(outlines[1:]):
        assert outline == outlines[0], f"{walk!r}: seat {seat} is told of other events"


def check_redeal(walk: Walk) -> None:
    """After ``redeal`` the seat sees the same, may do the same and is refused the same; so is a
    spectator; every card is still in one place; only hidden things and ``rng`` have changed."""
    rules, pack = walk.rules, sorted(walk.deal.pack)
    for k, state, seat in _moments(walk, "redeal", 16, 2):
        where = f"{walk!r} step {k} seat {seat}"
        world = dealt_anew(rules, state, seat, walk.seed + k)
        check_state(world, f"{where}, redealt")
        check_places(walk, world, pack, f"{where}, redealt")
        for watcher in (seat, None):
            shown, still = seen(walk, state, watcher), seen(walk, world, watcher)
            message = f"{where}: redeal changed what {watcher} sees:\n{shown!r}\n{still!r}"
            assert shown == still, message
        if seat == state.actor and not state.over:
            legal = legal_codes(rules, world)
            assert legal == list(walk.steps[k].legal), f"{where}: redeal changed the legal acts"
            for text in near_misses(walk, k, 6):
                told, again = outcome(rules, state, text), outcome(rules, world, text)
                assert told == again, f"{where}: {text[:60]!r} {told} became {again}"
        for name in ("players", "dealer", "number", "actor", "over", "turn", "size", "next"):
            kept = getattr(world, name) == getattr(state, name)
            assert kept, f"{where}: redeal changed {name}"


def check_redeal_independence(walk: Walk) -> None:
    """The same seed gives the same world, whatever world it starts from: what ``redeal`` makes
    is a function of the seat's knowledge alone."""
    rules = walk.rules
    for k, state, seat in _moments(walk, "independence", 16, 2):
        seed = walk.seed + 1000 + k
        one = dealt_anew(rules, state, seat, seed)
        other = dealt_anew(rules, dealt_anew(rules, state, seat, seed + 1), seat, seed)
        names = [name for name in state.FIELDS if getattr(one, name) != getattr(other, name)]
        assert one == other, (
            f"{walk!r} step {k} seat {seat}: redeal depends on hidden cards (fields {names})"
        )


def check_redeal_variety(walk: Walk) -> None:
    """From the start of a deal ``redeal`` gives every other seat other cards now and then."""
    state = walk.deal.state
    for seat in walk.seats("variety", 2):
        others = {p for p in range(walk.game.players) if p != seat}
        for seed in range(12):
            world = dealt_anew(walk.rules, state, seat, seed)
            others -= {p for p in others if seen(walk, world, p) != seen(walk, state, p)}
            if not others:
                break
        assert not others, f"{walk!r} seat {seat}: redeal left {others} their true cards"


def check_playing_on(walk: Walk) -> None:
    """A redealt world is a whole deal: it can be played to its end."""
    for k, state, seat in _moments(walk, "playing on", 4, 1):
        world = dealt_anew(walk.rules, state, seat, walk.seed + 2000 + k)
        _play_out(walk, world, walk.bound - k, f"{walk!r} step {k} seat {seat}, redealt")


def _play_out(walk: Walk, world: State, bound: int, where: str) -> None:
    random, pack = Random(walk.seed), sorted(walk.deal.pack)
    for _ in range(bound):
        if world.over:
            break
        codes = legal_codes(walk.rules, world)
        assert codes, f"{where}: nothing is legal"
        walk.rules.apply(world, random.choice(codes))
        check_places(walk, world, pack, where)
    assert world.over, f"{where}: not over after {bound} more acts"
    assert walk.rules.audit(world), f"{where}: scores do not add up (audit)"
    for seat in range(walk.game.players):
        told = sum(item.points for item in walk.rules.explain(world, seat))
        assert told == walk.rules.score(world, seat), f"{where}: seat {seat} is not explained"


def check_transitions(walk: Walk) -> None:
    """Events tell no hidden thing: where a seat (or a spectator) sees the same before and after
    the same act in two worlds, he is told the same."""
    rules = walk.rules
    for k, state, seat in _moments(walk, "transitions", 20, 2):
        if state.over:
            continue
        step = walk.steps[k]
        world = dealt_anew(rules, state, seat, walk.seed + 3000 + k)
        if step.action not in legal_codes(rules, world):
            continue
        after = world.copy()
        rules.apply(after, step.action)
        for watcher in (seat, None):
            if seen(walk, after, watcher) != seen(walk, step.after, watcher):
                continue  # he drew a card, or the hands were laid open: told in other words
            told = rules.events(step.before, step.after, step.action, watcher)
            again = rules.events(world, after, step.action, watcher)
            assert told == again, f"{walk!r} step {k}: events tell {watcher} {told}, not {again}"


def check_views(walk: Walk) -> None:
    """A ``View`` is the same whichever world the seat is in, and holds no more than it names."""
    rules = walk.rules
    for k in walk.sample("views", 4):
        deal = walk.replay(k)
        seat = deal.state.actor
        twin = deal.copy()
        twin.state = dealt_anew(rules, deal.state, seat, walk.seed + 4000 + k)
        where = f"{walk!r} step {k}"
        view, other = deal.view(seat, walk.seed), twin.view(seat, walk.seed)
        assert vars(view).keys() == {field.name for field in fields(View)}, f"{where}: a view"
        assert view == other, f"{where}: the view of seat {seat} depends on hidden cards"
        assert view.state is not deal.state, f"{where}: the view holds the truth"
        assert {*view.carry} <= {*rules.PUBLIC_CARRY}, f"{where}: the view has a secret carry"
        assert view.legal_actions() == deal.legal_actions(), f"{where}: a view may do other things"
        assert list(view.events) == deal.events(seat), f"{where}: a view has other events"


CHECKS = (
    check_observations,
    check_events,
    check_redeal,
    check_redeal_independence,
    check_redeal_variety,
    check_playing_on,
    check_transitions,
    check_views,
)
