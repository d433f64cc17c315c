// Pictures of every page: node tools/screens.mjs BASE FOLDER [SIZES] [LANGS] [GAMES]
import { mkdirSync } from 'node:fs'
import { open, table } from './browser.mjs'

const [base, folder, sizes = '360x640,768x1024,1440x900', langs = 'ru,en', games = ''] = process.argv.slice(2)
const PLAYERS = { rockaway: 4, ladder_rummy: 3, two_ten_jack: 2, fifteen: 2, two_handed_hearts: 2, chain: 6 }
mkdirSync(folder, { recursive: true })

/** Plays on as the hints say, so many of one's own acts. */
async function playOn(page, acts) {
  for (let i = 0; i < acts; i++) {
    const advised = await page.evaluate(() => window.innerWidth && document.querySelector('.mine.turn') !== null)
    if (!advised) {
      await page.waitForSelector('.mine.turn, .panel h2', { timeout: 8000 }).catch(() => undefined)
      if (!(await page.$('.mine.turn'))) return
    }
    const usable = await page.$('.hand li.usable')
    const plain = await page.$('.actions button.primary')
    if (plain && (!usable || i % 5 === 0)) await plain.click()
    else if (usable) {
      await usable.focus()
      await page.keyboard.press('Space')
      const offer = await page.waitForSelector('.actions button.primary', { timeout: 700 }).catch(() => null)
      if (offer) await offer.click()
      else {
        await page.keyboard.press('Space')
        const other = await page.$('.ladder button')
        if (other) await other.click()
      }
    } else {
      const take = await page.$('button.pack')
      if (take) await take.click()
    }
    await page.waitForTimeout(150)
  }
}

for (const size of sizes.split(',')) {
  const [width, height] = size.split('x').map(Number)
  for (const lang of langs.split(',')) {
    const dark = (lang === 'en') !== (width === 768)
    const { browser, page, faults } = await open({ base, width, height, lang, dark })
    const shot = async (name, whole = true) => {
      await page.waitForTimeout(250)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (wide > 0) console.log(`${size} ${lang} ${name}: ${wide} px too wide`)
      await page.screenshot({ path: `${folder}/${name}-${size}-${lang}.png`, fullPage: whole })
    }
    if (!games) {
      await page.waitForSelector('.games li')
      await shot('lobby')
      await page.goto(`${base}#/setup/ladder_rummy`)
      await page.waitForSelector('form')
      await shot('setup')
      await page.goto(`${base}#/rules/rockaway`)
      await page.waitForSelector('article table')
      await shot('rules', false)
      await page.goto(`${base}#/deal/chain_1`)
      await page.waitForSelector('.felt-box')
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
      await shot('replay')
    }
    for (const game of games ? games.split(',') : Object.keys(PLAYERS)) {
      await page.goto(base)
      const options = game === 'rockaway' ? { options: {} } : {}
      await table(page, base, { game, players: PLAYERS[game], bots: ['thumb'], name: lang === 'ru' ? 'Анна' : 'Anna', lang, ...options })
      await page.waitForSelector('.mine.turn', { timeout: 10000 }).catch(() => console.log(`${game}: no turn`))
      await playOn(page, game === 'fifteen' ? 1 : game === 'chain' ? 4 : 9)
      await page.waitForTimeout(600)
      await shot(game, height > 700 || true)
    }
    if (faults.length) console.log(size, lang, faults)
    await browser.close()
  }
}
