/** The house over HTTP. All addresses are relative: it may live under any path. */

import type { Checked, DealInfo, GameInfo, Lobby, Made, MyTables, NewTable, Problem, Replay, RulesPage, SetUp, TableInfo } from '../wire'
import type { Lang } from './texts'

export type { DealInfo, GameInfo, Lobby, Problem, Replay, RulesPage, TableInfo }

/** The house refused; `sentence` says why in the reader's language. */
export class Failure extends Error {
  constructor(
    readonly problem: Problem | null,
    readonly status: number,
  ) {
    super(problem?.sentence ?? '')
  }
}

async function asked<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...init })
  } catch {
    throw new Failure(null, 0)
  }
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) return body as T
  const error = (body as { error?: Problem } | null)?.error
  throw new Failure(error ?? null, answer.status)
}

const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const one = encodeURIComponent

export const house = {
  lobby: (lang: Lang) => asked<Lobby>(`api/lobby?lang=${lang}`),
  tables: () => asked<MyTables>('api/tables'),
  check: (setUp: SetUp) => asked<Checked>('api/check', posted(setUp)),
  make: (table: NewTable) => asked<Made>('api/tables', posted(table)),
  again: (table: string) => asked<Made>(`api/tables/${one(table)}/again`, posted({})),
  recordOf: (table: string) => `api/tables/${one(table)}/record`,
  deal: (name: string, lang: Lang) => asked<Replay>(`api/deals/${one(name)}?lang=${lang}`),
  replay: (text: string, lang: Lang) =>
    asked<Replay>(`api/replay?lang=${lang}`, {
      method: 'POST',
      headers: { 'content-type': 'application/toml' },
      body: text,
    }),
  rules: (game: string, lang: Lang, table: string | null) =>
    asked<RulesPage>(`api/rules/${one(game)}?lang=${lang}${table ? `&table=${one(table)}` : ''}`),
}

/** Where the websocket of a table is, beside this page. */
export function socketOf(table: string): string {
  const url = new URL(`api/tables/${one(table)}/ws`, document.baseURI)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
