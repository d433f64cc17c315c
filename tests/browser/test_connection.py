"""What becomes of a table when the page is loaded anew, the house killed, the seat opened twice."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.room import PHONE, At, Chooser, Hands, Look, Visitor
from tests.browser.support import Come, known_house

from koloda.locales import translator

EN = translator("en")


def lines(page: Page) -> list[str]:
    """The log as it is told beside the table."""
    return page.locator("aside .log li").all_inner_texts()


def test_a_page_loaded_anew_in_mid_turn_shows_the_same(visitor: Come) -> None:
    at = visitor(Look()).sit("ladder_rummy")
    at.page.locator(".hand [role=option]").first.focus()
    for key in ("Shift+ArrowRight", "Shift+ArrowRight", "End", "Shift+ArrowLeft"):
        at.page.keyboard.press(key)
    at.play(Chooser(), most=3)
    before, log = at.hand, lines(at.page)
    assert before != sorted(before)
    at.page.locator(".hand [role=option]").nth(1).click()
    expect(at.page.locator(".hand [aria-selected=true]")).to_have_count(1)
    at.page.reload()
    at.ready()
    assert (at.hand, lines(at.page)) == (before, log)
    expect(at.page.locator(".hand [aria-selected=true]")).to_have_count(0)
    at.play(Chooser())
    assert at.phase == "between"


@pytest.fixture
def port() -> Iterator[int]:
    """A port that nobody else gets while no house listens on it."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def in_mid_trick(at: At) -> None:
    """Play until the other has led and it is our turn."""
    choose = Chooser()
    while at.legal and not at.shown["deal"]["trick"]:
        at.act(choose(at.legal))
    assert at.shown["deal"]["trick"]


def test_a_house_killed_in_mid_trick_and_opened_again(
    browser: Browser, tmp_path: Path, port: int
) -> None:
    with known_house(tmp_path, port) as house:
        guest = Visitor(browser, house.address, Look(size=PHONE))
        at = guest.sit("two_ten_jack")
        in_mid_trick(at)
        seq, hand, trick = at.seq, at.hand, at.shown["deal"]["trick"]
        house.running.kill()
        house.running.wait()
        lost = at.page.get_by_text(EN.text("web", "reconnecting"))
        expect(lost).to_be_visible()
        assert at.hand == hand  # what was known stays in sight
    with known_house(tmp_path, port):
        expect(lost).to_have_count(0)
        assert (at.seq, at.hand, at.shown["deal"]["trick"]) == (seq, hand, trick)
        at.play(Chooser())
        assert at.phase == "between"
    guest.context.close()
    assert all("WebSocket connection to" in fault for fault in guest.faults), guest.faults


def test_of_two_tabs_on_a_seat_the_newer_plays(visitor: Come) -> None:
    guest = visitor(Look())
    old = guest.sit("rockaway")
    page = guest.page()
    new = At(page, Hands.of(page, guest.look))
    guest.visit(f"table/{old.shown['table']}", page)
    new.ready()
    told = old.page.get_by_role("alert").filter(has_text=EN.text("web", "elsewhere"))
    expect(told).to_be_visible()
    new.play(Chooser(), most=2)
    assert old.seq < new.seq
    old.page.get_by_role("button", name=EN.text("web", "elsewhere.here")).click()
    expect(told).to_have_count(0)
    expect(page.get_by_role("alert").filter(has_text=EN.text("web", "elsewhere"))).to_be_visible()
    old.ready()
    assert (old.seq, old.hand) == (new.seq, new.hand)
    old.play(Chooser())
    assert old.phase == "between"


def test_back_and_forward_between_the_lobby_and_a_table(visitor: Come) -> None:
    guest = visitor(Look())
    page = guest.page()
    at = At(page, Hands.of(page, guest.look))
    guest.visit("", page)
    page.get_by_role("button", name="Play now: Rockaway").click()
    at.ready()
    at.play(Chooser(), most=1)
    page.go_back()
    open_one = page.get_by_role("region", name="Continue").get_by_role("link")
    expect(open_one).to_have_count(1)
    expect(open_one).to_contain_text("Your turn")
    page.go_forward()
    hand = at.hand if at.ready() else []
    page.go_back()
    open_one.click()
    assert at.ready()
    assert at.hand == hand
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Rockaway")).to_be_visible()


def test_a_link_to_a_table_shows_a_stranger_what_everybody_may_see(visitor: Come) -> None:
    at = visitor(Look()).sit("two_ten_jack")
    stranger = visitor(Look(lang="ru"))
    page = stranger.visit(f"table/{at.shown['table']}")
    watching = At(page, Hands.of(page, stranger.look))
    expect(page.get_by_text(translator("ru").text("web", "watching"))).to_be_visible()
    page.reload()
    expect(page.locator(".room[data-seq]")).to_be_visible()
    at.play(Chooser(), most=2)
    expect(page.locator(f'.room[data-seq="{at.seq}"]')).to_be_visible()
    assert watching.shown["you"] is None
    assert not {"hand", "legal"} & watching.shown["deal"].keys()
    expect(page.locator(".hand, .actions")).to_have_count(0)


def test_a_link_to_no_table_says_so(visitor: Come) -> None:
    page = visitor(Look(size=PHONE)).visit("table/nowhere")
    told = page.get_by_role("alert")
    expect(told).to_contain_text(EN.text("server", "refusal.no_table"))
    told.get_by_role("link").click()
    expect(page.get_by_role("button", name="Play now: Chain")).to_be_visible()
