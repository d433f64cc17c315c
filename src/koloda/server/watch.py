"""What the house tells those who run it: JSON lines on standard error, and metrics.

No card, seed, cookie or act goes in: a line is made of names and codes that are listed here.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any, TextIO

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

FIELDS = frozenset(
    (
        *("event", "level", "timestamp", "table", "kind", "code", "level_of_bot"),
        *("seconds", "error", "where", "signal"),
    )
)
"""All that a line may have; anything else is left out."""


def _known_only(logger: Any, name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {key: value for key, value in line.items() if key in FIELDS}


def make_logger(stream: TextIO | None = None) -> Any:
    """A logger of its own, so that two houses in one process do not mix.

    Lines are JSON; on a terminal they are for people, and only what they should know.
    """
    out = stream or sys.stderr
    watched = out.isatty()
    render = structlog.dev.ConsoleRenderer if watched else structlog.processors.JSONRenderer
    return structlog.wrap_logger(
        structlog.PrintLogger(out),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _known_only,
            render(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.WARNING if watched else logging.INFO
        ),
    )


def where(error: BaseException) -> str:
    """The places of a traceback, without any value: messages may hold cards."""
    found: TracebackType | None = error.__traceback__
    frames = traceback.extract_tb(found)[-6:]
    return " < ".join(f"{f.filename.rpartition('/')[2]}:{f.lineno}" for f in reversed(frames))


class Metrics:
    """The figures of one house, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.commands = Counter(
            "koloda_commands", "Commands to tables.", ["kind", "result"], registry=registry
        )
        self.refused = Counter(
            "koloda_frames_refused", "Frames that were no commands.", ["code"], registry=registry
        )
        self.requests = Counter(
            "koloda_http_requests", "HTTP requests.", ["method", "status"], registry=registry
        )
        self.connections = Gauge("koloda_connections", "Open websockets.", registry=registry)
        self.tables = Gauge("koloda_tables", "Tables in memory.", registry=registry)
        self.disk = Histogram(
            "koloda_disk_seconds", "From a command to the disk.", registry=registry
        )
        self.thinking = Histogram(
            "koloda_bot_seconds", "How long bots think.", ["level"], registry=registry
        )
        self.late = Counter(
            "koloda_bots_late", "Decisions that a bot did not make in time.", registry=registry
        )
        self.lag = Histogram(
            "koloda_loop_lag_seconds",
            "How late the event loop is.",
            registry=registry,
            buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5),
        )

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self.registry)


async def watch_lag(metrics: Metrics, step: float = 0.1) -> None:
    """Measure how late the loop is, for ever."""
    loop = asyncio.get_running_loop()
    while True:
        wanted = loop.time() + step
        await asyncio.sleep(step)
        metrics.lag.observe(max(0.0, loop.time() - wanted))
