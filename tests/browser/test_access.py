"""Nothing keeps anybody out: axe on every screen, the size of what is pressed, the width."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect
from tests.browser.room import DESK, PHONE, PLAYERS, At, Chooser, Look
from tests.browser.support import Come

from koloda.locales import translator

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
Colours = Literal["light", "dark"]
ROOT: dict[Colours, str] = {"light": "html:not(.dark)", "dark": "html.dark"}
LOOKS: dict[str, dict[Colours, tuple[int, int]]] = {
    "en": {"light": PHONE, "dark": DESK},
    "ru": {"dark": PHONE, "light": DESK},
}
"""Any two of language, colours and width come together once."""
LooksAt = Callable[[Page], None]
REFUSED = re.compile(r"api/replay.*422|status of 422")
"""The house says no to an empty record: that is not the page's fault."""
LEAST = 44
"""Pixels that a finger needs either way."""

SERIOUS = """async () => {
    const found = await axe.run(document, { resultTypes: ['violations'] })
    return found.violations
        .filter((one) => ['serious', 'critical'].includes(one.impact))
        .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
}"""
TARGETS = "button, a.button, select, [role=option], summary"
SMALL = """([targets, least]) => [...document.querySelectorAll(targets)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < least || box.height < least)
    .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)
"""
TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture(params=LOOKS)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def look_at(lang: str) -> LooksAt:
    """Looks at a page in both widths and colours."""
    if not AXE.is_file():
        pytest.fail("No axe-core in web/node_modules: scripts/setup dev.", pytrace=False)
    axe = AXE.read_text(encoding="utf-8")

    def look(page: Page) -> None:
        found: dict[str, Any] = {}
        for colours, (width, height) in LOOKS[lang].items():
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=colours)
            expect(page.locator(ROOT[colours])).to_be_attached()
            if not page.evaluate("'axe' in window"):
                page.evaluate(axe)
            found[f"axe, {colours}, {width}"] = page.evaluate(SERIOUS)
            found[f"small, {width}"] = page.evaluate(SMALL, [TARGETS, LEAST])
            found[f"too wide, {width}"] = max(0, page.evaluate(TOO_WIDE))
        assert {where: faults for where, faults in found.items() if faults} == {}

    return look


@pytest.mark.parametrize(
    ("where", "ready"),
    [
        ("", ".games li"),
        ("setup/rockaway", "form"),
        ("setup/chain", "form"),
        ("rules/ladder_rummy", "article table"),
        ("deal/rockaway_1", ".felt-box"),
        ("deal/chain_1", ".felt-box"),
        ("record", "[role=alert]"),
        ("table/nowhere", "[role=alert]"),
    ],
)
def test_a_page(visitor: Come, lang: str, look_at: LooksAt, where: str, ready: str) -> None:
    guest = visitor(Look(lang=lang))
    page = guest.visit(where)
    page.locator(ready).first.wait_for()
    look_at(page)
    guest.faults = [fault for fault in guest.faults if not REFUSED.search(fault)]


BOXES = ("settings", "rules", "log", "sheet", "keys", "resign", "last.turn")


def test_a_box(visitor: Come, lang: str, look_at: LooksAt) -> None:
    """Everything that opens over a table, between two deals of a match."""
    at, texts = visitor(Look(lang=lang, size=PHONE)).sit("ladder_rummy"), translator(lang)
    at.play(Chooser())
    at.page.get_by_role("button", name=texts.text("web", "next"), exact=True).click()
    for key in BOXES:
        at.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        at.page.get_by_role("button", name=texts.text("web", key), exact=True).first.click()
        box = at.page.get_by_role("dialog")
        box.locator(".body > *").first.wait_for()
        look_at(at.page)
        at.page.keyboard.press("Escape")
        expect(box).to_have_count(0)


MID = {
    "rockaway": 3,
    "ladder_rummy": 8,
    "two_ten_jack": 5,
    "fifteen": 1,
    "two_handed_hearts": 5,
    "chain": 3,
}
"""So many acts of ours make a table worth looking at."""


@pytest.mark.parametrize("game", PLAYERS)
def test_a_table(visitor: Come, lang: str, look_at: LooksAt, game: str) -> None:
    """In mid-deal with a card chosen, and at the end."""
    at = visitor(Look(lang=lang)).sit(game, "11")
    at.play(Chooser(), most=MID[game])
    choose_one(at)
    look_at(at.page)
    at.page.keyboard.press("Escape")
    at.play(Chooser())
    look_at(at.page)


def choose_one(at: At) -> None:
    """By key, so that nothing is played."""
    cards = at.page.locator(".hand [role=option]")
    if cards.count():
        cards.first.focus()
        at.page.keyboard.press("Space")
        expect(cards.first).to_have_attribute("aria-selected", "true")
