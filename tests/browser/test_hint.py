"""Hints: an act that is legal, in words, and what it is worth."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.room import DESK, PHONE, PLAYERS, Act, At, Chooser, Look, doing
from tests.browser.support import Come

from koloda.locales import translator

ASKED = {
    "rockaway": ("en", "button", PHONE),
    "ladder_rummy": ("ru", "key", PHONE),
    "two_ten_jack": ("en", "key", DESK),
    "fifteen": ("ru", "button", DESK),
    "two_handed_hearts": ("ru", "button", PHONE),
    "chain": ("en", "button", PHONE),
}
"""The language in which a hint is asked for, how, and the size of the window."""


def ask(at: At, lang: str, by: str) -> Locator:
    """Ask for a hint; where it is told."""
    if by == "key":
        at.page.keyboard.press("h")
    else:
        name = translator(lang).text("web", "hint")
        at.page.get_by_role("button", name=name, exact=True).click()
    told = at.page.locator(".advice")
    expect(told).to_be_in_viewport(ratio=1)
    return told


def to_a_choice(at: At) -> None:
    """Play on to where there is something to choose that has a button."""
    choose = Chooser()
    while len(at.legal) < 2 or any(act.verb == "take" for act in at.legal):
        at.act(choose(at.legal))


def button_of(at: At, act: Act) -> Locator:
    """The button of an act, its cards chosen."""
    for place in at.hands.places(act.cards):
        at.hands.choose(place)
    return at.page.locator(f".actions {doing(act.text)}")


def figure(worth: float) -> str:
    """Points as a hint tells them in English."""
    points = Decimal(repr(worth)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return f"{points:+}".replace("-", "\u2212") if points else "0.0"


@pytest.mark.parametrize("game", PLAYERS)
def test_a_hint_names_a_legal_act_and_its_worth(visitor: Come, game: str) -> None:
    lang, by, size = ASKED[game]
    at = visitor(Look(lang=lang, size=size, prefs={"steps": "two"})).sit(game, "11")
    to_a_choice(at)
    told = ask(at, lang, by)
    act = next(act for act in at.legal if act.text == at.advice["text"])
    button = button_of(at, act)
    says = translator(lang).text("web", "hint.says", move=button.inner_text())
    expect(told.locator(".move")).to_have_text(says)
    worth = told.locator(".worth")
    candidates = at.advice["candidates"][:3]
    assert bool(candidates) == (game != "fifteen")  # which is solved, not searched
    for one in candidates:
        points = figure(one["mean"])
        expect(worth).to_contain_text(points if lang == "en" else points.replace(".", ","))
    assert at.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    at.after(lambda: at.hands.press(button))
    expect(told).to_have_count(0)
    assert at.play(Chooser(), most=1) or at.phase == "between"


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_only_act_that_is_left_is_told_as_such(visitor: Come, lang: str) -> None:
    """At 15 or more a turn has ended, and *stop* is not advice."""
    at, texts = visitor(Look(lang=lang, size=PHONE)).sit("fifteen"), translator(lang)
    while len(at.legal) > 1:
        at.act(next(act for act in at.legal if act.verb == "draw"))
    stop = texts.text("web", "act.stand")
    told = ask(at, lang, "button")
    expect(told).to_have_text(texts.text("web", "hint.only", move=stop))
    at.after(at.page.get_by_role("button", name=stop, exact=True).click)
    expect(told).to_have_count(0)


def test_a_hint_takes_the_place_of_what_was_refused(visitor: Come) -> None:
    at = visitor(Look()).sit("two_ten_jack")
    choose = Chooser()
    while len(at.legal) < 2 or len(at.legal) == len(at.hand):
        at.act(choose(at.legal))
    may = {card for act in at.legal for card in act.cards}
    forbidden = next(card for card in at.hand if card not in may)
    at.page.locator(f'.hand [data-card="{forbidden}"]').click()
    refused = at.page.locator(".mine [role=alert]")
    expect(refused).to_be_visible()
    ask(at, "en", "button")
    expect(refused).to_have_count(0)
