"""The lobby: a first game, a set-up, records and the book's deals, the language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.room import PHONE, PLAYERS, At, Chooser, Hands, Look
from tests.browser.support import Come

from koloda.locales import translator

EN, RU = translator("en"), translator("ru")
BOOK = Path(__file__).parents[2] / "src" / "koloda" / "records" / "book"


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_stranger_plays_at_once(visitor: Come, lang: str) -> None:
    """Two things to press, and the first move is made."""
    guest = visitor(Look(lang=lang, size=PHONE, touch=True, stranger=True))
    page, texts = guest.page(), translator(lang)
    at = At(page, Hands.of(page, guest.look))
    guest.visit("", page)
    expect(page.locator(f"html[lang={lang}]")).to_be_attached()
    expect(page.locator(".games li")).to_have_count(len(PLAYERS))
    fifteen = texts.text("fifteen", "name")
    page.get_by_role("button", name=texts.text("web", "play_now.of", game=fifteen)).tap()
    assert at.ready()
    page.locator(".actions [data-act]").first.tap()
    expect(page.locator("[aria-live=polite].hidden-text")).not_to_be_empty()


def test_a_set_up_is_checked_while_it_is_made(visitor: Come) -> None:
    guest = visitor(Look())
    page = guest.page()
    at = At(page, Hands.of(page, guest.look))
    guest.visit("", page)
    page.get_by_role("link", name=EN.text("web", "set_up.of", game="Rockaway")).click()
    told, start = page.get_by_role("status"), page.get_by_role("button", name="Start")
    expect(told).to_have_text(EN.text("web", "setup.checked"))
    page.get_by_label("Players").select_option("10")
    page.get_by_label("Number of packs").select_option("1")
    expect(told).to_have_class("warning")
    expect(start).to_be_disabled()
    page.get_by_label("Players").select_option("3")
    expect(told).to_have_text(EN.text("web", "setup.checked"))
    preset = page.get_by_role("combobox", name="Rules", exact=True)
    expect(preset).to_have_value("")
    preset.select_option("strict")
    expect(page.get_by_label("Drawing")).to_have_value("strict")
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_label("All bots alike").uncheck()
    page.get_by_label("Alice plays").select_option("random")
    start.click()
    at.ready()
    assert at.shown["game"]["options"]["draw"] == "strict"
    assert [(seat["name"], seat["level"]) for seat in at.shown["seats"]] == [
        *(("Zoe", None), ("Alice", "random"), ("Bob", "thumb"))
    ]
    page.keyboard.press("r")
    force = page.get_by_role("dialog").locator(".force")
    expect(force).to_contain_text("Drawing: when nothing can be played")
    page.go_back()
    page.go_back()
    page.get_by_role("button", name="Play now: Rockaway").click()
    page.locator(".room[data-seq]").wait_for()
    at.ready()
    assert len(at.shown["seats"]) == 3  # what was used last


def test_the_language_changes_at_once_and_stays(visitor: Come) -> None:
    guest = visitor(Look())
    page = guest.visit()
    page.get_by_role("button", name="Русский").click()
    expect(page.get_by_role("heading", name=RU.text("chain", "name"))).to_be_visible()
    expect(page.locator("html[lang=ru]")).to_be_attached()
    page.reload()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Chain", exact=True)).to_be_visible()


def test_an_own_match_is_replayed_from_its_text(visitor: Come) -> None:
    guest = visitor(Look())
    at = guest.sit("ladder_rummy")
    at.play(Chooser())
    record = guest.context.request.get(f"{guest.house}api/tables/{at.shown['table']}/record").text()
    page = guest.visit()
    page.get_by_label(EN.text("web", "replay.paste")).fill(record)
    page.get_by_role("button", name=EN.text("web", "replay.open")).click()
    expect(page.get_by_role("heading", name="Record: Ladder Rummy")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_value("0")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name=EN.text("web", "viewer.last"))).to_be_disabled()
    scores = at.shown["sheet"][0]["scores"]
    totals = page.locator(".seats strong").all_inner_texts()
    assert [text for text in totals if text.lstrip("-").isdigit()] == [str(n) for n in scores]


def test_a_record_is_replayed_from_a_file_step_by_step(visitor: Come) -> None:
    page = visitor(Look(size=PHONE, lang="ru")).visit()
    page.locator("input[type=file]").set_input_files(BOOK / "chain_1.koloda.toml")
    expect(page.get_by_text(RU.text("web", "viewer.verified"))).to_be_visible()
    slider = page.get_by_role("slider")
    for key, value in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("Home", "0")):
        page.keyboard.press(key)
        expect(slider).to_have_value(value)
    page.get_by_role("button", name=RU.text("web", "viewer.play")).click()
    expect(slider).to_have_value(str(slider.get_attribute("max")))
    page.get_by_role("button", name=RU.text("web", "viewer.prev")).click()
    expect(page.get_by_role("button", name=RU.text("web", "viewer.next"))).to_be_enabled()


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(
    "text", ["hello", "\x00\x01", "[record]\nformat = 99\n", "x = 1\n" * 1000], ids=range(4)
)
def test_what_is_no_record_gets_a_clear_answer(visitor: Come, lang: str, text: str) -> None:
    guest, texts = visitor(Look(lang=lang)), translator(lang)
    page = guest.visit()
    page.get_by_label(texts.text("web", "replay.paste")).fill(text)
    page.get_by_role("button", name=texts.text("web", "replay.open")).click()
    told = page.get_by_role("alert")
    expect(told).to_be_visible()
    assert "[" not in told.inner_text()
    assert all("422" in fault for fault in guest.faults), guest.faults
    guest.faults.clear()  # an answer that says no is what was wanted
    page.get_by_role("link").first.click()
    expect(page.locator(".games li")).to_have_count(len(PLAYERS))


ERRATA = {"rockaway_1": ["E-14", "E-15", "E-17"], "rockaway_2": ["E-11"], "chain_1": ["E-1", "E-5"]}


@pytest.mark.parametrize("deal", ERRATA)
def test_a_deal_of_the_book_shows_its_errata_where_they_happen(visitor: Come, deal: str) -> None:
    page = visitor(Look()).visit()
    page.locator(f'a[href="#/deal/{deal}"]').click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    found: list[str] = []
    for step in range(int(slider.get_attribute("max") or 0)):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value(str(step + 1))
        for claim in page.locator(".claims .warning").all_inner_texts():
            assert "the book: " in claim
            found.append(claim.split(",")[0].removeprefix("≠").strip())
    assert set(ERRATA[deal]) <= set(found), found


def test_a_page_that_does_not_come_can_be_loaded_anew(visitor: Come) -> None:
    guest = visitor(Look())
    page = guest.visit()
    page.route("**/Setup-*.js", lambda route: route.abort())
    page.get_by_role("link", name=EN.text("web", "set_up.of", game="Chain")).click()
    again = page.get_by_role("alert").get_by_role("button", name=EN.text("web", "reload"))
    expect(again).to_be_visible()
    page.unroute("**/Setup-*.js")
    again.click()
    expect(page.get_by_role("status")).to_have_text(EN.text("web", "setup.checked"))
    assert guest.faults
    assert all("Setup-" in fault or "ERR_FAILED" in fault for fault in guest.faults), guest.faults
    guest.faults.clear()
