import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue } from './samples'

const ROOT = new URL('../src/', import.meta.url)
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf-8' })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => readFileSync(new URL(name, ROOT), 'utf-8'))
  .join('\n')

/** Keys as the source names them; of a key put together, its beginning. */
const named = (call: RegExp) => [...sources.matchAll(call)].map((found) => found[1] ?? '')

it('every text that the source names is there', () => {
  const { web = {}, interface: common = {} } = catalogue('en')
  const own = named(/\bt\('([\w.]+)'/g)
  expect(own.length).toBeGreaterThan(80)
  expect(own.filter((key) => !(key in web))).toEqual([])
  const shared = named(/text\('interface', '([\w.]+)'/g)
  expect(shared.filter((key) => !(key in common))).toEqual([])
})

it('every text is used', () => {
  const whole = new Set([...named(/'([\w.]+)'/g), ...named(/`([\w.]+)\$\{/g)])
  const beginnings = named(/`([\w.]+\.)\$\{/g)
  const spare = Object.keys(catalogue('en')['web'] ?? {}).filter(
    (key) => !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  )
  expect(spare).toEqual([])
})
