import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inline, markdown } from '../src/lib/markdown'
import { figure, handsOf, logTo, steps } from '../src/lib/steps'
import type { Replay, Turn } from '../src/wire'

const page = (game: string, lang: string) =>
  readFileSync(new URL(`../../docs/rules/${game}.${lang}.md`, import.meta.url), 'utf-8')

describe('a rules page', () => {
  const blocks = markdown(page('rockaway', 'en'))
  const items = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []))

  it('shows every clause by its name', () => {
    const clauses = items.flatMap((item) => (item.clause ? [item.clause] : []))
    expect(clauses).toEqual(Array.from({ length: 14 }, (_, i) => `R-${i + 1}`))
  })
  it('has its lists within lists and its tables', () => {
    expect(items.find((item) => item.clause === 'R-8')?.items.length).toBe(3)
    const table = blocks.find((block) => block.kind === 'table')
    expect(table?.kind === 'table' && table.rows.every((row) => row.length === table.head.length)).toBe(true)
  })
  it.each(['rockaway', 'fifteen', 'chain', 'ladder_rummy', 'two_ten_jack', 'two_handed_hearts'])('of %s leaves no marks', (game) => {
    for (const lang of ['en', 'ru']) expect(JSON.stringify(markdown(page(game, lang)))).not.toMatch(/\*\*|`|\|---/)
  })
  it('takes a line apart', () => {
    expect(inline('a **b** `c` [d](e.md)')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'bold', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'c' },
      { kind: 'text', text: ' d' },
    ])
  })
})

describe('a record step by step', () => {
  const turn = (number: number, go: number, seat: number): Turn => ({
    deal: 1,
    turn: number,
    go,
    seat,
    moves: [],
    events: [{ event: 'pass', seat }],
    after: { counts: [number] },
    words: [],
    places: { 'hand 0': [`${number}c`] },
  })
  const claim = (id: string, where: Record<string, number>) => ({ id, clause: '', where, book: 1, ours: 2, agrees: false, erratum: 'E-1' })
  const replay = {
    players: ['A', 'B'],
    deals: [{ deal: 2, dealer: 0, cuts: [], start: {}, places: {}, scores: null, turns: [turn(1, 1, 0), turn(2, 1, 1), turn(3, 2, 0)] }],
    book: [claim('of a turn', { deal: 2, go: 1, seat: 1 }), claim('of the deal', { deal: 2 })],
  } as unknown as Replay
  const all = steps(replay)

  it('begins before the first turn', () => {
    expect(all.map((step) => step.turn?.turn ?? 0)).toEqual([0, 1, 2, 3])
  })
  it('shows what the book says where it happens, else at the end', () => {
    expect(all.map((step) => step.book.map((one) => one.id))).toEqual([[], [], ['of a turn'], ['of the deal']])
  })
  it('tells what has happened so far', () => {
    expect(logTo(all, 0)).toEqual([])
    expect(logTo(all, 2).map((one) => one.seat)).toEqual([0, 1])
  })
  it('knows the hands by seat', () => {
    expect(handsOf(all[1]?.places ?? {}, 2)).toEqual([['1c'], []])
  })
  it('shows figures of any kind', () => {
    expect([figure(7), figure(['Ac', 'Kd']), figure([]), figure(null)]).toEqual(['7', 'Ac Kd', '–', '–'])
  })
})
