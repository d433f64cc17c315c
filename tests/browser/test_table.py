"""What a table offers besides playing: reasons, taking back, sorting, looking back."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.room import DESK, PHONE, Act, At, Chooser, Keys, Look, doing
from tests.browser.support import Come

from koloda.locales import translator

EN = translator("en")


def say(key: str, **params: Any) -> str:
    return EN.text("web", key, **params)


def button(page: Page, key: str) -> Any:
    return page.get_by_role("button", name=say(key), exact=True)


def play_until(at: At, found: Callable[[], Any]) -> Any:
    """Play on to where something is found, and that."""
    choose = Chooser()
    while at.legal:
        there = found()
        if there:
            return there
        at.act(choose(at.legal))
    raise AssertionError("it did not come in this deal")


def forbidden(at: At) -> str | None:
    """A card of the hand that may not be played now."""
    may = {card for act in at.legal for card in act.cards}
    return next((card for card in at.hand if card not in may), None)


# --- why not ----------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_card_that_may_not_be_played_says_why_with_its_clause(visitor: Come, lang: str) -> None:
    at = visitor(Look(lang=lang)).sit("two_ten_jack")
    card = play_until(at, lambda: forbidden(at))
    at.page.locator(f'.hand [data-card="{card}"]').click()
    told = at.page.locator(".mine [role=alert]")
    expect(told).to_be_visible()
    clause = told.get_by_role("button")
    number = clause.inner_text()
    clause.click()
    marked = at.page.get_by_role("dialog").locator(".marked")
    expect(marked).to_be_in_viewport()
    expect(marked).to_have_attribute("id", f"clause-{number}")
    at.page.keyboard.press("Escape")
    expect(at.page.get_by_role("dialog")).to_have_count(0)
    assert card in at.hand
    at.act(at.legal[0])
    expect(told).to_have_count(0)


def test_cards_that_make_no_move_together_say_why(visitor: Come) -> None:
    at = visitor(Look()).sit("chain", "2")
    single = {act.cards[0] for act in at.legal if len(act.cards) == 1}
    together = [set(act.cards) for act in at.legal]
    cards = [card for card in at.hand if card not in single][:2]
    assert not any(set(cards) <= one for one in together)
    for card in cards:
        at.page.locator(f'.hand [data-card="{card}"]').click()
    button(at.page, "act.why").click()
    told = at.page.locator(".mine [role=alert]")
    expect(told.get_by_role("button")).to_be_visible()
    button(at.page, "act.clear").click()
    expect(at.page.locator(".hand [aria-selected=true]")).to_have_count(0)


# --- one step and two -------------------------------------------------------------------------
def test_a_stray_tap_plays_no_card(visitor: Come) -> None:
    at = visitor(Look(size=PHONE, touch=True)).sit("two_handed_hearts")
    act = at.legal[0]
    card = at.page.locator(f'.hand [data-card="{act.cards[0]}"]')
    card.tap()
    expect(at.page.locator(f".actions {doing(act.text)}")).to_be_visible()
    expect(card).to_have_attribute("aria-selected", "true")
    assert len(at.hand) == 13
    at.after(card.tap)
    assert act.cards[0] not in at.hand


def test_playing_in_one_step_or_two_is_a_choice(visitor: Come) -> None:
    at = visitor(Look(size=PHONE, prefs={"steps": "two"})).sit("two_handed_hearts")
    card = at.page.locator(f'.hand [data-card="{at.legal[0].cards[0]}"]')
    card.click()
    expect(at.page.locator(".actions [data-act]")).to_be_visible()
    assert len(at.hand) == 13
    button(at.page, "act.clear").click()
    at.page.get_by_role("button", name=say("settings")).click()
    at.page.get_by_role("radio", name=say("set.steps.one")).check()
    at.page.get_by_role("button", name=say("close")).click()
    at.after(card.click)
    expect(card).to_have_count(0)


# --- what may be meant ------------------------------------------------------------------------
def test_leading_the_ace_of_spades_asks_as_what(visitor: Come) -> None:
    at = visitor(Look(lang="ru")).sit("two_ten_jack", "2")
    play_until(at, lambda: any(act.text == "As=h" for act in at.legal))
    at.page.locator('.hand [data-card="As"]').click()
    ways = at.page.locator(".actions [data-act]")
    expect(ways).to_have_count(2)
    expect(ways.last).to_have_text(translator("ru").text("web", "act.as_h", card=["As"]))
    at.after(ways.last.click)
    assert {"seat": 0, "event": "ace_as_heart", "card": "As"} in at.shown["log"]


def test_a_joker_asks_what_it_stands_for(visitor: Come) -> None:
    at = visitor(Look()).sit("chain", "1")
    ways = [act for act in at.legal if act.verb == "new" and set(act.cards) == {"X2", "3s"}]
    assert len(ways) == 2
    for card in ways[0].cards:
        at.page.locator(f'.hand [data-card="{card}"]').click()
    expect(at.page.get_by_text(say("act.which"))).to_be_visible()
    for way in ways:
        expect(at.page.locator(f".actions {doing(way.text)}")).to_be_visible()
    at.after(at.page.locator(f".actions {doing(ways[1].text)}").click)
    assert any("X2=4" in chain["cards"] for chain in at.shown["deal"]["chains"])


def test_the_ladder_shows_what_a_take_brings(visitor: Come) -> None:
    at = visitor(Look()).sit("ladder_rummy")

    def far() -> Act | None:
        takes = [act for act in at.legal if act.verb == "take"]
        return takes[0] if len(takes) > 1 else None

    take = play_until(at, far)
    card = take.text.split()[1]
    stairs = at.shown["deal"]["ladder"]
    brings = stairs[stairs.index(card) :]
    told = say("ladder.brings", cards=" ".join(brings))
    step = at.page.locator(doing(take.text))
    step.hover()
    expect(at.page.locator(".brings")).to_have_text(f"{told} ({len(brings)})")
    at.page.mouse.move(0, 0)
    expect(at.page.locator(".brings")).not_to_contain_text(told)
    step.focus()
    expect(at.page.locator(".brings")).to_have_text(f"{told} ({len(brings)})")
    before = len(at.hand)
    at.after(lambda: at.page.keyboard.press("Enter"))
    assert len(at.hand) == before + len(brings)


# --- taking back ------------------------------------------------------------------------------
def test_a_move_is_taken_back_by_button_and_by_key(visitor: Come) -> None:
    at = visitor(Look()).sit("rockaway")
    hand, log = at.hand, at.shown["log"]
    at.act(at.legal[0])
    assert at.hand != hand
    assert at.after(button(at.page, "undo").click)
    assert (at.hand, at.shown["log"]) == (hand, log)
    at.act(at.legal[0])
    assert at.after(lambda: at.page.keyboard.press("u"))
    assert (at.hand, at.shown["log"]) == (hand, log)
    expect(at.page.get_by_text(EN.text("web", "told.undo", name="Anna"))).to_be_attached()


# --- the hand ---------------------------------------------------------------------------------
def test_the_hand_is_sorted_and_arranged(visitor: Come) -> None:
    at = visitor(Look()).sit("two_handed_hearts")
    by_suit = at.hand
    at.page.keyboard.press("s")
    by_rank = at.hand
    assert by_rank != by_suit
    assert [card[0] for card in by_rank] == sorted(
        (card[0] for card in by_suit), key="23456789TJQKA".index
    )
    cards = at.page.locator(".hand [role=option]")
    cards.nth(0).drag_to(cards.nth(3))
    expect(cards.nth(3)).to_have_attribute("data-card", by_rank[0])
    expect(at.page.get_by_role("combobox", name=say("hand.sort"))).to_have_value("own")
    moved = at.hand
    cards.nth(3).focus()
    at.page.keyboard.press("Shift+ArrowLeft")
    expect(cards.nth(2)).to_have_attribute("data-card", by_rank[0])
    expect(cards.nth(2)).to_be_focused()
    at.page.get_by_role("combobox", name=say("hand.sort")).select_option("suit")
    assert at.hand == by_suit
    at.page.get_by_role("combobox", name=say("hand.sort")).select_option("own")
    assert at.hand != moved
    assert sorted(at.hand) == sorted(moved)


def test_a_finger_drags_a_card_and_chooses_none_by_that(visitor: Come) -> None:
    at = visitor(Look(size=PHONE, touch=True)).sit("two_handed_hearts")
    before = at.hand
    cards = at.page.locator(".hand [role=option]")
    line = at.page.context.new_cdp_session(at.page)

    def finger(kind: str, spot: tuple[float, float] | None) -> None:
        points = [] if spot is None else [{"x": spot[0], "y": spot[1]}]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def spot(index: int) -> tuple[float, float]:
        box = cards.nth(index).bounding_box()
        assert box is not None
        return box["x"] + 20, box["y"] + box["height"] / 2

    (x, y), (to_x, to_y) = spot(0), spot(2)
    finger("touchStart", (x, y))
    for step in range(1, 11):
        finger("touchMove", (x + (to_x - x) * step / 10, y + (to_y - y) * step / 10))
    finger("touchEnd", None)
    expect(cards.nth(2)).to_have_attribute("data-card", before[0])
    assert sorted(at.hand) == sorted(before)
    expect(at.page.locator(".hand [aria-selected=true]")).to_have_count(0)
    usable = at.page.locator(".hand .usable").first
    assert at.after(lambda: usable.dispatch_event("click"))  # as a screen reader plays it


# --- looking ----------------------------------------------------------------------------------
def test_title_live_region_and_log_tell_what_happens(visitor: Come) -> None:
    at = visitor(Look()).sit("rockaway")
    expect(at.page).to_have_title(say("turn.title", game="Rockaway"))
    at.act(at.legal[0])
    expect(at.page.locator("[aria-live=polite].hidden-text")).to_contain_text(say("turn.yours"))
    told = at.page.locator("aside .log li")
    expect(told.last).to_be_visible()
    assert all("[" not in line for line in told.all_inner_texts())


@pytest.mark.parametrize("key", ["l", "t", "r", "?"])
def test_keys_open_what_the_help_says(visitor: Come, key: str) -> None:
    titles = {
        "l": say("log"),
        "t": say("last"),
        "r": say("rules.of", game="Two-Ten-Jack"),
        "?": say("keys"),
    }
    at = visitor(Look(size=DESK)).sit("two_ten_jack")
    at.play(Chooser(), most=2)
    at.page.keyboard.press(key)
    box = at.page.get_by_role("dialog", name=titles[key])
    expect(box).to_be_visible()
    at.page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    at.play(Chooser(), most=1)


def test_slow_bots_can_be_skipped(visitor: Come) -> None:
    at = visitor(Look(prefs={"speed": 3})).sit("rockaway")
    at.hands.act(at.legal[0])
    assert [said["speed"] for said in at.said if "speed" in said] == [3]
    button(at.page, "turn.skip").click()
    expect(at.page.locator(".mine.turn")).to_be_visible()
    paces = [said["speed"] for said in at.said if said["kind"] == "pace"]
    assert paces == [0, 3]  # as long as it takes to the next turn


def test_colours_suits_and_letters_are_a_choice(visitor: Come) -> None:
    at = visitor(Look(lang="ru")).sit("two_ten_jack")
    ru = translator("ru")
    at.page.get_by_role("button", name=ru.text("web", "settings")).click()
    for choice in ("set.theme.dark", "set.suits.2", "set.letters.latin", "set.courts.classic"):
        at.page.get_by_role("radio", name=ru.text("web", choice), exact=True).check()
    expect(at.page.locator("html.dark")).to_be_attached()
    expect(at.page.locator(".hand svg.two").first).to_be_attached()
    at.page.get_by_role("radio", name="English").check()
    expect(at.page.get_by_role("dialog", name=say("settings"))).to_be_visible()
    at.page.reload()
    at.ready()
    expect(at.page.locator("html.dark[lang=en]")).to_be_attached()


# --- the end ----------------------------------------------------------------------------------
def test_a_match_ends_with_winner_settlement_and_another(visitor: Come) -> None:
    one_deal = {"until": "deals", "deals": 1}
    at = visitor(Look(size=PHONE)).sit("rockaway", options=one_deal)
    at.play(Chooser())
    assert at.phase == "over"
    panel = at.page.locator(".felt-box > .panel")
    expect(panel.get_by_role("heading", name=say("settlement"))).to_be_visible()
    gains = [text.split()[-1] for text in panel.locator(".gains li").all_inner_texts()]
    assert sum(Fraction(gain.replace("−", "-")) for gain in gains) == 0
    expect(
        panel.get_by_role("heading", name=EN.text("interface", "winner", names=""))
    ).to_be_visible()
    first = at.page.url
    button(at.page, "again").click()
    expect(at.page.locator(".mine.turn")).to_be_visible()
    assert at.page.url != first


def test_the_next_deal_comes_when_asked_for(visitor: Come) -> None:
    at = visitor(Look()).sit("fifteen")
    at.hands = Keys(at.page)
    at.play(Chooser())
    at.after(lambda: at.hands.press(button(at.page, "next")))
    assert at.shown["match"]["deal"] == 2
    at.page.locator("nav").get_by_role("button", name=say("sheet")).click()
    sheet = at.page.get_by_role("dialog", name=say("sheet"))
    figure = sheet.locator("tbody button").first
    figure.click()
    expect(sheet.locator(".why li").first).to_be_visible()


def test_the_record_that_is_saved_verifies(visitor: Come, tmp_path: Path) -> None:
    at = visitor(Look()).sit("ladder_rummy")
    at.play(Chooser())
    with at.page.expect_download() as saving:
        at.page.get_by_role("link", name=say("export")).click()
    kept = tmp_path / saving.value.suggested_filename
    saving.value.save_as(kept)
    command = [sys.executable, "-m", "koloda", "--lang", "en", "replay", str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
