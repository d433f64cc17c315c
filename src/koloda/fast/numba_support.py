"""What Numba has to be told: the machine's own instructions for the helpers that rules call,
the layout of a state, and how to compile one function.

Lessons of the spike that must hold here: signed overflow is undefined, so ``mul63`` goes through
uint64; every field is int64; copying a small record by assignment explodes compile time, so
``copy_state`` is a memcpy.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np import linalg

from koloda import cards
from koloda.fast import compile_watch
from koloda.rules import chance, generic
from koloda.rules.contract import State

HELPERS: frozenset[Any] = frozenset(
    {cards.bit, cards.popcount, cards.lowest, chance.mul63, generic.copy_state}
)
"""Functions that have an implementation here and are not compiled from their source."""

_M63 = (1 << 63) - 1
_BOUNDS_CHECK = os.environ.get("KOLODA_BOUNDS_CHECK") == "1"
compile_watch.begin()


def _spare_scipy() -> None:
    """Spare every start a fifth of its time: Numba imports all of SciPy's linear algebra to know
    how ``numpy.inner`` is computed fastest, and rules multiply no matrices."""

    def absent() -> None:
        raise ImportError

    if "numba.np.arraymath" not in sys.modules:
        asked, linalg.ensure_blas = linalg.ensure_blas, absent
        import numba.np.arraymath  # noqa: F401  # it asks while it is imported, then never again

        linalg.ensure_blas = asked


_spare_scipy()


def _bit_instruction(emit: Callable[[Any, Any], Any]) -> Any:
    @intrinsic
    def instruction(typingctx: Any, x: Any) -> Any:
        if not isinstance(x, types.Integer):
            return None

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = context.cast(builder, arguments[0], signature.args[0], types.int64)
            return emit(builder, value)

        return types.int64(x), codegen

    return instruction


_count_ones = _bit_instruction(lambda builder, value: builder.ctpop(value))
_count_trailing_zeros = _bit_instruction(
    lambda builder, value: builder.cttz(value, ir.Constant(ir.IntType(1), 1))
)


@intrinsic
def _copy_record(typingctx: Any, target: Any, source: Any) -> Any:
    if not (isinstance(target, types.Record) and target == source):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = ir.Constant(ir.IntType(64), signature.args[0].size)
        cgutils.raw_memcpy(  # type: ignore[no-untyped-call]  # numba's own typing
            builder, arguments[0], arguments[1], size, 1
        )
        return context.get_dummy_value()

    return types.void(target, source), codegen


@overload(cards.popcount, strict=False)  # annotations would count as other arguments
def _popcount(x: Any) -> Any:
    return lambda x: _count_ones(x)


@overload(cards.lowest, strict=False)  # annotations would count as other arguments
def _lowest(x: Any) -> Any:
    return lambda x: _count_trailing_zeros(x)


@overload(cards.bit, strict=False)  # annotations would count as other arguments
def _bit(k: Any) -> Any:
    return lambda k: np.int64(np.uint64(1) << np.uint64(k))


@overload(chance.mul63, strict=False)  # annotations would count as other arguments
def _mul63(a: Any, b: Any, c: Any) -> Any:
    return lambda a, b, c: np.int64((np.uint64(a) * np.uint64(b) + np.uint64(c)) & np.uint64(_M63))


@overload(generic.copy_state, strict=False)  # annotations would count as other arguments
def _copy_state(target: Any, source: Any) -> Any:
    copy: Any = _copy_record
    return lambda target, source: copy(target, source)


def dtype_of(state: type[State]) -> Any:
    """The NumPy record type with the fields of a state class, all int64."""
    fields = [
        (name, np.int64, (length,)) if length else (name, np.int64)
        for name, length in state.FIELDS.items()
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def record(dtype: Any, source: State | None) -> Any:
    """A fresh record, equal to ``source`` if given."""
    made = np.zeros(1, dtype)[0]
    if source is not None:
        for name in type(source).FIELDS:
            made[name] = getattr(source, name)
    return made


def records(dtype: Any, length: int) -> Any:
    """So many records, one after another."""
    return np.zeros(length, dtype)


def zeros(length: int) -> Any:
    """An int64 array."""
    return np.zeros(length, np.int64)


def compile(function: FunctionType) -> Callable[..., Any]:
    """The function compiled, without the GIL; cached on disk where a folder can be written."""
    made: Callable[..., Any]
    try:
        made = njit(nogil=True, boundscheck=_BOUNDS_CHECK, cache=not _BOUNDS_CHECK)(function)
    except RuntimeError:  # no writable cache folder: compile in memory
        made = njit(nogil=True, boundscheck=_BOUNDS_CHECK)(function)
    return made
