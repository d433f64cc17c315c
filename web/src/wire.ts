// Made by `python -m koloda.server.schema` from src/koloda/server/messages.py.

/** One act as the game spells it. */
export interface Act {
  kind: "act";
  id?: string;
  seq?: number;
  text: string;
}

/** What a strong bot would do, and the acts it looked at, the chosen one first. */
export interface Advice {
  kind: "hint";
  id: string;
  seq: number;
  text: string;
  method: string;
  candidates: Candidate[];
}

/** The order in which one likes to hold one's cards: kept, and told to nobody. */
export interface Arrange {
  kind: "arrange";
  id?: string;
  seq?: number;
  cards: string[];
}

/** Play oneself again, from the next decision on. */
export interface Back {
  kind: "back";
  id?: string;
  seq?: number;
}

/** An act looked at: its worth in points against the others' mean, and how sure that is. */
export interface Candidate {
  text: string;
  mean: number;
  error: number;
}

/** The parts of a snapshot that an event has changed, each one whole. */
export interface Changes {
  version?: number;
  table?: string;
  you?: number | null;
  phase?: "between" | "over" | "play" | "setup";
  game?: GameShown;
  settings?: Ways;
  seats?: SeatShown[];
  shuffle?: ShuffleShown;
  clock?: Clock;
  may?: string[];
  match?: MatchShown | null;
  sheet?: SheetRow[];
  deal?: Record<string, unknown> | null;
  log?: (Record<string, unknown>)[];
}

/** Whether the set-up does, every option with its value, or why not. */
export interface Checked {
  ok: boolean;
  players?: number | null;
  options?: Record<string, string | number | boolean> | null;
  error?: Problem | null;
}

/** How far a record was verified, and what is known about its shuffle. */
export interface Checks {
  complete: boolean;
  up_to: Record<string, number> | null;
  shuffle: string;
  deals: number;
  over: boolean;
}

/** Whose time runs, since when, until when. */
export interface Clock {
  since: number;
  seat: number | null;
  until: number | null;
  banks: number[];
}

/** The house shuts down or starts anew; this connection ends (1012): try again in a while. */
export interface Closing {
  kind: "closing";
  sentence: string;
}

/** The host chooses the game, its options, and the ways of the table (``settings.py``). */
export interface Configure {
  kind: "configure";
  id?: string;
  seq?: number;
  game: string;
  players?: number | null;
  preset?: string | null;
  options?: Record<string, string | number | boolean>;
  move?: number | null;
  bank?: number;
  pause?: number | null;
  grace?: number | null;
  watchers?: boolean;
  undo?: boolean;
}

/** A worked deal of the book, ready as a replay. */
export interface DealInfo {
  name: string;
  game: string;
  title: string;
}

/** A deal from the first card to the last. */
export interface DealReplay {
  deal: number;
  dealer: number;
  cuts: string[];
  start: Record<string, unknown>;
  turns: Turn[];
  scores: number[] | null;
  places: Record<string, string[]>;
}

/** The command ``id`` was accepted and is on disk; it made event ``seq`` (or none). */
export interface Done {
  kind: "done";
  id: string;
  seq: number;
}

/** A claim of the book about a worked deal beside our figure. ``where`` has ``deal``, and ``go`` and ``seat`` where they apply; ``erratum`` is its number, "" where both agree. */
export interface Erratum {
  id: string;
  clause: string;
  where: Record<string, number>;
  book: unknown;
  ours: unknown;
  agrees: boolean;
  erratum: string;
}

/** One event as this onlooker is told it. */
export interface Event {
  seq: number;
  at: number;
  kind: string;
  by: number | null;
  told: (Record<string, unknown>)[];
  deal: (Record<string, unknown>)[];
  set: Changes;
}

/** The body of every answer that is not 200. */
export interface Failed {
  error: Problem;
}

/** The host empties a seat. */
export interface Free {
  kind: "free";
  id?: string;
  seq?: number;
  seat: number;
}

/** A game in the lobby. */
export interface GameInfo {
  id: string;
  name: string;
  summary: string;
  length: string;
  players: number[];
  options: OptionShown[];
  presets: PresetShown[];
}

/** What is played, every option with its value. */
export interface GameShown {
  id: string;
  players: number;
  options: Record<string, string | number | boolean>;
  wins: "fewest" | "most";
}

/** The next event: fold it into the snapshot. */
export interface Happened {
  kind: "event";
  event: Event;
  words: Words;
}

/** The first frame: the last event seen, and the seat it was seen from; null the first time. ``speed`` is a ``pace`` said at once; null: the table knows. */
export interface Hello {
  kind: "hello";
  seq?: number | null;
  seat?: number | null;
  lang?: "en" | "ru";
  speed?: number | null;
}

/** What would a strong bot do in this seat's place? Answered by ``hint``. */
export interface Hint {
  kind: "hint";
  id?: string;
}

/** Go: before the match the seat is free again, in a match a bot plays on until ``back``. */
export interface Leave {
  kind: "leave";
  id?: string;
  seq?: number;
}

/** A level of bots. */
export interface LevelInfo {
  id: string;
  name: string;
}

/** ``GET api/lobby``. */
export interface Lobby {
  version: string;
  lang: "en" | "ru";
  games: GameInfo[];
  levels: LevelInfo[];
  deals: DealInfo[];
}

/** The table that was made. */
export interface Made {
  table: string;
}

/** The match so far. */
export interface MatchShown {
  deal: number;
  totals: number[];
  draws: string[][];
  over: boolean;
  winners: number[];
  gains: (string | number)[] | null;
}

/** ``GET api/tables``, the last one played at first. */
export interface MyTables {
  tables: TableInfo[];
}

/** ``POST api/tables``: a table for one against bots; ``bots`` has a level for each seat but the first, or one for all. The match begins at once. */
export interface NewTable {
  game: string;
  players?: number | null;
  preset?: string | null;
  options?: Record<string, string | number | boolean>;
  bots?: string[];
  name?: string;
  undo?: boolean;
  move?: number | null;
  watchers?: boolean;
  client_seed?: string;
  lang?: "en" | "ru";
}

/** Seen the scores: on to the next deal. */
export interface Next {
  kind: "next";
  id?: string;
  seq?: number;
}

/** An option as it is played. */
export interface OptionInForce {
  name: string;
  title: string;
  value: string | number | boolean;
  label: string;
  clause: string;
  changed: boolean;
}

/** An option: for ``int`` the values are ``low..high``, else those listed. */
export interface OptionShown {
  name: string;
  kind: "bool" | "choice" | "int";
  title: string;
  help: string;
  clause: string;
  default: string | number | boolean;
  values: ValueShown[];
  low: number | null;
  high: number | null;
}

/** How long bots are to take over an act, 0 (not at all) to ``SLOWEST``; told to nobody. */
export interface Pace {
  kind: "pace";
  id?: string;
  seq?: number;
  speed: number;
}

/** A named set of options: what it turns round from the defaults. */
export interface PresetShown {
  name: string;
  title: string;
  options: Record<string, string | number | boolean>;
}

/** Why something was refused, over HTTP: always ``{"error": Problem}``. */
export interface Problem {
  code: string;
  clause: string;
  params: Record<string, unknown>;
  sentence: string;
}

/** Agree to the set-up (or no more), with a seed of one's own for the shuffle. The match begins when every seat is taken and every person is ready. */
export interface Ready {
  kind: "ready";
  id?: string;
  seq?: number;
  ready?: boolean;
  client_seed?: string;
}

/** One reason of a score; the points of all add up to it. */
export interface Reason {
  reason: string;
  points: number;
  cards: string[];
}

/** The command ``id`` (or a frame that was none: "") was refused; nothing has changed. ``clause`` is that of the rules, "" where none speaks of it; ``sentence`` says what was wrong and what is allowed, the clause in brackets. */
export interface Refusal {
  kind: "refused";
  id: string;
  code: string;
  clause: string;
  params: Record<string, unknown>;
  sentence: string;
}

/** ``POST api/replay`` and ``GET api/deals/<name>``: a record turn by turn. */
export interface Replay {
  game: string;
  players: string[];
  options: Record<string, string | number | boolean>;
  free: Record<string, unknown>;
  verified: Checks;
  deals: DealReplay[];
  totals: number[];
  winners: number[];
  settlement: string[] | null;
  book: Erratum[];
}

/** Give the seat to a bot for good; when no person is left the match is over. */
export interface Resign {
  kind: "resign";
  id?: string;
  seq?: number;
}

/** ``GET api/rules/<game>``: the page (Markdown) and the options in force. */
export interface RulesPage {
  game: string;
  lang: "en" | "ru";
  page: string;
  options: OptionInForce[];
}

/** The host puts a bot of some level on an empty seat. */
export interface SeatBot {
  kind: "seat_bot";
  id?: string;
  seq?: number;
  seat: number;
  level: string;
  name: string;
}

/** A seat and who is on it. */
export interface SeatShown {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string;
  level: string | null;
  host: boolean;
  ready: boolean;
  away: boolean;
  absent: boolean;
  resigned: boolean;
}

/** ``POST api/check``: would this set-up do? */
export interface SetUp {
  game: string;
  players?: number | null;
  preset?: string | null;
  options?: Record<string, string | number | boolean>;
  lang?: "en" | "ru";
}

/** A finished deal. */
export interface SheetRow {
  deal: number;
  dealer: number;
  scores: number[];
  totals: number[];
  reasons: Reason[][];
}

/** What is published about the shuffle; the server's seed when the match is over. */
export interface ShuffleShown {
  method: string;
  commit: string;
  client_seeds: string[];
  server_seed?: string;
}

/** Take an empty seat under a name. */
export interface Sit {
  kind: "sit";
  id?: string;
  seq?: number;
  seat: number;
  name: string;
}

/** All that one onlooker may know; ``deal`` and ``log`` are in the words of the game. */
export interface Snapshot {
  version: number;
  table: string;
  seq: number;
  you: number | null;
  phase: "between" | "over" | "play" | "setup";
  game: GameShown;
  settings: Ways;
  seats: SeatShown[];
  shuffle: ShuffleShown;
  clock: Clock;
  may: string[];
  match: MatchShown | null;
  sheet: SheetRow[];
  deal: Record<string, unknown> | null;
  log: (Record<string, unknown>)[];
}

/** An event and its words. */
export interface Step {
  event: Event;
  words: Words;
}

/** One of the reader's unfinished tables. ``turn``: it waits for him. */
export interface TableInfo {
  table: string;
  game: string;
  players: number;
  names: string[];
  phase: "between" | "over" | "play" | "setup";
  deal: number;
  totals: number[];
  turn: boolean;
  touched: number;
}

/** The host lets a bot play for a person whose connection is gone. */
export interface TakeOver {
  kind: "take_over";
  id?: string;
  seq?: number;
  seat: number;
}

/** The seat has been opened elsewhere; this connection ends (4001): do not come back by yourself. */
export interface Taken {
  kind: "taken";
  sentence: string;
}

/** ``GET api/texts/<lang>/<domain>``: a catalogue; a text with plural forms is a list. */
export interface Texts {
  lang: "en" | "ru";
  domain: string;
  texts: Record<string, string | string[]>;
}

/** A turn: the acts, what was seen to happen, how it stands then, where all cards lie, and phrases for the events. */
export interface Turn {
  deal: number;
  turn: number;
  go: number;
  seat: number;
  moves: string[];
  events: (Record<string, unknown>)[];
  after: Record<string, unknown>;
  words: string[];
  places: Record<string, string[]>;
}

/** One person against bots: back to his last decision in this deal. */
export interface Undo {
  kind: "undo";
  id?: string;
  seq?: number;
}

/** A value of a choice, and what it is called. */
export interface ValueShown {
  value: string | number | boolean;
  label: string;
}

/** The ways of the table; times in seconds, null: no limit. */
export interface Ways {
  move: number | null;
  bank: number;
  pause: number | null;
  grace: number | null;
  watchers: boolean;
  undo: boolean;
}

/** The answer to ``hello``, and what comes when one looks on from elsewhere now. Either ``snapshot`` with its ``words``, or ``steps``: the events since ``hello.seq``. ``now`` is the house's clock, ``order`` how the person likes to hold his cards, ``speed`` how long he likes bots to take. */
export interface Welcome {
  kind: "welcome";
  now: number;
  speed: number;
  order: string[];
  snapshot: Snapshot | null;
  words: Words | null;
  steps: Step[] | null;
}

/** The same in the reader's language. ``log`` has a phrase for each entry of ``log`` (in a welcome) or of ``event.deal``: printed after the seat's name, which is not in it. ``sheet``, where the sheet is sent, has for each deal and seat a phrase for each reason. */
export interface Words {
  log: string[];
  sheet?: string[][][] | null;
}

export type ClientFrame = Hello | Hint | Configure | Sit | SeatBot | Free | Ready | Act | Next | Undo | Leave | Back | Resign | TakeOver | Arrange | Pace;

export type ServerFrame = Welcome | Happened | Done | Refusal | Advice | Taken | Closing;
