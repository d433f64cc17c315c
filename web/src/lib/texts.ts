/** Texts in the reader's language, from the same catalogues as the terminal's. */

import { isCard, isJoker, meaning } from './cards'
import type { Happening } from './shapes'

export type Lang = 'en' | 'ru'
export type Letters = 'own' | 'latin'
type Catalogue = Record<string, Record<string, string | string[]>>
type Params = Record<string, unknown>

/** Params that hold a seat: shown as its name. */
const SEATS = new Set(['seat', 'winner', 'leader', 'owner', 'to', 'by', 'player'])
const TEXT_STYLE = '\ufe0e'

export class Texts {
  private plural: Intl.PluralRules

  constructor(
    readonly lang: Lang,
    private catalogue: Catalogue,
    private letters: Letters = 'own',
  ) {
    this.plural = new Intl.PluralRules(lang)
  }

  has(domain: string, key: string): boolean {
    return this.catalogue[domain]?.[key] !== undefined
  }

  /** The text with its placeholders filled. A key that is missing shows as itself, in brackets. */
  text(domain: string, key: string, params: Params = {}, count?: number): string {
    const found = this.catalogue[domain]?.[key]
    if (found === undefined) return `[${key}]`
    const form = typeof found === 'string' ? found : found[this.form(count ?? 1, found.length)]
    const told: Params = count === undefined ? params : { count, ...params }
    return (form ?? '').replace(/\{(\w+)\}/g, (_, name: string) => this.shown(told[name]))
  }

  /** A text of the web client itself. */
  t(key: string, params: Params = {}, count?: number): string {
    return this.text('web', key, params, count)
  }

  private form(count: number, forms: number): number {
    const category = this.plural.select(Math.abs(count))
    const order = forms === 2 ? ['one', 'other'] : ['one', 'few', 'many']
    return Math.max(0, order.indexOf(category))
  }

  private shown(value: unknown): string {
    if (Array.isArray(value)) return value.map((item) => this.shown(item)).join(', ') || '–'
    if (typeof value !== 'string') return value === null || value === undefined ? '–' : String(value)
    const words = value.split(' ')
    return value !== '' && words.every(isCard) ? this.cards(words) : value
  }

  // --- cards -----------------------------------------------------------------------------
  rank(rank: string): string {
    if (this.letters === 'latin' && 'JQKA'.includes(rank)) return rank
    return this.text('cards', `rank.${rank}`)
  }

  suit(suit: string): string {
    return this.text('cards', `suit.${suit}`) + TEXT_STYLE
  }

  suitName(suit: string): string {
    return this.text('cards', `suit_name.${suit}`)
  }

  card(card: string): string {
    if (card === '??') return this.text('cards', 'unknown')
    const stands = meaning(card)
    const own = isJoker(card)
      ? this.text('cards', 'joker', { n: card[1] })
      : this.rank(card[0] ?? '') + this.suit(card[1] ?? '')
    if (!stands) return own
    return `${own}=${'cdhs'.includes(stands) ? this.suit(stands) : this.rank(stands)}`
  }

  cards(cards: readonly string[]): string {
    return cards.map((card) => this.card(card)).join(' ')
  }

  /** A card in words, for screen readers. */
  said(card: string): string {
    if (card === '??') return this.text('cards', 'said.unknown')
    const stands = meaning(card)
    const ending = !stands ? '' : ` = ${'cdhs'.includes(stands) ? this.suitName(stands) : this.saidRank(stands)}`
    if (isJoker(card)) return this.text('cards', 'said.joker') + ending
    const rank = this.saidRank(card[0] ?? '')
    return this.text('cards', 'said.card', { rank, suit: this.text('cards', `of.${card[1]}`) }) + ending
  }

  saidRank(rank: string): string {
    return this.text('cards', `said.rank.${rank}`)
  }

  /** Points that are expected, with their sign. */
  points(value: number, signDisplay: 'exceptZero' | 'never' = 'exceptZero'): string {
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
    return value.toLocaleString(this.lang, { ...digits, signDisplay }).replace('-', '−')
  }

  // --- sentences -------------------------------------------------------------------------
  name(seat: number, names: readonly string[]): string {
    return names[seat] || this.text('interface', 'seat', { n: seat })
  }

  private named(params: Params, names: readonly string[]): Params {
    const told: Params = {}
    for (const [key, value] of Object.entries(params)) {
      told[key] = SEATS.has(key) && typeof value === 'number' ? this.name(value, names) : value
    }
    return told
  }

  /** What a seat did, to be shown after its name. */
  event(game: string, happening: Happening, names: readonly string[]): string {
    const { seat: _, event, ...params } = happening
    const hidden = Object.values(params).includes('??') && this.has(game, `event.${event}.hidden`)
    const told = this.named(params, names)
    for (const [key, value] of Object.entries(told)) {
      if (Array.isArray(value) && value.every((v) => typeof v === 'string')) told[key] = value.join(' ')
    }
    return this.text(game, `event.${event}${hidden ? '.hidden' : ''}`, told)
  }

  /** What a turn of events comes to: the name once, and what was done. */
  line(game: string, happening: Happening, names: readonly string[]): string {
    const said = this.event(game, happening, names)
    return typeof happening.seat === 'number' ? `${this.name(happening.seat, names)}: ${said}` : said
  }

  /** What everybody at the table is told. */
  told(happening: Happening, names: readonly string[]): string {
    const params = { ...happening, name: this.name(happening.seat ?? 0, names), n: happening.seat, number: happening['deal'] }
    return this.t(`told.${happening.event}`, params)
  }
}

/** A figure with its sign; fractions as they come (`173/2`). */
export function signed(value: string | number): string {
  const text = String(value)
  if (text.startsWith('-')) return `−${text.slice(1)}`
  return text === '0' ? '0' : `+${text.replace(/^\+/, '')}`
}
