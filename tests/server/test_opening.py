"""Plain ``koloda`` opens the card room: the port, the browser, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

BROWSER = "echo opened %s"
"""A browser that only says where it was sent, on the standard output of who sent it."""


@contextmanager
def room(data: Path, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Plain ``koloda`` at any free port, ended at the end."""
    ours = {k: v for k, v in os.environ.items() if not re.fullmatch(r"(\w+_)?DISPLAY|BROWSER", k)}
    ours |= {"KOLODA_DATA": str(data), "KOLODA_PORT": "0", "LANG": "en_GB.UTF-8"}
    running = subprocess.Popen(
        [sys.executable, "-m", "koloda", *arguments],
        env=ours | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def told(running: subprocess.Popen[str], beginning: str) -> str:
    """The address in the next line that begins so."""
    assert running.stdout is not None
    for line in running.stdout:
        if line.startswith(beginning):
            return line.split()[-1]
    assert running.stderr is not None
    raise AssertionError(running.stderr.read())


def test_it_opens_a_browser_on_the_client_and_ends_well_at_ctrl_c(tmp_path: Path) -> None:
    with room(tmp_path, BROWSER=BROWSER) as running:
        address = told(running, "The card room is open")
        assert told(running, "opened") == address
        with urlopen(address, timeout=30) as page:
            assert "<script type=" in page.read().decode()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
        assert running.returncode == 0, err
        assert "Traceback" not in out + err


def test_without_a_window_the_address_is_printed_and_no_browser_takes_the_console(
    tmp_path: Path,
) -> None:
    pages = tmp_path / "www-browser"  # what is looked for on a bare console
    pages.write_text(f"#!/bin/sh\n{BROWSER.replace('%s', '$1')}\n")
    pages.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    with room(tmp_path / "data", PATH=path) as running:
        address = told(running, "The card room is open")
        assert urlsplit(address).hostname == "127.0.0.1"
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
        assert running.returncode == 0
        assert "opened" not in out


def test_where_the_usual_port_is_taken_it_is_another(tmp_path: Path) -> None:
    with ExitStack() as taken:
        with suppress(OSError):  # then somebody else has it
            taken.enter_context(socket.create_server(("127.0.0.1", 8000)))
        with room(tmp_path, KOLODA_PORT="") as running:
            address = told(running, "The card room is open")
            assert urlsplit(address).port != 8000
            with urlopen(address + "healthz", timeout=30) as answer:
                assert answer.status == 200


@pytest.mark.parametrize("port", ["0", "the same"])
def test_a_second_one_shows_the_room_that_is_open(tmp_path: Path, port: str) -> None:
    with room(tmp_path) as first:
        address = told(first, "The card room is open")
        port = str(urlsplit(address).port) if port == "the same" else port
        with room(tmp_path, BROWSER=BROWSER, KOLODA_PORT=port) as second:
            out, err = second.communicate(timeout=60)
            assert (second.returncode, err) == (0, "")
            assert out.splitlines() == [
                f"The card room is open already at {address}",
                f"opened {address}",
            ]
        with urlopen(address + "healthz", timeout=30) as answer:
            assert answer.status == 200


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Another house is open"), ("ru", "другая карточная комната")]
)
def test_a_room_that_does_not_answer_is_no_room_to_show(
    tmp_path: Path, lang: str, words: str
) -> None:
    with room(tmp_path) as first:
        told(first, "The card room is open")
        first.send_signal(signal.SIGSTOP)
        with room(tmp_path, "--lang", lang, BROWSER=BROWSER) as second:
            out, err = second.communicate(timeout=60)
            assert (second.returncode, out) == (2, "")
            assert words in err
            assert str(tmp_path) in err
            assert len(err.splitlines()) == 1


def test_where_a_killed_room_was_nobody_is_sent(tmp_path: Path) -> None:
    with room(tmp_path / "a") as first:
        was = told(first, "The card room is open")
    with room(tmp_path / "b", KOLODA_PORT=str(urlsplit(was).port)) as other:
        assert told(other, "The card room is open") == was
        with room(tmp_path / "a") as second:
            assert told(second, "The card room is open at") != was


def test_plain_is_for_the_terminal(tmp_path: Path) -> None:
    with room(tmp_path, "--plain", "--lang", "ru") as running:
        out, _ = running.communicate("q\n", timeout=60)
        assert running.returncode == 0
        assert "Рокэуэй" in out
