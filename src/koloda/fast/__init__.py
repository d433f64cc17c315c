"""The compiled twin: the rules' own source, compiled by Numba, and what runs on it.

Without Numba (extra ``fast``) everything here works on the interpreted rules, slower;
``compiled()`` says which.
"""

from koloda.fast.batch import Batch
from koloda.fast.binding import Bound, bind, compiled
from koloda.fast.playouts import Playouts, playouts

__all__ = ["Batch", "Bound", "Playouts", "bind", "compiled", "playouts"]
