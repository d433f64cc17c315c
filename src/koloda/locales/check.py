"""Whether the catalogues are whole: what ``python -m koloda.locales check`` and the tests ask.

Both languages must have the same keys with the same placeholders in every form, and every code
that a rules module can utter must have its text.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from koloda.locales import COMMON, HERE, LANGUAGES

RULES = "koloda.rules"
FORMS = {"en": 2, "ru": 3}


def domains(root: Path = HERE) -> list[str]:
    """Every domain that any language has."""
    return sorted({path.stem for lang in LANGUAGES for path in (root / lang).glob("*.po")})


def load(lang: str, domain: str, root: Path = HERE) -> Catalog:
    """A catalogue as it stands in its file. Raises OSError, PoFileError."""
    with (root / lang / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


def texts(catalogue: Catalog) -> dict[str, list[str]]:
    """Key -> its forms: one, or as many as the language has plurals."""
    return {_key(m): _forms(m) for m in catalogue if m.id}


def _key(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple | list) else str(message.id)


def _forms(message: Message) -> list[str]:
    if isinstance(message.string, str):
        return [message.string]
    return [form or "" for form in message.string or ()]


def placeholders(text: str) -> set[str]:
    """The names in braces. Raises ValueError when the braces are not balanced."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def faults_of(domain: str, root: Path = HERE) -> list[str]:
    """What is wrong with a domain: a sentence each, none when it is whole."""
    faults: list[str] = []
    found: dict[str, dict[str, list[str]]] = {}
    for lang in LANGUAGES:
        try:
            catalogue = load(lang, domain, root)
        except (OSError, PoFileError, UnicodeDecodeError) as error:
            faults.append(f"{lang}/{domain}.po can't be read: {error}")
            continue
        found[lang] = texts(catalogue)
        faults += [f"{lang}/{domain}.po: {fault}" for fault in _own_faults(lang, catalogue)]
    if len(found) == len(LANGUAGES):
        faults += _differences(domain, found)
    return faults


def _own_faults(lang: str, catalogue: Catalog) -> Iterator[str]:
    for message in catalogue:
        if not message.id:
            continue
        key, forms = _key(message), _forms(message)
        if message.fuzzy:
            yield f"{key} is fuzzy"
        if message.pluralizable and len(forms) != FORMS[lang]:
            yield f"{key} has {len(forms)} plural forms, not {FORMS[lang]}"
        if message.pluralizable and message.id[0] != message.id[1]:
            yield f"{key} has another msgid_plural"
        if not all(form.strip() for form in forms):
            yield f"{key} is empty"
        try:
            named = [placeholders(form) for form in forms]
        except ValueError as error:
            yield f"{key}: {error}"
            continue
        if any(names != named[0] for names in named):
            yield f"{key}: the forms differ in their placeholders"
        if "" in named[0]:
            yield f"{key} has a placeholder without a name"


def _differences(domain: str, found: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    first, *others = LANGUAGES
    for lang in others:
        ours, theirs = found[first], found[lang]
        for key in sorted(ours.keys() ^ theirs.keys()):
            yield f"{domain}: {key} is in one language only"
        for key in sorted(ours.keys() & theirs.keys()):
            try:
                same = placeholders(ours[key][0]) == placeholders(theirs[key][0])
            except ValueError:
                continue  # told already
            if not same:
                yield f"{domain}: {key} differs in its placeholders"


# --- what a game can utter ---------------------------------------------------------------


NO_GAME = ("contract", "chance")
"""Modules of the rules that utter nothing for one game."""


def sources(module: ModuleType) -> list[ast.Module]:
    """The source of a rules module, and of the helpers among the rules that it imports."""
    waiting, seen, trees = [module.__name__], set(), []
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        tree = ast.parse(inspect.getsource(import_module(name)))
        trees.append(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(RULES):
                named = node.module or ""
                found = [named] if named != RULES else [f"{RULES}.{a.name}" for a in node.names]
                waiting += [one for one in found if one.rpartition(".")[2] not in NO_GAME]
    return trees


def codes(module: ModuleType) -> dict[str, dict[str, set[str]]]:
    """What a rules module utters: ``refusal``, ``score``, ``event`` -> code -> the params it
    always has there. Found in the source, so that a code seldom reached counts too."""
    found: dict[str, dict[str, set[str]]] = {"refusal": {}, "score": {}, "event": {}}

    def note(kind: str, code: ast.expr, params: set[str]) -> None:
        for word in _words(code):
            known = found[kind].setdefault(word, params)
            found[kind][word] = known & params

    for node in (node for tree in sources(module) for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            if node.func.id == "Refused":
                note("refusal", node.args[0], {k.arg for k in node.keywords if k.arg})
            elif node.func.id == "ScoreItem":
                note("score", node.args[0], {"cards", "points"})
        elif isinstance(node, ast.Dict):
            keys = [k.value for k in node.keys if isinstance(k, ast.Constant)]
            if "event" in keys:
                at = [isinstance(k, ast.Constant) and k.value == "event" for k in node.keys]
                note("event", node.values[at.index(True)], {str(k) for k in keys} - {"event"})
    return found


def _words(code: ast.expr) -> list[str]:
    """The words an expression may come to: a constant, or the branches of a condition."""
    if isinstance(code, ast.Constant) and isinstance(code.value, str):
        return [code.value]
    if isinstance(code, ast.IfExp):
        return _words(code.body) + _words(code.orelse)
    if isinstance(code, ast.Subscript) and isinstance(code.value, ast.Tuple):
        return [word for item in code.value.elts for word in _words(item)]
    return []


def needed(rules: Any) -> set[str]:
    """The keys that the domain of a game must have besides those of ``codes``."""
    keys = {"name", "summary", "length"}
    keys |= {f"preset.{name}" for name in rules.PRESETS}
    for option in rules.OPTIONS:
        keys |= {f"option.{option.name}", f"option.{option.name}.help"}
        if option.kind == "choice":
            keys |= {f"option.{option.name}.{value}" for value in option.values}
    return keys


def game_faults(rules: Any, root: Path = HERE) -> list[str]:
    """What the texts of a game on the shelf lack: a sentence each."""
    game = rules.ID
    try:
        ours = texts(load("en", game, root))
        common = texts(load("en", "interface", root))
    except (OSError, PoFileError) as error:
        return [f"{game} has no texts: {error}"]
    faults = [f"{game}: no key {key}" for key in sorted(needed(rules) - ours.keys())]
    uttered = codes(import_module(f"{RULES}.{game}"))
    for code, params in sorted(uttered["refusal"].items()):
        # a refusal met while a deal is set up becomes the OptionError of a set-up clause
        keys = [f"refusal.{code}", f"setup.{code}"]
        forms = [d[key][0] for key in keys for d in (ours, common) if key in d]
        if not forms:
            faults.append(f"{game}: no sentence for the refusal {code}")
        for form in forms:
            for name in sorted(placeholders(form) - params):
                faults.append(f"{game}: the sentence for {code} names {{{name}}}, not always given")
    for kind in ("score", "event"):
        for code in sorted(uttered[kind]):
            if f"{kind}.{code}" not in ours:
                faults.append(f"{game}: no key {kind}.{code}")
    return faults


def all_faults(shelf: dict[str, Any], root: Path = HERE) -> list[str]:
    """Everything wrong with the texts of the common domains and of the games on the shelf."""
    known = set(domains(root)) | set(COMMON) | set(shelf)
    faults = [fault for domain in sorted(known) for fault in faults_of(domain, root)]
    return faults + [fault for rules in shelf.values() for fault in game_faults(rules, root)]
