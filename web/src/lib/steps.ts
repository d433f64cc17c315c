/** A record as a row of steps: what a deal began with, then turn after turn. */

import type { DealReplay, Erratum, Replay, Turn } from '../wire'
import type { Happening, Seen } from './shapes'

export interface Step {
  deal: DealReplay
  turn: Turn | null
  seen: Seen
  places: Record<string, string[]>
  /** What the book says here, beside our figure. */
  book: Erratum[]
}

export function steps(replay: Replay): Step[] {
  return replay.deals.flatMap((deal) => {
    const start: Step = { deal, turn: null, seen: deal.start as unknown as Seen, places: deal.places, book: [] }
    const rest = deal.turns.map((turn): Step => ({
      deal,
      turn,
      seen: turn.after as unknown as Seen,
      places: turn.places,
      book: [],
    }))
    const whole = [start, ...rest]
    for (const claim of replay.book) if (isAbout(claim, deal, replay)) placeOf(claim, whole).book.push(claim)
    return whole
  })
}

const isAbout = (claim: Erratum, deal: DealReplay, replay: Replay) =>
  replay.deals.length === 1 || claim.where['deal'] === deal.deal

/** A claim about a turn is shown at it, one about the whole deal at its end. */
function placeOf(claim: Erratum, deal: Step[]): Step {
  const { go, seat } = claim.where
  const at = deal.find((step) => step.turn !== null && step.turn.go === go && step.turn.seat === seat)
  const last = deal.at(-1)
  return at ?? (last as Step)
}

export const logTo = (all: readonly Step[], index: number): Happening[] => {
  const here = all[index]
  return all
    .slice(0, index + 1)
    .filter((step) => step.deal === here?.deal)
    .flatMap((step) => (step.turn?.events ?? []) as unknown as Happening[])
}

/** The hands in seats' order, where the record knows them. */
export const handsOf = (places: Record<string, string[]>, players: number): string[][] =>
  Array.from({ length: players }, (_, seat) => places[`hand ${seat}`] ?? [])

/** A figure of the book in words: cards and numbers as they are. */
export function figure(value: unknown): string {
  if (Array.isArray(value)) return value.map(figure).join(' ') || '–'
  return value === null || value === undefined ? '–' : String(value)
}
