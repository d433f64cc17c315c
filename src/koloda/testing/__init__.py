"""The conformance suite: what every game must keep, asked of any rules module.

``check_game(game, seed)`` plays a deal and a short match at random and runs every check on
them; ``every_setup(rules)`` lists the set-ups worth asking; ``small`` makes short-pack set-ups,
``count`` and ``worlds`` look at the whole tree of one; ``altered`` breaks a game on purpose.
This room knows no game by name.
"""

from koloda.deal import Game
from koloda.testing import conformance, hidden, matches
from koloda.testing.broken import altered
from koloda.testing.counts import Counts, check_redeal_exact, count
from koloda.testing.setups import every_setup
from koloda.testing.small import Small, small
from koloda.testing.walk import Step, Walk

CHECKS = (*conformance.CHECKS, *hidden.CHECKS, *matches.CHECKS)
"""Every check, each a function of a ``Walk``."""


def check_game(game: Game, seed: int = 0) -> None:
    """Run every check on one random deal (and match) of the game.

    Raises AssertionError with a message that names the game, the seed and the step.
    """
    walk = Walk(game, seed)
    for check in CHECKS:
        check(walk)


__all__ = [
    "CHECKS",
    "Counts",
    "Small",
    "Step",
    "Walk",
    "altered",
    "check_game",
    "check_redeal_exact",
    "count",
    "every_setup",
    "small",
]
