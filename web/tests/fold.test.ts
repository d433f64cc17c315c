import { describe, expect, it } from 'vitest'
import { fold } from '../src/lib/fold'
import type { Snapshot } from '../src/lib/shapes'
import { GAMES, sample } from './samples'

describe.each(GAMES)('folding the events of %s', (game) => {
  it('gives what a fresh snapshot would show', () => {
    const { start, events, end } = sample(game)
    let shown: Snapshot | null = start
    for (const event of events) shown = shown && fold(shown, event)
    expect(shown).toEqual(end)
  })

  it('leaves the snapshot before as it was', () => {
    const { start, events } = sample(game)
    const before = structuredClone(start)
    if (events[0]) fold(start, events[0])
    expect(start).toEqual(before)
  })

  it('ignores what was seen and asks for a snapshot where something is missing', () => {
    const { start, events } = sample(game)
    const [first, second] = events
    if (!first || !second) throw new Error('the sample has no events')
    const after = fold(start, first)
    expect(after && fold(after, first)).toBe(after)
    expect(fold(start, second)).toBeNull()
  })
})
