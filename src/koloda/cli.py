"""The ``koloda`` command: the composition root, the only module that may know every room.

Exit codes: 0 done, 1 a negative result (a record that does not verify, a disagreement with the
book), 2 bad usage. What goes wrong is one sentence on standard error, in the reader's language;
with ``--json`` it is an object on standard output besides.
"""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markdown import Markdown

from koloda import __version__, terminal
from koloda.arena import simulate as run_simulation
from koloda.arena.command import Wanted, hold
from koloda.bots import LEVELS
from koloda.bots.solvers import fifteen as fifteen_solved
from koloda.deal import Game, game
from koloda.locales import Translator, translator
from koloda.options import OptionError, find, parse_value, resolve
from koloda.records import RecordError, load
from koloda.records import replay as replay_record
from koloda.records.book import deal_names, findings
from koloda.rules import SHELF
from koloda.rules.contract import Coded, Json, Refused
from koloda.terminal.console import is_tty, mend_streams, silence
from koloda.terminal.look import wrap
from koloda.terminal.pages import page
from koloda.terminal.reports import (
    book_lines,
    first_turns,
    replay_lines,
    simulation_lines,
    solution_lines,
)
from koloda.terminal.saves import data_folder
from koloda.terminal.seating import resume
from koloda.terminal.words import value_text

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Koloda: a card room for six games of the book. Without a command it opens in the browser"
    " (`serve`); `play` opens its menu in the terminal.",
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, see `koloda games`.")]
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="ru|en", help="Language; default: by the locale.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Turn a rule round; may be repeated."),
]
Preset = Annotated[
    str | None, typer.Option("--preset", metavar="NAME", help="A named set of options.")
]
Players = Annotated[
    int | None, typer.Option("--players", metavar="N", help="Seats; default: the fewest.")
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="LEVEL[,...]",
        help=f"One level for all seats, or one each: {', '.join(LEVELS)}.",
    ),
]
RECORD_HELP = "A record, *.koloda.toml, or a deal of the book: " + ", ".join(deal_names()) + "."
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Same seed, same deals.")]


class Failure(Exception):
    """A command that ends with a sentence: its exit code and data for ``--json``."""

    def __init__(self, sentence: str, code: int, data: Json = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.data = data


def emit(data: Json) -> None:
    """Print JSON for a program."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(data, ensure_ascii=not unicode, allow_nan=False, indent=2))


def tell(lines: Iterable[str]) -> None:
    """Print lines for people: broken at words on a terminal, whole where a program may read."""
    lines = list(lines)
    if is_tty(sys.stdout):
        width = get_terminal_size().columns
        lines = [
            part for line in lines for part in wrap(line, width, len(line) - len(line.lstrip()) + 2)
        ]
    for line in lines:
        print(line)


def options_from(name: str, pairs: list[str] | None) -> dict[str, Any]:
    """The options of ``--set option=value``. Raises OptionError."""
    values: dict[str, Any] = {}
    if name not in SHELF:
        raise OptionError("unknown_game", name=name[:80], allowed=", ".join(SHELF))
    for pair in pairs or []:
        key, equals, text = pair.partition("=")
        if not equals:
            raise OptionError("set_form", text=pair[:80])
        option = find(SHELF[name], key.strip())
        values[option.name] = parse_value(option, text.strip())
    return values


def set_up(name: str, players: int | None, preset: str | None, pairs: list[str] | None) -> Game:
    return game(name, players=players, preset=preset, **options_from(name, pairs))


def levels(bots: str | None) -> list[str] | None:
    return None if bots is None else [level.strip() for level in bots.split(",")]


# --- commands ------------------------------------------------------------------------------


@app.callback(invoke_without_command=True)
def room(
    context: typer.Context,
    lang: Lang = None,
    plain: Annotated[bool, typer.Option("--plain", help="In the terminal, no colours.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: `serve`, or `play` where koloda[server] is not installed."""
    if version:
        print(f"koloda {__version__}")
        raise typer.Exit
    assert context.invoked_subcommand is not None  # see with_command
    context.default_map = {context.invoked_subcommand: {"lang": lang, "plain": plain}}


def with_command(arguments: list[str]) -> list[str]:
    """The arguments, and the command that is meant where they name none: the card room in the
    browser, or the terminal's menu where there is no server or its ``--plain`` is asked for."""
    commands = {made.callback.__name__ for made in app.registered_commands if made.callback}
    begun = arguments and not arguments[0].startswith("-")
    if begun or not {"--help", "--version", *commands}.isdisjoint(arguments):
        return arguments
    menu = "--plain" in arguments or find_spec("uvicorn") is None
    return ["play" if menu else "serve", *arguments]


@app.command()
def serve(
    host: Annotated[
        str, typer.Option("--host", envvar="KOLODA_HOST", help="Who may come: 0.0.0.0 for all.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", envvar="KOLODA_PORT", min=0, max=65535, help="Else 8000; 0: any."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Where tables are kept; also KOLODA_DATA."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    root_path: Annotated[
        str, typer.Option("--root-path", envvar="KOLODA_ROOT_PATH", help="Prefix, as /cards.")
    ] = "",
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", envvar="KOLODA_ORIGINS", help="Its own address for browsers."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option("--allowed-host", envvar="KOLODA_ALLOWED_HOSTS", help="A name it goes by."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Open the card room in the browser."""
    try:
        from koloda.server.app import Settings
        from koloda.server.run import Door
        from koloda.server.run import serve as keep_open
    except ModuleNotFoundError as error:
        sentence = translator(lang).text("server", "refusal.no_server", module=error.name)
        raise Failure(sentence, 2) from None
    names = frozenset(origin or ()), frozenset(allowed_host or ())
    settings = Settings(data or data_folder(), root_path, *names)
    raise typer.Exit(keep_open(settings, Door(host, port, not no_open), translator(lang)))


@app.command()
def games(lang: Lang = None, as_json: AsJson = False) -> None:
    """The games there are and their players; with --json their options too."""
    texts = translator(lang)
    if as_json:
        emit([_game_data(texts, name) for name in SHELF])
        return
    for name, rules in SHELF.items():
        low, high = rules.MIN_PLAYERS, rules.MAX_PLAYERS
        seats = str(low) if low == high else f"{low}–{high}"
        title, length = texts.text(name, "name"), texts.text(name, "length")
        told = texts.text("cli", "games.length", length=length)
        lines = [texts.text(name, "summary"), told]
        tell([texts.text("cli", "games.line", id=f"{name:18}", name=title, seats=seats)])
        tell(f"{'':19}{line}" for line in lines)


def _game_data(texts: Translator, name: str) -> Json:
    rules = SHELF[name]
    return {
        "game": name,
        "name": texts.text(name, "name"),
        "summary": texts.text(name, "summary"),
        "players": [rules.MIN_PLAYERS, rules.MAX_PLAYERS],
        "rules": rules.VERSION,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "values": list(option.values),
                "default": option.default,
                "clause": option.clause,
                "title": texts.text(name, f"option.{option.name}"),
                "help": texts.text(name, f"option.{option.name}.help"),
            }
            for option in rules.OPTIONS
        ],
        "presets": {preset: dict(values) for preset, values in rules.PRESETS.items()},
    }


@app.command()
def rules(
    name: GameName,
    pairs: Set = None,
    preset: Preset = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """A game's rules, clause by clause, and the options in force."""
    texts = translator(lang)
    given = options_from(name, pairs)
    values = resolve(SHELF[name], given, preset)
    text = page(name, texts.lang)
    if text is None:
        raise Failure(texts.text("cli", "rules.missing", name=name), 1)
    if as_json:
        emit({"game": name, "lang": texts.lang, "options": values, "page": text})
        return
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text)
    tell(["", texts.text("cli", "rules.in_force")])
    for option in SHELF[name].OPTIONS:
        mark = "*" if values[option.name] != option.default else " "
        title = texts.text(name, f"option.{option.name}")
        told = value_text(texts, name, option, values[option.name])
        tell([f" {mark} {option.name}: {title} – {told} ({option.clause})"])


@app.command()
def play(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's id, see `koloda games`.")
    ] = None,
    players: Players = None,
    bots: Bots = None,
    preset: Preset = None,
    pairs: Set = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Same seed, same cards.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colours.")] = False,
    lang: Lang = None,
    resumed: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved match.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Where the match is kept after every turn."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Let --save write over a file that is there.")
    ] = False,
) -> None:
    """Play a match in the terminal against bots; without GAME, choose one in a menu."""
    texts = translator(lang)
    chosen = bool(name or players or preset or pairs or save) or seed is not None
    if resumed is not None:
        if chosen:
            raise OptionError("resume_alone")
        code = resume(resumed, levels(bots), lang=lang, plain=plain)
    elif not chosen and bots is None:
        code = terminal.menu(lang, plain=plain)
    elif name is None:
        raise Failure(texts.text("cli", "play.which", games=", ".join(SHELF)), 2)
    else:
        code = terminal.play(
            set_up(name, players, preset, pairs),
            levels(bots),
            lang=lang,
            plain=plain,
            save_path=save,
            overwrite=force,
            seed=seed,
        )
    raise typer.Exit(code)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=RECORD_HELP)],
    pairs: Set = None,
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="Only up to turn N.")
    ] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Verify a record and show it turn by turn; the first wrong move is named, and why."""
    texts = translator(lang)
    record = load(book_or_file(file))
    if pairs:
        record = record.with_options(**options_from(record.game, pairs))
    try:
        told = replay_record(record)
    except RecordError as error:
        sentence = texts.refusal(record.game, error, record.players)
        raise Failure(sentence, 1, {"verified": False, "error": error.to_json()}) from None
    if step is not None:
        told["deals"] = first_turns(told["deals"], step)
    if as_json:
        emit(told | {"verified": True, "checked": told["verified"]})
        return
    tell(replay_lines(texts, told))


def book_or_file(file: Path) -> Path:
    """A file, or a record of the book by its name (``rockaway_1``)."""
    shipped = Path(__file__).parent / "records" / "book" / f"{file.name}.koloda.toml"
    return shipped if not file.exists() and file.name == str(file) and shipped.exists() else file


@app.command()
def book(lang: Lang = None, as_json: AsJson = False) -> None:
    """Every worked deal and example of the book: its figure, ours, agreement or erratum."""
    texts = translator(lang)
    found = findings()
    wrong = [item.id for item in found if item.status != "agree" and not item.erratum]
    if as_json:
        emit([item.to_json() for item in found])
    else:
        tell(book_lines(texts, found))
    if wrong:
        raise Failure(texts.text("cli", "book.wrong", ids=", ".join(wrong)), 1)


@app.command()
def simulate(
    name: GameName,
    deals: Annotated[int, typer.Option("--deals", metavar="N", help="How many deals.")],
    players: Players = None,
    bots: Bots = None,
    preset: Preset = None,
    pairs: Set = None,
    seed: Seed = 0,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Play many deals between bots and sum them up; the same seed gives the same figures."""
    texts = translator(lang)
    result = run_simulation(
        set_up(name, players, preset, pairs), deals, levels(bots) or ("thumb",), seed
    )
    if as_json:
        emit(result)
        return
    tell(simulation_lines(texts, result))


Sprt = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="LOW,HIGH[,ALPHA,BETA]",
        help="Stop as soon as it is clear which of two differences (points a deal) it is.",
    ),
]


@app.command()
def arena(
    name: GameName,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B[,...]", help="The last takes all seats left.")
    ],
    deals: Annotated[
        int, typer.Option("--deals", metavar="N", help="Deals, each in every seating (at most).")
    ] = 200,
    players: Players = None,
    preset: Preset = None,
    pairs: Set = None,
    seed: Seed = 0,
    sprt: Sprt = None,
    cross: Annotated[
        bool, typer.Option("--cross", help="Every pair at a table of its own.")
    ] = False,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", help="The same nodes for all who search.")
    ] = None,
    time_equal: Annotated[
        int | None, typer.Option("--time-equal", metavar="MS", help="The same time a move instead.")
    ] = None,
    luck: Annotated[
        int, typer.Option("--luck", metavar="N", help="Take draw luck out: N playouts a card.")
    ] = 0,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="Local processes; same figures.")
    ] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", metavar="FILE", help="Keep every playing; go on from what is there."
        ),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the differences, SVG.")
    ] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Bots over duplicate deals in all seatings: who is better, by how much, how sure it is."""
    from koloda.bench.command import maker

    wanted = Wanted(deals, seed, sprt, cross, nodes, time_equal, luck, jobs, ray, output, picture)
    setup = set_up(name, players, preset, pairs)
    ended = hold(setup, bots, wanted, translator(lang), as_json=as_json, make=maker(bots))
    if ended.code:
        raise Failure(ended.sentence, ended.code)


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Only these games.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="PEER[,...]", help="Beside openspiel,rlcard,pettingzoo."),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="CPU seconds for a figure, a round.")
    ] = 0.5,
    starts: Annotated[
        bool, typer.Option("--starts", help="Also how long first and second starts take.")
    ] = False,
    moves: Annotated[bool, typer.Option("--moves", help="Also how long a move takes.")] = False,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """How fast the engine is here, and which one runs: compiled or interpreted."""
    from koloda.bench.command import bench as measure

    also = {"with_starts": starts, "with_moves": moves, "as_json": as_json}
    if broken := measure(translator(lang), names or [], against, seconds, **also):
        raise Failure(broken, 1)


@app.command()
def solve(
    name: GameName,
    without: Annotated[
        str, typer.Option("--without", metavar="CARDS", help="Cards set aside: AsKd10h.")
    ] = "",
    preset: Preset = None,
    pairs: Set = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """The exact solution of a deal (only fifteen has one): value, best play, how exact it is."""
    texts = translator(lang)
    options = set_up(name, None, preset, pairs).options
    if name != "fifteen":
        raise OptionError("solve_game", name=name, allowed="fifteen")
    left = fifteen_solved.cards_without(without, int(options["reshuffle_below"]))
    counts = fifteen_solved.count_values(left)
    solution = fifteen_solved.solve(counts, str(options["first_stand"]))
    if as_json:
        emit(solution.to_json())
        return
    print(texts.text("cli", "solve.head", len(left), game=texts.text(name, "name")))
    print(texts.text("cli", "solve.value", value=f"{solution.value:+.6f}"))
    print(texts.text("cli", "solve.gap", gap=f"{solution.gap:.1e}"))
    tell(["", *solution_lines(texts, solution)])


# --- what went wrong -----------------------------------------------------------------------


def _wanted_language(arguments: list[str]) -> Translator:
    """The language to complain in: that of ``--lang`` if it is one, else the locale's."""
    for i, argument in enumerate(arguments):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else None
        if argument == "--lang" and i + 1 < len(arguments):
            value = arguments[i + 1]
        if value is not None:
            try:
                return translator(value)
            except OptionError:
                break
    return translator()


UsageError: type[Exception] = typer.BadParameter.__mro__[1]  # Typer has no name for it
USAGE = ("MissingParameter", "NoSuchOption", "BadOptionUsage", "BadParameter")


def _usage(texts: Translator, error: Any) -> tuple[str, Json]:
    """What is wrong with a command line that can't be understood: a sentence, and data."""
    kind = type(error).__name__ if type(error).__name__ in USAGE else "other"
    what = getattr(error, "option_name", None)
    if (param := getattr(error, "param", None)) is not None:
        named = [name for name in param.opts if name.startswith("-")]
        what = "/".join(named) or param.metavar or param.name
    if what is None:  # the words that are too much
        found = re.search(r" ['(](.+)[')]", error.message)
        what = found[1] if found else error.message
    told = {"what": str(what)}
    command = error.ctx.command_path if error.ctx else "koloda"
    sentence = texts.text("cli", f"usage.{kind}", **told)
    sentence += " " + texts.text("cli", "usage.help", command=command)
    return sentence, {"error": {"code": "usage", "clause": "", "params": told}}


def _fail(sentence: str, code: int, data: Json = None) -> NoReturn:
    try:
        if data is not None and "--json" in sys.argv:
            emit(data)
        sys.stdout.flush()
    except OSError:
        silence()
    print(f"koloda: {sentence}", file=sys.stderr)
    sys.exit(code)


def main() -> None:
    """Run the command line; every failure ends as one sentence and an exit code."""
    mend_streams()
    texts = _wanted_language(sys.argv)
    name = next((argument for argument in sys.argv if argument in SHELF), None)
    try:
        code = app(args=with_command(sys.argv[1:]), standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code)
    except typer.Abort:  # Ctrl-C
        sys.exit(130)
    except UsageError as error:
        sentence, usage = _usage(texts, error)
        _fail(sentence, 2, usage)
    except Failure as failure:
        _fail(str(failure), failure.code, failure.data)
    except (OptionError, Refused) as error:
        _fail(texts.refusal(name, error), 2, {"error": error.to_json()})
    except RecordError as error:
        _fail(
            texts.refusal(error.game or name, error),
            1,
            {"verified": False, "error": error.to_json()},
        )
    except Coded as error:  # the house can't be opened
        _fail(texts.refusal(None, error), 2, {"error": error.to_json()})
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            silence()
            sys.exit(0)
        file, kind = str(error.filename or ""), errno.errorcode.get(error.errno or 0, "other")
        data = {"error": {"code": "os", "params": {"file": file, "kind": kind}}}
        key = f"os.{kind}" if texts.has("cli", f"os.{kind}") else "os.other"
        problem = texts.text("cli", key, problem=error.strerror or str(error))
        _fail(f"{file}: {problem}" if file else problem, 2, data)
