"""What every game must keep: plain checks of one deal played at random.

Each check takes a ``Walk`` (a game and a seed, played out), returns nothing, and raises
AssertionError with a telling message. ``koloda.testing.hidden`` asks what seats may see;
``check_game`` runs all. A seventh game can run them as they are.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from koloda.cards import NAMES
from koloda.deal import Deal
from koloda.options import OptionError, resolve
from koloda.rules.contract import Refused, Rules, State
from koloda.testing.walk import Walk, legal_codes, outcome

NO_CLAUSE = {"syntax", "hand", "turn", "over"}
_CLAUSES = re.compile(r"\b([A-Z]+)-1 \.\. \1-([1-9]\d*)\b")
_WORD = re.compile(r"[a-z]+(_[a-z0-9]+)*")
_CARD = r"(?:[2-9TJQKA][cdhs]|X[12])"
_TOKEN = re.compile(rf"[a-z]+|[1-9]\d*|{_CARD}|X[12]=[2-9TJQKA]|As=[sh]")
_HOSTILE = (
    "", " ", "?", "??", "X", "X1", "X1=T", "X2=", "=s", "As=s", "As=h", "As=d", "1c", "10d", "T",
    "tD", "6H", "6h 6h", "6h\x00", "é", "٣h", "draw", "draw draw", "draw 6h", "DRAW", "pass",
    "stand", "stock", "decline", "end", "end end", "take", "take 9c", "take 9c 8c", "take ??",
    "meld", "meld Th", "meld Th Td Tc", "meld Th Th Td", "meld 6s 7s 8s 9s", "meld Qs Ks As 2s",
    "add", "add Qh", "add Qh to", "add Qh to 0", "add Qh to -1", "add Qh to 2", "add Qh to ²",
    "add Qh to 1.0", "add Qh to 00000001", "add Qh to 99999999999999999999999",
    "add Qh to " + "9" * 5000, "discard", "discard 4s", "discard 4s 5s", "new", "new X1", "new 8s",
    "new 8s 9c Tc", "new X1 X2", "new X1=8 9c", "new 8s 8c", "extend", "extend 1", "extend 1 low",
    "extend 1 low 7s", "extend 1 high Jd low 7s", "extend 2 low 7s 6d high Jd", "extend 0 high 2c",
    "extend ² low 7s", "extend " + "9" * 5000 + " low 7s", "lone", "lone 5c", "lone X1",
    "lone X1=5", "A" * 10_000, "6h " * 5000,
)  # fmt: skip
"""Moves of all games and things that are none; each must be read or refused, never crash."""


def clauses(rules: Rules[Any]) -> set[str]:
    """The clauses of the game's rules page, from the module's docstring: ``R-1 .. R-14``."""
    named = _CLAUSES.search(rules.__doc__ or "")
    assert named, f"{rules.ID}: the docstring does not say which clauses there are (R-1 .. R-14)"
    return {f"{named[1]}-{n}" for n in range(1, int(named[2]) + 1)}


def check_set_up(walk: Walk) -> None:
    """The module names what the contract asks; options reach the state; bad ones are refused."""
    rules, state = walk.rules, walk.deal.state
    assert rules.SIGN in (1, -1), f"SIGN {rules.SIGN}"
    assert 1 < rules.MIN_PLAYERS <= walk.game.players <= rules.MAX_PLAYERS
    names = [option.name for option in rules.OPTIONS]
    assert len(set(names)) == len(names), f"{rules.ID}: an option is named twice"
    for option in rules.OPTIONS:
        where = f"{rules.ID}: option {option.name}"
        assert option.clause in clauses(rules), f"{where}: no clause {option.clause!r}"
        stands = getattr(state, option.field)
        wanted = option.encode(walk.game.options[option.name])
        assert stands == wanted, f"{walk!r}: option {option.name} is {stands} in the state"
    presets = list(rules.PRESETS.items())
    assert presets, f"{rules.ID}: no presets"
    assert not presets[0][1], f"{rules.ID}: the first preset is the default game"
    for name, _ in presets:
        resolve(rules, {}, name)
    try:
        resolve(rules, {"no such option": 1})
    except OptionError:
        pass
    else:
        raise AssertionError(f"{rules.ID}: an unknown option is accepted")


def check_fields(walk: Walk) -> None:
    """A state holds its declared fields: ints of 64 bits, and lists of declared length; it goes
    through JSON and comes back equal."""
    for k, state in enumerate(walk.states()):
        check_state(state, f"{walk!r} step {k}")


def check_state(state: State, where: str) -> None:
    """One state keeps its declaration and survives JSON."""
    fields = vars(state)
    assert fields.keys() == state.FIELDS.keys(), (
        f"{where}: fields {sorted(fields.keys() ^ state.FIELDS.keys())} not as declared"
    )
    for name, length in state.FIELDS.items():
        value = fields[name]
        items = value if length else [value]
        assert type(items) is list, f"{where}: {name} is no list"
        assert len(items) == max(length, 1), f"{where}: {name} has {len(items)} items"
        for item in items:
            assert type(item) is int, f"{where}: {name} holds {item!r}, not an int"
            assert -(1 << 63) <= item < 1 << 63, f"{where}: {name} holds {item}, past 64 bits"
    again = type(state).from_json(json.loads(json.dumps(state.to_json())))
    assert again == state, f"{where}: JSON changed the state"


def check_conservation(walk: Walk) -> None:
    """Every card of the pack is in exactly one place, after every act; hands and stock are
    among the places, by the contract's names."""
    pack = sorted(walk.deal.pack)
    hidden = {"stock", *(f"hand {seat}" for seat in range(walk.game.players))}
    for k, state in enumerate(walk.states()):
        lacking = sorted(hidden - walk.rules.places(state).keys())
        assert not lacking, f"{walk!r} step {k}: no place {lacking}"
        check_places(walk, state, pack, f"{walk!r} step {k}")


def check_places(walk: Walk, state: State, pack: list[int], where: str) -> None:
    """The places of one state hold exactly the cards of ``pack`` (sorted)."""
    found = sorted(card for cards in walk.rules.places(state).values() for card in cards)
    if found != pack:
        wrong = {NAMES[c] for c in {*found, *pack} if found.count(c) != pack.count(c)}
        raise AssertionError(f"{where}: cards lost or doubled: {sorted(wrong)}")


def check_termination(walk: Walk) -> None:
    """The deal is over within its bound, and something is legal until then."""
    assert walk.end.over, f"{walk!r}: not over after {walk.bound} acts"
    for k, step in enumerate(walk.steps):
        assert not step.before.over, f"{walk!r} step {k}: over, but it went on"
        assert 0 <= step.before.actor < walk.game.players, f"{walk!r} step {k}: nobody's turn"


def check_turns(walk: Walk) -> None:
    """``turn`` counts ended turns: one more whenever another seat comes on turn, and at the end."""
    for k, step in enumerate(walk.steps):
        ended = step.after.turn - step.before.turn
        assert ended in (0, 1), f"{walk!r} step {k}: turn rose by {ended}"
        if step.after.over or step.after.actor != step.before.actor:
            assert ended == 1, f"{walk!r} step {k}: the turn is over, but none has ended"


def check_legal(walk: Walk) -> None:
    """Legal acts: some, in range, no two alike, in the same order each time, for one seat only."""
    for k, step in enumerate(walk.steps):
        where = f"{walk!r} step {k}"
        assert len(set(step.legal)) == len(step.legal), f"{where}: an act is listed twice"
        assert all(0 <= code < 1 << 62 for code in step.legal), f"{where}: a code out of range"
        for _ in range(2):
            again = legal_codes(walk.rules, step.before.copy())
            assert again == list(step.legal), f"{where}: the order of legal acts is not stable"
    for k in walk.sample("legal", 12):
        deal = walk.at(walk.steps[k].before)
        mine = [action.code for action in deal.legal_actions(deal.actor)]
        assert mine == list(walk.steps[k].legal), f"{walk!r} step {k}: Deal offers other acts"
        for seat in range(walk.game.players):
            if seat != deal.actor:
                assert not deal.legal_actions(seat), f"{walk!r} step {k}: seat {seat} may act"
                assert not deal.observe(seat)["legal"], f"{walk!r} step {k}: seat {seat} may act"
    end = walk.at(walk.end)
    assert not walk.end.over or end.legal_actions() == [], f"{walk!r}: legal acts after the end"


def check_spelling(walk: Walk) -> None:
    """One canonical spelling an act: distinct, in the plain alphabet, and read back as itself,
    with cards in any of the ways people write them."""
    rules = walk.rules
    for k, step in enumerate(walk.steps):
        where = f"{walk!r} step {k}"
        assert len(set(step.texts)) == len(step.texts), f"{where}: two acts are spelled alike"
        for code, text in zip(step.legal, step.texts, strict=True):
            plain = all(_TOKEN.fullmatch(token) for token in text.split(" "))
            assert plain, f"{where}: {text!r} is not canonical"
            read = rules.parse(step.before, text)
            assert read == code, f"{where}: {text!r} is read as {rules.spell(step.before, read)!r}"
        spaced = f"  {step.text.replace(' ', '   ')} "
        read = rules.parse(step.before, spaced)
        assert read == step.action, f"{where}: {spaced!r} is not read as {step.text!r}"


def near_misses(walk: Walk, k: int, n: int) -> list[str]:
    """Texts close to what is legal at step ``k``: cards changed, words dropped or doubled; moves
    of other moments of the deal; moves of other games; things that are no moves."""
    random = walk.random(f"near/{k}")
    step = walk.steps[k]
    cards = [NAMES[card] for card in sorted(set(walk.deal.pack))]
    texts = random.sample(_HOSTILE, n) + [random.choice(cards) for _ in range(n)]
    for _ in range(n):
        tokens = random.choice(random.choice(walk.steps).texts).split(" ")
        at = random.randrange(len(tokens))
        texts.append(" ".join(tokens))
        tokens = random.choice(step.texts).split(" ")
        at = random.randrange(len(tokens))
        change = random.randrange(4)
        if change == 0 and len(tokens) > 1:
            del tokens[at]
        elif change == 1:
            tokens.insert(at, random.choice(cards))
        elif change == 2 and tokens[at].isdigit():
            tokens[at] = str(random.randrange(12))
        else:
            spots = [i for i, token in enumerate(tokens) if re.match(_CARD, token)]
            if spots:
                tokens[random.choice(spots)] = random.choice(cards)
        texts.append(" ".join(tokens))
    return texts


def check_refusals(walk: Walk) -> None:
    """Over a pool of legal, illegal and senseless texts: what is refused is exactly what is not
    legal; a refusal has a code, and a clause or a good reason to have none; the state is left
    alone by reading, spelling and refusing."""
    for k in walk.sample("refusals", 14):
        step = walk.steps[k]
        kept = step.before.copy()
        for text in [*step.texts[:80], *near_misses(walk, k, 8)]:
            where = f"{walk!r} step {k}: {text[:60]!r}"
            found = outcome(walk.rules, kept, text)
            assert kept == step.before, f"{where} changed the state by being judged"
            _check_outcome(walk, step.before, step.legal, text, found, where)
    _check_hostile(walk)


def _check_outcome(
    walk: Walk,
    state: State,
    legal: tuple[int, ...],
    text: str,
    found: tuple[object, ...],
    where: str,
) -> None:
    if found[0] == "legal":
        assert found[1] in legal, f"{where} is accepted but not legal"
    else:
        _, code, clause, params = found
        assert text not in [walk.rules.spell(state, c) for c in legal], (
            f"{where} is legal but refused: {code} {clause}"
        )
        assert _WORD.fullmatch(str(code)), f"{where}: refusal code {code!r}"
        if code in NO_CLAUSE:
            assert clause == "", f"{where}: {code} has clause {clause}"
        else:
            assert clause in clauses(walk.rules), f"{where}: {code} names no clause: {clause!r}"
        assert json.loads(json.dumps(params)) == params, f"{where}: params {params} are not JSON"
    try:
        read = walk.rules.parse(state, text)
    except Refused:
        return
    spelled = walk.rules.spell(state, read)
    assert walk.rules.parse(state, spelled) == read, f"{where}: {spelled!r} is read otherwise"
    if found[0] == "refused":
        assert read not in legal, f"{where}: {spelled!r} is legal but refused ({found[1]})"


def _check_hostile(walk: Walk) -> None:
    k = walk.random("hostile").randrange(len(walk.steps))
    step = walk.steps[k]
    for text in _HOSTILE:
        where = f"{walk!r} step {k}: {text[:60]!r}"
        _check_outcome(
            walk, step.before, step.legal, text, outcome(walk.rules, step.before, text), where
        )


def check_deal_refuses(walk: Walk) -> None:
    """``Deal.apply`` leaves everything as it was when it refuses, and gives its reasons in the
    order over, turn, syntax, hand, clause."""
    for k in walk.sample("deal refuses", 5):
        deal = walk.replay(k)
        before = (deal.state.copy(), list(deal.moves), deal.events(None), deal.events(0))
        illegal = [
            text
            for text in near_misses(walk, k, 6)
            if outcome(walk.rules, deal.state, text)[0] == "refused"
        ]
        for text in illegal:
            _refused(deal, text, None, f"{walk!r} step {k}: {text[:60]!r}")
        other = (walk.steps[k].before.actor + 1) % walk.game.players
        for text in (walk.steps[k].text, "no move"):
            code = _refused(deal, text, other, f"{walk!r} step {k}")
            assert code == "turn", f"{walk!r} step {k}: another seat's act: {code}"
        code = _refused(deal, "no move", None, f"{walk!r} step {k}")
        assert code == "syntax", f"{walk!r} step {k}: senseless text: {code}"
        after = (deal.state, deal.moves, deal.events(None), deal.events(0))
        assert before == after, f"{walk!r} step {k}: a refusal changed the deal"
    if walk.end.over:
        code = _refused(walk.at(walk.end), "no move", 0, f"{walk!r} after the end")
        assert code == "over", f"{walk!r} after the end: {code}"


def _refused(deal: Deal, text: str, seat: int | None, where: str) -> str:
    try:
        deal.apply(text, seat)
    except Refused as refusal:
        return refusal.code
    raise AssertionError(f"{where}: {text[:60]!r} by seat {seat} was done, not refused")


def check_apply(walk: Walk) -> None:
    """Equal inputs give equal states; copies are independent; the generator of playouts is left
    alone; ``Deal.apply`` comes to the same state."""
    rules = walk.rules
    for k, step in enumerate(walk.steps):
        twins = [step.before.copy(), step.before.copy()]
        for twin in twins:
            twin.rng = 12345
            rules.apply(twin, step.action)
            assert twin.rng == 12345, f"{walk!r} step {k}: apply touched rng"
            twin.rng = step.after.rng
            assert twin == step.after, f"{walk!r} step {k}: equal inputs, other states"
        for i, state in enumerate((step.after, twins[1])):
            lists = [id(v) for v in vars(state).values() if type(v) is list]
            others = [id(v) for v in vars(twins[i - 1]).values() if type(v) is list]
            assert i == 0 or not {*lists} & {*others}, f"{walk!r} step {k}: copies share a list"
    for before, after in pairwise(walk.steps):
        assert before.after == after.before, f"{walk!r}: a state changed after it was left"
    deal = walk.replay(len(walk.steps))
    assert deal.state == walk.end, f"{walk!r}: Deal.apply came to another state"
    assert [move.action.code for move in deal.moves] == [step.action for step in walk.steps]


def check_quiet(walk: Walk) -> None:
    """Looking changes nothing: ``legal``, ``spell``, ``observe``, ``places``, ``bound``, and at
    the end ``score``, ``explain``, ``audit`` leave the state equal."""
    rules = walk.rules
    for k in [*walk.sample("quiet", 20), len(walk.steps)]:
        state = walk.states()[k]
        kept = state.copy()
        if not state.over:
            for code in legal_codes(rules, state):
                rules.spell(state, code)
                assert rules.refuse(state, code) is None, (
                    f"{walk!r} step {k}: {rules.spell(state, code)!r} is legal but refused"
                )
        for seat in (None, *range(walk.game.players)):
            rules.observe(state, seat)
        rules.places(state)
        rules.bound(state)
        if state.over:
            rules.audit(state)
            for seat in range(walk.game.players):
                rules.score(state, seat)
                rules.explain(state, seat)
        assert state == kept, f"{walk!r} step {k}: looking at the state changed it"


def check_scores(walk: Walk) -> None:
    """Scores are explained item by item, net sums to zero, and the game's own identity holds."""
    if not walk.end.over:
        return
    deal = walk.at(walk.end)
    assert sum(deal.net) == 0, f"{walk!r}: net {deal.net} does not sum to zero"
    assert walk.rules.audit(walk.end), f"{walk!r}: scores {deal.scores} do not add up (audit)"
    for seat, score in enumerate(deal.scores):
        items = deal.explain(seat)
        assert type(score) is int, f"{walk!r}: score {score!r}"
        told = sum(item.points for item in items)
        assert told == score, f"{walk!r}: seat {seat} scores {score}, explained {told}"
        for item in items:
            assert _WORD.fullmatch(item.reason), f"{walk!r}: reason {item.reason!r}"
            assert {*item.cards} <= {*NAMES}, f"{walk!r}: cards {item.cards}"


def check_determinism(walk: Walk) -> None:
    """The same game and seed give the same deal and the same walk."""
    again = Walk(walk.game, walk.seed, walk.given)
    assert again.deal.pack == walk.deal.pack, f"{walk!r}: another pack from the same seed"
    assert again.steps == walk.steps, f"{walk!r}: another walk from the same seed"
    assert again.end == walk.end, f"{walk!r}: another walk from the same seed"


CHECKS = (
    check_set_up,
    check_fields,
    check_conservation,
    check_termination,
    check_turns,
    check_legal,
    check_spelling,
    check_refusals,
    check_deal_refuses,
    check_apply,
    check_quiet,
    check_scores,
    check_determinism,
)
