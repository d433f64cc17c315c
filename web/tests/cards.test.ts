import { describe, expect, it } from 'vitest'
import { bare, isCard, meaning, moved, sortHand, without } from '../src/lib/cards'

const HAND = ['Td', 'X1', '2s', 'Ah', '9d', '2s', 'Kc', '2h']

describe('sorting a hand', () => {
  it('goes by suit with red and black in turn, jokers last', () => {
    expect(sortHand(HAND, 'suit')).toEqual(['2s', '2s', '2h', 'Ah', 'Kc', '9d', 'Td', 'X1'])
  })
  it('goes by rank with the ten below the jack', () => {
    expect(sortHand(['Ts', 'Js', '9s', 'Ad', '2c'], 'rank')).toEqual(['2c', '9s', 'Ts', 'Js', 'Ad'])
  })
  it('puts runs and equal ranks together', () => {
    const cards = sortHand(['7h', '2c', '8h', 'Kd', '9h', '2d', '2s'], 'meld')
    expect(cards.slice(0, 6).join(' ')).toMatch(/^(7h 8h 9h 2s 2c 2d|2s 2c 2d 7h 8h 9h)$/)
    expect(cards.at(-1)).toBe('Kd')
  })
  it('keeps the own order and puts new cards at the end', () => {
    expect(sortHand(['3s', '4s', '5s', '6s'], 'own', ['5s', '9h', '3s'])).toEqual(['5s', '3s', '4s', '6s'])
  })
  it.each(['suit', 'rank', 'meld', 'own'] as const)('by %s loses no copy of a card', (order) => {
    const sorted = sortHand(HAND, order, ['2s', 'Kc', '2s'])
    expect([...sorted].sort()).toEqual([...HAND].sort())
  })
  it('leaves the hand it was given alone', () => {
    const hand = [...HAND]
    sortHand(hand, 'rank')
    expect(hand).toEqual(HAND)
  })
})

describe('cards', () => {
  it('are told from words', () => {
    expect(['Td', 'X2', 'X2=T', 'As=h', '??'].every(isCard)).toBe(true)
    expect(['draw', '7', 'to', 'X3', '1d', 'Tdd'].some(isCard)).toBe(false)
  })
  it('have a name and a meaning', () => {
    expect([bare('X2=T'), meaning('X2=T'), bare('As'), meaning('As')]).toEqual(['X2', 'T', 'As', undefined])
  })
  it('can be moved and taken away copy by copy', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 9)).toEqual(['a', 'b', 'c'])
    expect(without(['2s', '2s', '3h'], ['2s'])).toEqual(['2s', '3h'])
  })
})
