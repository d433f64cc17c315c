"""Cards move, and keep still for who prefers that."""

from __future__ import annotations

import pytest
from tests.browser.room import PLAYERS, Chooser, Look
from tests.browser.support import Come

from koloda.rules import SHELF

WATCH = """() => {
    window.moved = []
    const note = (motion) => {
        const { duration } = motion.effect.getComputedTiming()
        if (duration > 0) window.moved.push(motion.effect.target.className)
    }
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...how) {
        const motion = animate.apply(this, how)
        note(motion)
        return motion
    }
    const look = () => document.getAnimations().forEach(note)
    for (const kind of ['transitionrun', 'animationstart']) addEventListener(kind, look, true)
}"""
"""Notes whatever begins to move from now on, however short it may be."""


@pytest.mark.parametrize("still", [True, False], ids=["still", "moving"])
@pytest.mark.parametrize("game", PLAYERS)
def test_nothing_moves_for_who_prefers_that(visitor: Come, game: str, still: bool) -> None:
    look = Look(still=still, prefs={"speed": 1})
    at = visitor(look).sit(game, players=SHELF[game].MIN_PLAYERS)
    at.page.evaluate(WATCH)
    at.play(Chooser(), most=2)
    moved = at.page.evaluate("window.moved")
    assert (moved == []) == still, moved
