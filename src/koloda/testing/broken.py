"""Games broken on purpose, to see that the checks would notice."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, cast

from koloda.rules.contract import Rules


def altered(rules: Rules[Any], **changes: Callable[..., Any] | object) -> Rules[Any]:
    """A copy of a rules module in which some names mean something else.

    Every function of the copy sees the changed names, as if the source had been edited; the
    original stays as it is. Raises AttributeError for a name that the module does not have.
    """
    source = cast(ModuleType, rules)
    for name in changes:
        getattr(source, name)
    copy = ModuleType(source.__name__, source.__doc__)
    names = copy.__dict__
    for name, value in vars(source).items():
        if isinstance(value, FunctionType) and value.__globals__ is vars(source):
            twin = FunctionType(value.__code__, names, name, value.__defaults__, value.__closure__)
            twin.__kwdefaults__ = value.__kwdefaults__
            names[name] = twin
        else:
            names[name] = value
    names.update(changes)
    return cast(Rules[Any], copy)
