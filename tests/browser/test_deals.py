"""A whole deal of each game by mouse or touch, and by nothing but keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.room import DESK, PHONE, At, Chooser, Keys, Look
from tests.browser.support import Come

POINTING = {
    "rockaway": Look(lang="ru", size=PHONE, touch=True),
    "ladder_rummy": Look(lang="en", size=PHONE, touch=True, dark=True),
    "two_ten_jack": Look(lang="en", size=DESK, still=False),
    "fifteen": Look(lang="ru", size=DESK, dark=True),
    "two_handed_hearts": Look(lang="ru", size=PHONE),
    "chain": Look(lang="ru", size=PHONE, touch=True),
}
TYPING = {
    "rockaway": Look(lang="en", size=DESK, still=False),
    "ladder_rummy": Look(lang="ru", size=DESK),
    "two_ten_jack": Look(lang="ru", size=PHONE, dark=True),
    "fifteen": Look(lang="en", size=PHONE),
    "two_handed_hearts": Look(lang="en", size=DESK, dark=True, still=False),
    "chain": Look(lang="en", size=DESK),
}


def nothing_beside_the_page(at: At) -> None:
    """The page is not wider than the window."""
    page = at.page
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def every_figure_tells_its_reasons(at: At) -> None:
    """Each score of the sheet, pressed, shows reasons."""
    row = at.shown["sheet"][-1]
    figures = at.page.locator(".felt-box .panel tbody tr:not(.total)").last.get_by_role("button")
    expect(figures).to_have_text([str(score) for score in row["scores"]])
    for seat, reasons in enumerate(row["reasons"]):
        assert sum(reason["points"] for reason in reasons) == row["scores"][seat]
        at.hands.press(figures.nth(seat))
        expect(figures.nth(seat)).to_have_attribute("aria-expanded", "true")
        told = at.page.locator(".felt-box .why li")
        expect(told.first).to_be_visible()


def whole_deal(at: At) -> None:
    acts = at.play(Chooser())
    assert acts
    assert at.phase in ("between", "over")
    expect(at.page.locator(".felt-box > .panel h2").first).to_be_visible()
    every_figure_tells_its_reasons(at)
    nothing_beside_the_page(at)


@pytest.mark.parametrize("game", POINTING)
def test_a_deal_by_mouse_or_touch(visitor: Come, game: str) -> None:
    whole_deal(visitor(POINTING[game]).sit(game))


@pytest.mark.parametrize("game", TYPING)
def test_a_deal_by_keys_alone(visitor: Come, game: str) -> None:
    at = visitor(TYPING[game]).sit(game)
    at.hands = Keys(at.page)
    whole_deal(at)
