"""Copies of functions with re-bound globals: generic code bound to one game, and compiled.

``bind(rules, module)`` copies every function of the rules module, and of a generic module, that
the wanted functions reach; in the copies the names of ``koloda.rules.generic`` mean the game's
own functions, and further stand-ins what ``given`` says (a game's policy, say). With Numba each
copy is compiled. A hash of all sources is part of each copy's name, hence of its cache file:
compiled code of older rules is never run (``compile_watch`` removes it).
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from koloda.rules import SHELF, generic

OWN = "koloda."
CONTRACT = ("start", "legal", "apply", "redeal", "score")
Given = Mapping[FunctionType, FunctionType]
"""Stand-ins that generic code calls -> the functions they stand for in one game."""
NOTHING: Given = {}
TAG = "koloda_tag"
"""Where a bound function bears the game, the kind and the hash of its sources."""


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
        kind = kind_of(rules, *modules, given=given)
        self._tag = (rules.ID, kind, source_hash(rules, *modules, given=given))
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

    def states(self, sources: Sequence[Any]) -> Any:
        """Several such states, as what bound functions can index: an array where compiled."""
        if not self.compiled:
            return [source.copy() for source in sources]
        from koloda.fast import numba_support

        made = numba_support.records(self._dtype, len(sources))
        for i, source in enumerate(sources):
            for name in source.FIELDS:
                made[i][name] = getattr(source, name)
        return made

    def blanks(self, n: int) -> Any:
        """``n`` states that nothing is in yet, as ``states`` makes them."""
        if not self.compiled:
            return [self.rules.State() for _ in range(n)]
        from koloda.fast import numba_support

        return numba_support.records(self._dtype, n)

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
            game, kind, sources = self._tag
            twin.__qualname__ = f"{function.__qualname__}_{game}_k{kind}_{sources}"
            vars(twin)[TAG] = self._tag
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
    """A short hash of every source file that a bound function of these can reach, and of the
    constants that it names: all that its compiled code is made of."""
    common = Path(str(generic.__file__)).parent  # whoever is imported: all but other games
    games = {str(sys.modules[game.State.__module__].__file__) for game in SHELF.values()}
    files = {str(path) for path in common.glob("*.py")} - games
    files |= {str(module.__file__) for module in (rules, *modules)}
    constants: set[str] = set()
    functions = [f for m in (rules, *modules) for f in vars(m).values() if _ours(f)]
    found = {*functions, *given.values()}
    waiting = list(found)
    while waiting:
        function = waiting.pop()
        files.add(str(sys.modules[function.__module__].__file__))
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, ModuleType) and value.__name__.startswith(OWN):
                files.add(str(value.__file__))
            elif isinstance(value, int | tuple):
                constants.add(f"{function.__module__}.{name} {value!r}")
            elif _ours(value) and value not in found:
                found.add(value)
                waiting.append(value)
    digest = hashlib.sha256(b"".join(_file_hash(path) for path in sorted(files)))
    digest.update("\n".join(sorted(constants)).encode())
    for pair in sorted(_names_of(given)):
        digest.update(repr(pair).encode())
    return digest.hexdigest()[:12]


def _ours(value: Any) -> bool:
    return isinstance(value, FunctionType) and value.__module__.startswith(OWN)


def kind_of(rules: Any, *modules: ModuleType, given: Given = NOTHING) -> str:
    """A short hash of what is bound to what, by name: two sources of one kind, and the older is
    never wanted again."""
    names = (rules.__name__, *(module.__name__ for module in modules), *sorted(_names_of(given)))
    return hashlib.sha256(repr(names).encode()).hexdigest()[:6]


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
