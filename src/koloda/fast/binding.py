"""Copies of functions with re-bound globals: generic code bound to one game, and compiled.

``bind(rules, module)`` copies every function of the rules module, and of a generic module, that
the wanted functions reach; in the copies the names of ``koloda.rules.generic`` mean the game's
own functions, and further stand-ins what ``given`` says (a game's policy, say). With Numba each
copy is compiled. A hash of all sources is part of each copy's name, hence of its cache file:
compiled code of older rules is never run.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from koloda.rules import generic

OWN = "koloda."
CONTRACT = ("start", "legal", "apply", "redeal", "score")
Given = Mapping[FunctionType, FunctionType]
"""Stand-ins that generic code calls -> the functions they stand for in one game."""
NOTHING: Given = {}


@cache
def compiled() -> bool:
    """Whether Numba is there, so that bound functions are compiled."""
    return importlib.util.find_spec("numba") is not None


class Bound:
    """Functions of one game, by name, ready to call: ``bound["legal"](state, out)``.

    Compiled functions are made when first asked for, with all they call; ``state()`` and
    ``buffer(n)`` make what they work on. One state, buffer and generator per thread.
    """

    def __init__(
        self,
        rules: Any,
        modules: tuple[ModuleType, ...],
        given: Given = NOTHING,
        *,
        plain: bool = False,
    ) -> None:
        self.rules = rules
        self.compiled = compiled() and not plain
        self._modules = modules
        self._names = {getattr(generic, name): getattr(rules, name) for name in CONTRACT}
        self._names.update(given)
        self._done: dict[FunctionType, Callable[..., Any]] = {}
        self._environments: dict[str, dict[str, Any]] = {}
        self._tag = f"{rules.ID}_{source_hash(rules, *modules, given=given)}"
        if self.compiled:
            from koloda.fast import numba_support

            self._compile: Callable[[FunctionType], Callable[..., Any]] = numba_support.compile
            self._native = numba_support.HELPERS
            self._dtype = numba_support.dtype_of(rules.State)
        else:
            self._compile = lambda function: function
            self._native = frozenset[Any]({generic.copy_state})

    def __getitem__(self, name: str) -> Callable[..., Any]:
        for module in (self.rules, *self._modules):
            found = vars(module).get(name)
            if isinstance(found, FunctionType):
                return self._twin(found)
        raise KeyError(name)

    def state(self, source: Any = None) -> Any:
        """A state the bound functions work on, equal to ``source`` (a plain state) if given."""
        if not self.compiled:
            return source.copy() if source is not None else self.rules.State()
        from koloda.fast import numba_support

        return numba_support.record(self._dtype, source)

    def plain_state(self, state: Any) -> Any:
        """The plain state equal to one of ``state()``'s."""
        if not self.compiled:
            return state.copy()
        return self.rules.State.from_json(
            {
                name: state[name].tolist() if length else int(state[name])
                for name, length in self.rules.State.FIELDS.items()
            }
        )

    def buffer(self, length: int) -> Any:
        """A list of ints the bound functions can fill."""
        if not self.compiled:
            return [0] * length
        from koloda.fast import numba_support

        return numba_support.zeros(length)

    def _twin(self, function: FunctionType) -> Callable[..., Any]:
        function = self._names.get(function, function)
        if function in self._native or not function.__module__.startswith(OWN):
            return function
        if function not in self._done:
            twin = FunctionType(
                function.__code__,
                self._environment(function),
                function.__name__,
                function.__defaults__,
            )
            twin.__qualname__ = f"{function.__qualname__}_{self._tag}"
            twin.__module__ = function.__module__
            twin.__doc__ = function.__doc__
            self._done[function] = self._compile(twin)
        return self._done[function]

    def _environment(self, function: FunctionType) -> dict[str, Any]:
        """The globals of a function's copy: those it names, functions among them bound."""
        environment = self._environments.setdefault(
            function.__module__, {"__builtins__": __builtins__, "__name__": function.__module__}
        )
        for name in function.__code__.co_names:
            if name in function.__globals__ and name not in environment:
                value = function.__globals__[name]
                environment[name] = self._twin(value) if isinstance(value, FunctionType) else value
        return environment


@cache
def _file_hash(path: str) -> bytes:
    return hashlib.sha256(Path(path).read_bytes()).digest()


def source_hash(rules: Any, *modules: ModuleType, given: Given = NOTHING) -> str:
    """A short hash of every source file that a bound function of these can reach."""
    helpers = [sys.modules[name] for name in ("koloda.cards", "koloda.rules.chance")]
    helpers += [sys.modules[function.__module__] for function in given.values()]
    shared = [
        module
        for name, module in sorted(sys.modules.items())
        if name.startswith("koloda.rules.") and not hasattr(module, "ID")
    ]
    files = {str(module.__file__) for module in (rules, *modules, *helpers, *shared)}
    digest = hashlib.sha256(b"".join(_file_hash(path) for path in sorted(files)))
    for pair in sorted(_names_of(given)):
        digest.update(repr(pair).encode())
    return digest.hexdigest()[:12]


def _names_of(given: Given) -> list[tuple[str, str]]:
    return [
        (f"{stub.__module__}.{stub.__qualname__}", f"{real.__module__}.{real.__qualname__}")
        for stub, real in given.items()
    ]


_BOUND: dict[tuple[Any, ...], Bound] = {}


def bind(rules: Any, *modules: ModuleType, given: Given = NOTHING, plain: bool = False) -> Bound:
    """The functions of a game and of generic modules, bound to the game; made once.

    ``given`` binds further stand-ins. ``plain`` asks for interpreted copies even where Numba is
    there.
    """
    key = (rules.ID, tuple(module.__name__ for module in modules), tuple(given.items()), plain)
    if key not in _BOUND or _BOUND[key].rules is not rules:
        _BOUND[key] = Bound(rules, modules, given, plain=plain)
    return _BOUND[key]
