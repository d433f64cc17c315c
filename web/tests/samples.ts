import { readFileSync } from 'node:fs'
import type { Snapshot, TableEvent } from '../src/lib/shapes'

export const GAMES = ['rockaway', 'ladder_rummy', 'two_ten_jack', 'fifteen', 'two_handed_hearts', 'chain'] as const

export interface Sample {
  start: Snapshot
  events: TableEvent[]
  end: Snapshot
  moments: Record<string, Snapshot>
}

/** What seat 0 of a real table was sent: made by scripts/web/samples.py. */
export const sample = (game: string): Sample =>
  JSON.parse(readFileSync(new URL(`./samples/${game}.json`, import.meta.url), 'utf-8')) as Sample

export const catalogue = (lang: string): Record<string, Record<string, string | string[]>> =>
  JSON.parse(readFileSync(new URL(`../src/texts/${lang}.json`, import.meta.url), 'utf-8')) as Record<
    string,
    Record<string, string | string[]>
  >
