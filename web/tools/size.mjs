// The size of a first visit, compressed: everything but the other language and the old court cards. Over 90 KB is an error.
import { readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const MOST = 90 * 1024
const ROOT = new URL('../../src/koloda/server/client/', import.meta.url)
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf-8' }).filter((name) => /\.(html|js|css|svg)$/.test(name) && !name.startsWith('classic'))
const sizes = files.map((name) => [name, gzipSync(readFileSync(new URL(name, ROOT)), { level: 9 }).length])
const total = sizes.reduce((sum, [, size]) => sum + size, 0)
const language = Math.min(...sizes.filter(([name]) => /assets\/(en|ru)-/.test(name)).map(([, size]) => size))
for (const [name, size] of sizes.sort((a, b) => b[1] - a[1])) console.log(`${String(size).padStart(7)}  ${name}`)
console.log(`${total - language} bytes for all pages in one language, at most ${MOST}`)
process.exit(total - language > MOST ? 1 : 0)
