import { describe, expect, it } from 'vitest'
import { actsOf, choosable, plainActs, readAct } from '../src/lib/acts'
import { bare } from '../src/lib/cards'
import { GAMES, sample } from './samples'

const acts = (...texts: string[]) => texts.map(readAct)

describe('an act taken apart', () => {
  it.each([
    ['7d', 'play', ['7d'], null, null],
    ['As=h', 'play', ['As'], null, null],
    ['draw', 'draw', [], null, null],
    ['take 7d', 'take', [], '7d', null],
    ['add 9c to 2', 'add', ['9c'], null, 2],
    ['new X1=6 7h', 'new', ['X1', '7h'], null, null],
    ['extend 3 low 4c high 8d', 'extend', ['4c', '8d'], null, 3],
  ])('%s', (text, verb, cards, target, number) => {
    expect(readAct(text)).toMatchObject({ text, verb, cards, target, number })
  })
})

describe('choosing cards', () => {
  const legal = acts('discard 5h', 'discard 6h', 'meld 5h 6h 7h', 'add 5h to 1', 'add 5h to 3', 'stock', 'take 2c')

  it('finds the acts that use just the chosen cards', () => {
    expect(actsOf(legal, ['5h']).map((act) => act.text)).toEqual(['discard 5h', 'add 5h to 1', 'add 5h to 3'])
    expect(actsOf(legal, ['7h', '5h', '6h']).map((act) => act.text)).toEqual(['meld 5h 6h 7h'])
    expect(actsOf(legal, [])).toEqual([])
  })
  it('knows what may still be chosen', () => {
    expect(choosable(legal, ['6h'])).toEqual(new Set(['5h', '6h', '7h']))
    expect(choosable(legal, ['9s']).size).toBe(0)
  })
  it('keeps acts without cards apart from those with a place on the table', () => {
    expect(plainActs(legal).map((act) => act.text)).toEqual(['stock'])
  })
  it('counts copies of two packs', () => {
    expect(actsOf(acts('meld 5h 5h 5s'), ['5h', '5s'])).toEqual([])
    expect(choosable(acts('meld 5h 5s 5d'), ['5h', '5h']).size).toBe(0)
  })
})

describe.each(GAMES)('real acts of %s', (game) => {
  it('are made of cards that are held, or of none', () => {
    for (const moment of Object.values(sample(game).moments)) {
      const hand = moment.deal?.hand ?? []
      for (const act of (moment.deal?.legal ?? []).map(readAct)) {
        expect(act.cards.every((card) => hand.includes(bare(card)))).toBe(true)
        expect(plainActs([act]).length + actsOf([act], act.cards).length + (act.target ? 1 : 0)).toBe(1)
      }
    }
  })
})
