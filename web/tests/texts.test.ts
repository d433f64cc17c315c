import { describe, expect, it } from 'vitest'
import { readAct } from '../src/lib/acts'
import { actText, adviceTexts, logLines, reasonTexts } from '../src/lib/said'
import { Texts, signed, type Lang } from '../src/lib/texts'
import { GAMES, catalogue, sample } from './samples'

const ru = new Texts('ru', catalogue('ru'))
const en = new Texts('en', catalogue('en'))
const MISSING = /\[[\w.]+\]|undefined|\{|\}/

describe('texts', () => {
  it('are the same keys in both languages', () => {
    const keys = (lang: Lang) =>
      Object.entries(catalogue(lang)).flatMap(([domain, texts]) => Object.keys(texts).map((key) => `${domain}/${key}`))
    expect(keys('ru')).toEqual(keys('en'))
  })
  it('choose the plural of the language', () => {
    expect([1, 2, 5, 11, 21, 22].map((n) => ru.t('cards', {}, n))).toEqual([
      '1 карта',
      '2 карты',
      '5 карт',
      '11 карт',
      '21 карта',
      '22 карты',
    ])
    expect([1, 2].map((n) => en.t('cards', {}, n))).toEqual(['1 card', '2 cards'])
  })
  it('show a missing key as what it is', () => {
    expect(en.t('no_such_key')).toBe('[no_such_key]')
  })
  it('write cards with the letters of the language or as one likes', () => {
    expect(ru.card('Qh').replace('\ufe0e', '')).toBe('Д♥')
    expect(new Texts('ru', catalogue('ru'), 'latin').card('Qh').replace('\ufe0e', '')).toBe('Q♥')
    expect(ru.card('Td').replace('\ufe0e', '')).toBe('10♦')
    expect(ru.card('X1=K')).toBe('★1=К')
  })
  it('say cards in words', () => {
    expect(en.said('Qh')).toBe('queen of hearts')
    expect(ru.said('Qh')).toBe('дама червей')
    expect(ru.said('??')).toBe('закрытая карта')
  })
  it('sign gains exactly', () => {
    expect(['173/2', '-27', 0, 5].map(signed)).toEqual(['+173/2', '−27', '0', '+5'])
  })
})

describe.each(GAMES)('%s in words', (game) => {
  const { moments, end } = sample(game)
  const names = end.seats.map((seat) => seat.name)

  it.each([ru, en])('has a text for every event, act and reason', (texts) => {
    for (const line of logLines(texts, game, end.log, names)) expect(line.text).not.toMatch(MISSING)
    for (const moment of Object.values(moments)) {
      for (const act of moment.deal?.legal ?? []) expect(actText(texts, readAct(act))).not.toMatch(MISSING)
      for (const row of moment.sheet) {
        for (const reasons of row.reasons) {
          for (const phrase of reasonTexts(texts, game, reasons)) expect(phrase).not.toMatch(MISSING)
        }
      }
    }
  })
})

describe('the log', () => {
  it('counts equal things of one seat', () => {
    const log = [
      { event: 'draw', seat: 1, card: '??' },
      { event: 'draw', seat: 1, card: '??' },
      { event: 'play', seat: 1, card: '7d' },
      { event: 'play', seat: 0, card: '8d' },
    ]
    const lines = logLines(en, 'rockaway', log, ['Ann', 'Bob']).map((line) => line.text.replaceAll('\ufe0e', ''))
    expect(lines).toEqual(['Bob: draws a card ×2, plays 7♦', 'Ann: plays 8♦'])
  })
  it('needs no name to be known', () => {
    expect(logLines(en, 'rockaway', [{ event: 'pass', seat: 3 }], [])[0]?.text).toMatch(/^seat 3: /)
  })
})

it('a hint tells what the acts are worth, the chosen one first', () => {
  const looked = [
    { text: '7d', mean: -4.25, error: 3.65 },
    { text: 'draw', mean: 0.04, error: 0 },
    { text: '8d', mean: 12, error: 1 },
    { text: '9d', mean: -20, error: 1 },
  ]
  const advice = { kind: 'hint' as const, id: '', seq: 1, text: '7d', method: 'flat', candidates: looked }
  const { move, worth } = adviceTexts(ru, advice)
  expect(move.replaceAll('\ufe0e', '')).toBe('Разумный ход: Сходить: 7♦')
  expect(worth.map(({ act, points }) => [act.replaceAll('\ufe0e', ''), points])).toEqual([
    ['Сходить: 7♦', '−4,3 ± 3,7'],
    ['Взять карту', '0,0'],
    ['Сходить: 8♦', '+12,0 ± 1,0'],
  ])
  expect(adviceTexts(en, { ...advice, text: 'stand', method: 'only', candidates: [] })).toEqual({
    move: 'There is only one thing to do: Stop',
    worth: [],
  })
})

it('reasons of one kind stand together with their points', () => {
  const told = reasonTexts(en, 'rockaway', [
    { reason: 'left', points: 7, cards: ['7d'] },
    { reason: 'left', points: 15, cards: ['Ac'] },
  ])
  expect(told.length).toBe(1)
  expect(told[0]).toContain('22')
})
