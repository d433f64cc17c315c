/** What a table shows (docs/wire.md, "Snapshot"), and what each game's observation holds. */

import type * as wire from '../wire'

export type { Reason, SeatShown, SheetRow } from '../wire'

export type Happening = { event: string; seat?: number } & Record<string, unknown>

export interface Play {
  seat: number
  card: string
}

export interface Meld {
  number: number
  seat: number
  kind: string
  cards: string[]
}

export interface Chain {
  chain: number
  began: number
  cards: string[]
  by: number[]
  full: boolean
}

/** What an onlooker sees of a deal: the common part, and every game's own parts. */
export interface Seen {
  game: string
  players: number
  seat: number | null
  dealer: number
  deal: number
  actor: number | null
  over: boolean
  counts: number[]
  legal: string[]
  hand?: string[]
  hands?: string[][]
  scores?: number[]
  // Rockaway
  top?: string
  pile?: number
  pile_cards?: string[]
  drawn?: string | boolean
  stock?: number
  passes?: number
  // the trick games
  leader?: number | null
  trick?: Play[]
  tricks?: number[]
  last?: { trick: Play[]; winner: number }
  led?: string | null
  taken?: string[][]
  hearts?: number[]
  broken?: boolean
  // Fifteen
  stopped?: boolean[]
  aside?: string[]
  pot?: number
  chips?: number[]
  total?: number
  hand_totals?: number[]
  // Ladder Rummy
  known?: string[][]
  ladder?: string[]
  melds?: Meld[]
  points?: number[]
  opened?: boolean[]
  idle?: number
  must_draw?: boolean
  due?: string
  barred?: string
  // Chain
  trump?: string | null
  top_trump?: string | null
  chains?: Chain[]
  turn?: { acts: number; new: number | null; lengthened: boolean; lone: boolean }
}

/** A snapshot and an event as the wire has them, with the words of the games told apart. */
export type Snapshot = Omit<wire.Snapshot, 'deal' | 'log'> & { deal: Seen | null; log: Happening[] }
export type TableEvent = Omit<wire.Event, 'told' | 'deal' | 'set'> & {
  told: Happening[]
  deal: Happening[]
  set: Partial<Snapshot>
}
