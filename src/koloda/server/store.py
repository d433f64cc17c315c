"""The logs of all tables on disk: SQLite in WAL mode, in one file of the data folder.

A log is the table: an entry is written, and synced, before anybody hears of the command. One
task writes what has come together while it wrote before, in one transaction. Nothing here is
ever changed or deleted but the columns for listing.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from koloda.rules.contract import Json
from koloda.server import lock
from koloda.server.errors import ServerError

FILE = "tables.sqlite3"
BUSY = 5.0
"""Seconds to wait for somebody who holds the database (a backup)."""
PROBLEMS = (
    ("locked", "data_locked"),
    *((words, "data_folder") for words in ("unable to open", "readonly", "full", "disk I/O")),
)
"""What SQLite says, and what it is called; anything else is a damaged file."""

META = sa.MetaData()
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text),
    sa.Column("made", sa.Float),
    sa.Column("touched", sa.Float),
    sa.Column("over", sa.Boolean),
    sa.Column("public", sa.Text),
)
ENTRIES = sa.Table(
    "entries",
    META,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text),
)
MEMBERS = sa.Table(
    "members",
    META,
    sa.Column("who", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer),
)
HOUSE = sa.Table(
    "house", META, sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text)
)


@dataclass(frozen=True)
class Written:
    """What one command adds to the log of a table.

    ``first`` is the number of the first of ``entries`` (from 0), ``members`` has who sits where,
    ``public`` what a list of tables shows.
    """

    table: str
    game: str
    first: int
    entries: Sequence[Json]
    now: float
    over: bool
    public: dict[str, Json]
    members: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Listed:
    """A table in a list: ``seat`` is the reader's."""

    table: str
    game: str
    seat: int
    touched: float
    public: dict[str, Json]


class Store:
    """The database. ``open`` before, ``close`` after; everything raises ServerError ``disk``
    where the disk does not do its part."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._engine: AsyncEngine | None = None
        self._lock: IO[bytes] | None = None
        self._waiting: list[tuple[Written, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False

    async def open(self) -> None:
        """Make or bring up to date what is there. Raises ServerError ``data_folder``,
        ``data_used`` (another house has it), ``data_broken``, ``data_locked``, ``data_newer``."""
        self._lock = lock.take(self.path.parent)
        try:
            await asyncio.to_thread(_migrate, self.path)
        except BaseException:
            self._lock.close()
            raise
        self._engine = create_async_engine(
            f"sqlite+aiosqlite:///{self.path}",
            poolclass=sa.pool.StaticPool,
            connect_args={"timeout": BUSY},
        )
        self._reading = asyncio.Lock()
        with _told(self.path):
            async with self._engine.connect() as connection:
                await _prepare(connection)
        self._writer = asyncio.create_task(self._write_on(), name="store")

    async def close(self) -> None:
        """Write what is waiting, and let go."""
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
        if self._engine is not None:
            await self._engine.dispose()
        if self._lock is not None:
            self._lock.close()

    def announce(self, address: str) -> None:
        """Let others who come for this data find the house that has it."""
        assert self._lock is not None, "the store is not open"
        lock.announce(self._lock, address)

    @property
    def engine(self) -> AsyncEngine:
        assert self._engine is not None, "the store is not open"
        return self._engine

    # --- writing ---------------------------------------------------------------------------
    async def write(self, written: Written) -> None:
        """Comes back when it is on disk. Raises ServerError ``disk``: then none of it is."""
        if self._closing:
            raise ServerError("closing")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((written, done))
        self._wake.set()
        await done

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._write_batch(batch)
            if self._closing and not self._waiting:
                return

    async def _write_batch(self, batch: list[tuple[Written, asyncio.Future[None]]]) -> None:
        """All of it in one transaction; where that fails, each by itself."""
        try:
            await self._transaction([written for written, _ in batch])
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            if len(batch) > 1:
                for one in batch:
                    await self._write_batch([one])
            elif not batch[0][1].done():
                batch[0][1].set_exception(ServerError("disk", problem=type(error).__name__))
            return
        for _, done in batch:
            if not done.done():
                done.set_result(None)

    async def _transaction(self, batch: Sequence[Written]) -> None:
        async with self._reading, self.engine.begin() as connection:
            for written in batch:
                await _put(connection, written)

    # --- reading ---------------------------------------------------------------------------
    async def log(self, table: str) -> list[dict[str, Json]]:
        """The log of a table; empty: there is no such table. Raises ServerError ``disk``,
        ``table_broken`` where an entry is no JSON."""
        query = sa.select(ENTRIES.c.body).where(ENTRIES.c.table_id == table)
        rows = await self._rows(query.order_by(ENTRIES.c.number))
        try:
            return [json.loads(body) for (body,) in rows]
        except (TypeError, ValueError):
            raise ServerError("table_broken") from None

    async def of(self, who: str, limit: int = 50) -> list[Listed]:
        """The unfinished tables at which a person sits, the last touched first."""
        joined = TABLES.join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
        query = (
            sa.select(TABLES.c.id, TABLES.c.game, MEMBERS.c.seat, TABLES.c.touched, TABLES.c.public)
            .select_from(joined)
            .where(MEMBERS.c.who == who, sa.not_(TABLES.c.over))
            .order_by(TABLES.c.touched.desc())
            .limit(limit)
        )
        rows = await self._rows(query)
        return [
            Listed(table, game, seat, touched, json.loads(public))
            for table, game, seat, touched, public in rows
        ]

    async def unfinished(self, who: str) -> int:
        """How many there are of these."""
        joined = TABLES.join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
        query = sa.select(sa.func.count()).select_from(joined)
        rows = await self._rows(query.where(MEMBERS.c.who == who, sa.not_(TABLES.c.over)))
        return int(rows[0][0])

    async def key(self) -> str:
        """The secret that signs cookies, made on the first day. Raises as ``open``."""
        with _told(self.path):
            return await self._key()

    async def _key(self) -> str:
        async with self._reading, self.engine.begin() as connection:
            fresh = insert(HOUSE).values(name="key", value=secrets.token_hex(32))
            await connection.execute(fresh.on_conflict_do_nothing())
            found = await connection.execute(sa.select(HOUSE.c.value).where(HOUSE.c.name == "key"))
            return str(found.scalar_one())

    async def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            await self._rows(sa.select(sa.literal(1)))
        except ServerError:
            return False
        return self._writer is not None and not self._writer.done() and not self._closing

    async def _rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        try:
            async with self._reading, self.engine.connect() as connection:
                found: Sequence[Any] = (await connection.execute(query)).all()
                return found
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise ServerError("disk", problem=type(error).__name__) from None


async def _put(connection: AsyncConnection, written: Written) -> None:
    listed = {
        "game": written.game,
        "touched": written.now,
        "over": written.over,
        "public": json.dumps(written.public, ensure_ascii=False),
    }
    if written.first == 0:
        made = {"id": written.table, "made": written.now, **listed}
        await connection.execute(sa.insert(TABLES).values(made))
    else:
        await connection.execute(
            sa.update(TABLES).where(TABLES.c.id == written.table).values(listed)
        )
    rows = [
        {"table_id": written.table, "number": number, "body": _json(entry)}
        for number, entry in enumerate(written.entries, written.first)
    ]
    await connection.execute(sa.insert(ENTRIES), rows)
    for who, seat in written.members.items():
        put = insert(MEMBERS).values(who=who, table_id=written.table, seat=seat)
        await connection.execute(put.on_conflict_do_nothing())


def _json(entry: Json) -> str:
    return json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


async def _prepare(connection: AsyncConnection) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        await connection.exec_driver_sql(f"PRAGMA {pragma}")
    await connection.commit()


# --- at the start --------------------------------------------------------------------------


@contextmanager
def _told(path: Path) -> Any:
    """What a database that can't be used is called."""
    try:
        yield
    except CommandError:
        raise ServerError("data_newer", file=str(path)) from None
    except (DatabaseError, sqlite3.Error) as error:
        cause = getattr(error, "orig", None) or error
        code = next((code for words, code in PROBLEMS if words in str(cause)), "data_broken")
        told = {"file": str(path), "folder": str(path.parent), "problem": str(cause)}
        raise ServerError(code, **told) from None


def _migrate(path: Path) -> None:
    """Bring the database up to date; the file is the owner's alone: it holds the secrets."""
    with _told(path):
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            problem = error.strerror or type(error).__name__
            raise ServerError("data_folder", folder=str(path.parent), problem=problem) from None
        engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY})
        try:
            with engine.connect() as connection:
                first = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
                if first != "ok":
                    raise sqlite3.DatabaseError(str(first))
                config = Config()
                config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                connection.commit()
        finally:
            engine.dispose()
