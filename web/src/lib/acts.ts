/** Acts as the wire spells them, taken apart for showing. Nothing here knows what is legal: the
 * table says so, and these functions only look through its list. */

import { bare, isCard } from './cards'

export interface Act {
  text: string
  verb: string
  /** Cards from the hand, without what they stand for. */
  cards: string[]
  /** A card that lies on the table (`take 7d`). */
  target: string | null
  number: number | null
  /** Everything after the verb, as spelled. */
  rest: string[]
}

export function readAct(text: string): Act {
  const words = text.split(' ')
  const first = words[0] ?? ''
  const verb = isCard(first) ? 'play' : first
  const rest = isCard(first) ? words : words.slice(1)
  const named = rest.filter(isCard).map(bare)
  const number = rest.find((word) => /^\d+$/.test(word))
  const takes = verb === 'take'
  return {
    text,
    verb,
    cards: takes ? [] : named,
    target: takes ? (named[0] ?? null) : null,
    number: number === undefined ? null : Number(number),
    rest,
  }
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && [...a].sort().join() === [...b].sort().join()

const within = (part: readonly string[], whole: readonly string[]) => {
  const left = [...whole]
  return part.every((card) => {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** The acts that use exactly these cards of the hand. */
export const actsOf = (acts: readonly Act[], chosen: readonly string[]): Act[] =>
  acts.filter((act) => act.cards.length > 0 && same(act.cards, chosen))

/** The acts that need no card of the hand and no place on the table: draw, pass, end. */
export const plainActs = (acts: readonly Act[]): Act[] =>
  acts.filter((act) => act.cards.length === 0 && act.target === null)

/** Every card that could still be chosen so that some act uses all that is chosen. */
export function choosable(acts: readonly Act[], chosen: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const act of acts) if (within(chosen, act.cards)) for (const card of act.cards) found.add(card)
  return found
}
