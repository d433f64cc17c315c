"""Every text is there, in both languages, with the same placeholders, for all that can be said."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import koloda
from koloda.deal import Deal
from koloda.locales import COMMON, HERE, LANGUAGES, translator
from koloda.locales.__main__ import main
from koloda.locales.check import (
    all_faults,
    codes,
    domains,
    faults_of,
    game_faults,
    load,
    placeholders,
    texts,
)
from koloda.rules import SHELF

SOURCE = HERE.parent
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


@pytest.mark.parametrize("domain", sorted({*domains(), *COMMON, *SHELF}))
def test_domain_is_whole(domain: str) -> None:
    assert faults_of(domain) == []


@pytest.mark.parametrize("game", sorted(SHELF))
def test_game_has_a_text_for_all_it_can_utter(game: str) -> None:
    assert game_faults(SHELF[game]) == []


@pytest.mark.parametrize("game", sorted(SHELF))
def test_codes_are_found_in_the_source(game: str) -> None:
    found = codes(import_module(f"koloda.rules.{game}"))
    assert "syntax" in found["refusal"]
    assert found["score"]
    assert found["event"]


def test_each_language_is_its_own() -> None:
    for domain in domains():
        for key, forms in texts(load("en", domain)).items():
            assert not any(CYRILLIC.search(form) for form in forms), f"en/{domain}: {key}"
        if domain == "cards":
            continue
        for key, forms in texts(load("ru", domain)).items():
            words = [re.sub(r"\{\w+\}|[\W\d_]", "", form) for form in forms]
            russian = [CYRILLIC.search(word) for word in words if word]
            assert all(russian), f"ru/{domain}: {key}"


def errors_raised() -> Iterator[tuple[str, str]]:
    """(OptionError or RecordError, code) of every such error made in the source."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("OptionError", "RecordError")
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                yield node.func.id, str(node.args[0].value)


def test_every_error_code_of_the_source_has_a_sentence() -> None:
    found = sorted(set(errors_raised()))
    assert ("OptionError", "unknown_game") in found
    for lang in LANGUAGES:
        ours = translator(lang)
        lacking = [
            code
            for _, code in found
            if not any(
                ours.has(domain, f"{kind}.{code}")
                for domain in COMMON
                for kind in ("setup", "record")
            )
        ]
        assert lacking == [], lang


def played_out(game: str, seed: int) -> Deal:
    """A deal between players who do anything that is legal."""
    rules, chance = SHELF[game], Random(seed)
    players = chance.randint(rules.MIN_PLAYERS, rules.MAX_PLAYERS)
    deal = koloda.Match(koloda.game(game, players=players), seed=seed).deal
    while not deal.over:
        deal.apply(chance.choice(deal.legal_actions()))
    return deal


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", sorted(SHELF))
def test_events_and_scores_of_whole_deals_can_be_told(game: str, lang: str) -> None:
    ours = translator(lang)
    told = 0
    for seed in range(6):
        deal = played_out(game, seed)
        for seat in (None, *range(deal.game.players)):
            for event in deal.events(seat):
                assert "{" not in ours.event(game, event)
                told += 1
        for seat in range(deal.game.players):
            for item in deal.explain(seat):
                cards = ours.cards(item.cards)
                key = f"score.{item.reason}"
                assert ours.text(game, key, cards=cards, points=item.points)
    assert told


TRIES = (
    "xyzzy draw pass stand stock decline end 6h Td As As=s As=h X1 X1=5 2c Ah Kd 9s",
    "take 2c|take|meld 2c|meld 2c 3d 4h|meld 2c 3c|add 2c to 1|add 2c to 99|discard 2c",
    "new 2c|new 2c 3c|new 2c 4c|extend 1 low 2c|extend 9 high Ac|lone 2c|new X1 X2|meld Kc Ac 2c",
)


def refusal(deal: Deal, text: str) -> koloda.Refused | None:
    """Why a move can't be made now, None when it can."""
    try:
        deal.copy().apply(text)
    except koloda.Refused as error:
        return error
    return None


@pytest.mark.parametrize("game", sorted(SHELF))
def test_whatever_is_refused_is_told_with_its_clause(game: str) -> None:
    told = [translator(lang) for lang in LANGUAGES]
    chance = Random(game)
    tries = [*TRIES[0].split(), *TRIES[1].split("|"), *TRIES[2].split("|")]
    seen = set()
    for seed in range(4):
        deal = koloda.Match(koloda.game(game), seed=seed).deal
        while not deal.over:
            for text in tries:
                error = refusal(deal, text)
                if error is None:
                    continue
                seen.add(error.code)
                for ours in told:
                    sentence = ours.refusal(game, error)
                    assert "{" not in sentence
                    assert sentence.endswith(f"({error.clause})") == bool(error.clause)
            deal.apply(chance.choice(deal.legal_actions()))
    assert "syntax" in seen


# --- the check itself --------------------------------------------------------------------


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the catalogues that may be broken."""
    for lang in LANGUAGES:
        shutil.copytree(HERE / lang, tmp_path / lang)
    return tmp_path


def change(root: Path, file: str, old: str, new: str) -> None:
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("ru/interface.po", 'msgid "refusal.over"', 'msgid "refusal.ower"', "one language only"),
        ("ru/interface.po", "{text}", "{txt}", "differs in its placeholders"),
        ("ru/interface.po", "{count} хода", "{n} хода", "the forms differ"),
        ("ru/interface.po", 'msgstr[2] "{count} игроков"\n', "", "is empty"),
        ("en/interface.po", "{text}", "{text", "expected '}'"),
        ("en/cards.po", 'msgstr "joker"', 'msgstr ""', "is empty"),
        ("en/cards.po", 'msgid "said.joker"', '#, fuzzy\nmsgid "said.joker"', "fuzzy"),
        ("en/cards.po", 'msgid "said.joker"', 'msgid said.joker"', "one language only"),
    ],
)
def test_a_broken_catalogue_is_caught(
    copied: Path, file: str, old: str, new: str, fault: str
) -> None:
    change(copied, file, old, new)
    domain = Path(file).stem
    assert any(fault in told for told in faults_of(domain, copied))


@pytest.mark.parametrize("key", ["refusal.no_match", "event.play", "score.out", "option.draw.free"])
def test_a_code_without_a_text_is_caught(copied: Path, key: str) -> None:
    for lang in LANGUAGES:
        change(copied, f"{lang}/rockaway.po", f'msgid "{key}"', 'msgid "gone"')
    found = game_faults(SHELF["rockaway"], copied)
    assert any(key.rpartition(".")[2] in told for told in found)
    assert set(found) <= set(all_faults(SHELF, copied))


def test_a_placeholder_that_a_refusal_does_not_give_is_caught(copied: Path) -> None:
    for lang in LANGUAGES:
        change(copied, f"{lang}/fifteen.po", "{deals}", "{dealer}")
    assert any("{dealer}" in told for told in game_faults(SHELF["fifteen"], copied))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    assert "whole" in capsys.readouterr().out
    assert main(["chek"]) == 2


def test_placeholders_are_named() -> None:
    assert placeholders("{a} and {b}, {a}") == {"a", "b"}
