/** Acts and scores in words. */

import type { Advice } from '../wire'
import { readAct, type Act } from './acts'
import type { Happening, Reason } from './shapes'
import type { Texts } from './texts'
import { Failure } from './house'

/** Why something did not come: what the house says, else that it says nothing. */
export const failureText = (texts: Texts, error: unknown): string =>
  error instanceof Failure && error.message ? error.message : texts.t('network')

/** So many acts of a hint are told with their worth. */
const SHOWN = 3

/** An act as its button says it. */
export function actText(texts: Texts, act: Act): string {
  const cards = act.rest.filter((word) => word !== 'to' && !/^\d+$/.test(word))
  const number = act.number ?? 0
  const ends = cards.filter((word) => word === 'low' || word === 'high')
  const named = cards.filter((word) => word !== 'low' && word !== 'high')
  switch (act.verb) {
    case 'play': {
      const suit = act.text.split('=')[1]
      if (suit === 's' || suit === 'h') return texts.t(`act.as_${suit}`, { card: act.cards })
      return texts.t('act.play.card', { card: named })
    }
    case 'take':
    case 'discard':
    case 'lone':
      return texts.t(`act.${act.verb}`, { card: named })
    case 'meld':
    case 'new':
      return texts.t(`act.${act.verb}`, { cards: named.join(' ') })
    case 'add':
      if (ends[0]) return texts.t('act.add.end', { card: named, number, end: texts.t(`act.${ends[0]}`) })
      return texts.t('act.add', { card: named, number })
    case 'extend':
      return texts.t('act.extend', { number, cards: sides(texts, cards) })
    default:
      return texts.t(`act.${act.verb}`)
  }
}

/** `low 4c high 8d` in words. */
function sides(texts: Texts, words: readonly string[]): string {
  return words
    .map((word) => (word === 'low' || word === 'high' ? `${texts.t(`act.${word}`)}:` : texts.card(word)))
    .join(' ')
}

/** A hint: the act, and what it and the next acts looked at are worth, where that was sought. */
export function adviceTexts(texts: Texts, advice: Advice): { move: string; worth: { act: string; points: string }[] } {
  const named = (text: string) => actText(texts, readAct(text))
  const key = advice.method === 'only' ? 'hint.only' : 'hint.says'
  const worth = advice.candidates.slice(0, SHOWN).map(({ text, mean, error }) => {
    const margin = error ? ` ± ${texts.points(error, 'never')}` : ''
    return { act: named(text), points: texts.points(mean) + margin }
  })
  return { move: texts.t(key, { move: named(advice.text) }), worth }
}

/** Why a score is what it is: a phrase for each reason, cards with their points. */
export function reasonTexts(texts: Texts, game: string, reasons: readonly Reason[]): string[] {
  const groups: Reason[][] = []
  for (const item of reasons) {
    const last = groups.at(-1)
    if (last?.[0]?.reason === item.reason) last.push(item)
    else groups.push([item])
  }
  return groups.flatMap((items) => {
    const key = `score.${items[0]?.reason}`
    if (items.length > 1 && items.every((item) => item.cards.length === 1)) {
      const alike = items.every((item) => item.points === items[0]?.points)
      const each = items.map((item) => texts.card(item.cards[0] ?? '') + (alike ? '' : ` ${item.points}`))
      const points = items.reduce((sum, item) => sum + item.points, 0)
      return [texts.text(game, key, { cards: each.join(', '), points })]
    }
    return items.map((item) =>
      texts.text(game, key, { cards: texts.cards(item.cards) || '–', points: item.points }),
    )
  })
}

export interface Line {
  seat: number | null
  text: string
}

/** A log in words: a line for each stretch of one seat's events, equal ones counted. */
export function logLines(texts: Texts, game: string, log: readonly Happening[], names: readonly string[]): Line[] {
  const lines: { seat: number | null; phrases: string[]; counts: number[] }[] = []
  for (const event of log) {
    const seat = event.seat ?? null
    const phrase = texts.event(game, event, names)
    const last = lines.at(-1)
    if (!last || last.seat !== seat) lines.push({ seat, phrases: [phrase], counts: [1] })
    else if (last.phrases.at(-1) === phrase) last.counts[last.counts.length - 1] = (last.counts.at(-1) ?? 0) + 1
    else {
      last.phrases.push(phrase)
      last.counts.push(1)
    }
  }
  return lines.map(({ seat, phrases, counts }) => {
    const told = phrases.map((phrase, i) => ((counts[i] ?? 1) > 1 ? `${phrase} ×${counts[i]}` : phrase)).join(', ')
    return { seat, text: seat === null ? told : `${texts.name(seat, names)}: ${told}` }
  })
}

/** The cards one has just drawn: those of one's last events, if they were draws. */
export function justDrawn(log: readonly Happening[], you: number | null): string[] {
  const drawn: string[] = []
  for (const event of [...log].reverse()) {
    if (event.seat !== you || event.event === 'trick') continue
    if (!['draw', 'stock', 'take'].includes(event.event)) break
    const cards = event['cards'] ?? [event['card']]
    if (Array.isArray(cards)) drawn.push(...cards.filter((card): card is string => typeof card === 'string'))
  }
  return drawn
}
