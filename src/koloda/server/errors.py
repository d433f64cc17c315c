"""What can be wrong besides what a table refuses."""

from __future__ import annotations

from koloda.rules.contract import Coded


class ServerError(Coded):
    """The house can't do it. Codes: ``frame``, ``binary``, ``too_big``, ``too_fast``,
    ``no_table``, ``table_broken``, ``no_hint``, ``preparing``, ``too_slow``, ``disk``,
    ``closing``, ``origin``, ``host``, ``not_found``, ``method``, ``body``, ``failed``,
    ``too_many_tables``, ``not_yours``, ``not_whole``; of the start
    ``port``, ``data_used``, ``data_broken``, ``data_newer``, ``data_locked``, ``data_folder``,
    ``root_path``. Their sentences are in the domain ``server``.
    """
