/** Cards as the wire spells them: `Td`, `As=h`, `X2`, `X2=T`, `??`. */

export const RANKS = '23456789TJQKA'
export const SUITS = 'shcdX'
/** Red and black alternate in a hand sorted by suit. */

export type Order = 'suit' | 'rank' | 'meld' | 'own'

const CARD = /^(?:[2-9TJQKA][cdhs]|X[12])(?:=[2-9TJQKAcdhs])?$/

export const isCard = (text: string): boolean => text === '??' || CARD.test(text)
export const isJoker = (card: string): boolean => card.startsWith('X')

/** The card itself, without what it stands for. */
export const bare = (card: string): string => card.split('=')[0] ?? card
export const meaning = (card: string): string | undefined => card.split('=')[1]

const suit = (card: string) => SUITS.indexOf(isJoker(card) ? 'X' : (card[1] ?? ''))
const rank = (card: string) => (isJoker(card) ? RANKS.length : RANKS.indexOf(card[0] ?? ''))

/** The cards sorted; jokers come last. By `own` order those it does not name come last, sorted. */
export function sortHand(cards: readonly string[], order: Order, own: readonly string[] = []): string[] {
  const bySuit = (a: string, b: string) => suit(a) - suit(b) || rank(a) - rank(b) || (a < b ? -1 : 1)
  const byRank = (a: string, b: string) => rank(a) - rank(b) || suit(a) - suit(b) || (a < b ? -1 : 1)
  if (order === 'rank') return [...cards].sort(byRank)
  if (order === 'meld') return byMelds([...cards].sort(bySuit))
  const sorted = [...cards].sort(bySuit)
  if (order !== 'own') return sorted
  const kept = inOrder(cards, own)
  return [...kept, ...without(sorted, kept)]
}

/** Those of the ordered cards that are there, each as often as it is there. */
function inOrder(cards: readonly string[], own: readonly string[]): string[] {
  const left = [...cards]
  return own.filter((card) => {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** The cards without others, copy by copy. */
export function without(cards: readonly string[], gone: readonly string[]): string[] {
  const left = [...cards]
  for (const card of gone) {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

/** Cards that lie well together side by side: runs of a suit, then equal ranks, then the rest.
 * A help for the eye, no rule: the longest group is taken first. */
function byMelds(cards: readonly string[]): string[] {
  let rest = [...cards]
  const groups: string[][] = []
  for (;;) {
    const longest = [...runs(rest), ...sets(rest)].sort((a, b) => b.length - a.length)[0]
    if (!longest || longest.length < 2) break
    groups.push(longest)
    rest = without(rest, longest)
  }
  return [...groups.flat(), ...rest]
}

function runs(cards: readonly string[]): string[][] {
  const found: string[][] = []
  for (const card of cards) {
    const last = found.at(-1)
    const before = last?.at(-1)
    if (last && before && suit(before) === suit(card) && rank(card) === rank(before) + 1) last.push(card)
    else if (!isJoker(card)) found.push([card])
  }
  return found
}

function sets(cards: readonly string[]): string[][] {
  return [...RANKS].map((r) => cards.filter((card) => card[0] === r))
}

/** A key for each card of a hand: equal cards of two packs are told apart by their number. */
export const placed = (cards: readonly string[]): string[] =>
  cards.map((card, index) => `${card}#${cards.slice(0, index).filter((other) => other === card).length}`)

/** The hand after one card has been moved by so many places. */
export function moved(cards: readonly string[], from: number, to: number): string[] {
  const after = [...cards]
  const [card] = after.splice(from, 1)
  if (card !== undefined) after.splice(Math.max(0, Math.min(to, after.length)), 0, card)
  return after
}
