// Plays a whole deal of each game in the browser: node tools/play.mjs BASE mouse|keys|touch [GAMES] [LANG]
// Everything goes by what the page offers; a fault, or a deal without an end, is an error.
import { open, table } from './browser.mjs'

const [base, how = 'mouse', games = '', lang = 'en'] = process.argv.slice(2)
const PLAYERS = { rockaway: 4, ladder_rummy: 3, two_ten_jack: 2, fifteen: 2, two_handed_hearts: 2, chain: 6 }
const MOST = 400

/** One act, by mouse or touch: a card that is raised, then its button; or a button alone. */
async function byPointer(page, tap, tries) {
  const press = (target) => (tap ? target.tap({ timeout: 3000 }) : target.click({ timeout: 3000 }))
  const buttons = page.locator('.actions button.primary')
  const ends = page.locator('.actions button', { hasText: /End the turn|Закончить ход/ })
  if (tries % 7 === 6 && (await ends.count())) return press(ends.first())
  const cards = page.locator('.hand li.usable:not(.chosen)')
  const count = await cards.count()
  if (await buttons.count()) return press(buttons.first())
  if (count) return press(cards.nth(tries % count))
  const ladder = page.locator('.ladder button')
  const stock = page.locator('button.pack')
  if (await stock.count()) return press(stock.first())
  if (await ladder.count()) return press(ladder.last())
  const clear = page.locator('.actions button.quiet')
  if (await clear.count()) return press(clear.first())
}

/** One act by keys alone: Tab to the hand or to the buttons, arrows, Space, Enter. */
async function byKeys(page, tries) {
  const tabTo = async (where) => {
    for (let i = 0; i < 60; i++) {
      if (await page.evaluate((selector) => document.activeElement?.closest(selector) !== null, where)) return true
      await page.keyboard.press('Tab')
    }
    return false
  }
  const primary = await page.locator('.actions button.primary').count()
  if (primary && (await page.locator('.hand li.usable').count()) * (tries % 3) === 0) {
    if (await tabTo('.actions button.primary')) return page.keyboard.press('Enter')
  }
  const usable = await page.locator('.hand li').evaluateAll((list) => list.flatMap((one, i) => (one.matches('.usable:not(.chosen)') ? [i] : [])))
  if (usable.length && (await tabTo('.hand li'))) {
    await page.keyboard.press('Home')
    for (let i = 0; i < usable[tries % usable.length]; i++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    if ((await page.locator('.actions button.primary').count()) && (await tabTo('.actions button'))) await page.keyboard.press('Enter')
    return
  }
  if (primary && (await tabTo('.actions button.primary'))) return page.keyboard.press('Enter')
  if (await tabTo('button.pack, .ladder button')) return page.keyboard.press('Enter')
}

let bad = 0
for (const game of games ? games.split(',') : Object.keys(PLAYERS)) {
  const { browser, page, faults } = await open({ base, lang, touch: how === 'touch', width: how === 'touch' ? 360 : 1440, height: how === 'touch' ? 640 : 900 })
  await table(page, base, { game, players: PLAYERS[game], bots: ['thumb'], name: 'Anna', lang })
  let acts = 0
  let done = false
  for (; acts < MOST && !done; acts++) {
    await page.waitForSelector('.mine.turn, .panel table', { timeout: 15000 }).catch(() => undefined)
    done = (await page.locator('.panel table').count()) > 0
    if (done) break
    const before = await page.locator('.hidden-text[aria-live]').innerText()
    await (how === 'keys' ? byKeys(page, acts) : byPointer(page, how === 'touch', acts)).catch(() => undefined)
    await page.waitForTimeout(60)
    void before
  }
  const refused = await page.locator('.mine .warning').allInnerTexts()
  const next = done ? await page.locator('.panel .row .primary').innerText() : ''
  console.log(`${game}: ${done ? 'deal played' : 'NO END'} after ${acts} deeds by ${how} (${next})`, refused, faults)
  if (!done || faults.length) bad++
  if (!done) await page.screenshot({ path: `/tmp/shots/stuck-${game}-${how}.png` })
  await browser.close()
}
process.exit(bad ? 1 : 0)
