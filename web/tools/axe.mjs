// What axe finds serious on any screen, in both languages, light and dark: node tools/axe.mjs BASE
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { open, table } from './browser.mjs'

const [base] = process.argv.slice(2)
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf-8')
const PLAYERS = { rockaway: 4, ladder_rummy: 3, two_ten_jack: 2, fifteen: 2, two_handed_hearts: 2, chain: 6 }
let found = 0

async function look(page, where) {
  await page.waitForTimeout(200)
  const violations = await page.evaluate(async () => {
    const result = await window.axe.run(document, { resultTypes: ['violations'] })
    return result.violations
      .filter((one) => ['serious', 'critical'].includes(one.impact))
      .map((one) => `${one.impact} ${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).join(' | ')}`)
  })
  for (const violation of violations) console.log(`${where}: ${violation}`)
  found += violations.length
}

for (const [lang, dark, width] of [['en', false, 1440], ['ru', true, 360]]) {
  const { browser, context, page } = await open({ base, lang, dark, width, height: 800 })
  // the policy of the house lets no foreign script in: axe comes as the page's own
  await context.addInitScript(AXE)
  const visit = async (hash, ready, where) => {
    await page.goto(`${base}#/${hash}`)
    await page.reload()
    await page.waitForSelector(ready)
    await look(page, `${where} ${lang} ${dark ? 'dark' : 'light'} ${width}`)
  }
  await visit('', '.games li', 'lobby')
  await page.getByRole('button', { name: /Settings|Настройки/ }).click()
  await look(page, `settings ${lang}`)
  await visit('setup/rockaway', 'form', 'setup')
  await visit('rules/chain', 'article table', 'rules')
  await visit('deal/rockaway_1', '.felt-box', 'viewer')
  for (const [game, players] of Object.entries(PLAYERS)) {
    await page.goto(base)
    await table(page, base, { game, players, bots: ['thumb'], name: 'Anna', lang })
    await page.reload()
    await page.waitForSelector('.mine.turn')
    await look(page, `${game} ${lang}`)
    for (let i = 0; i < 60 && !(await page.$('.panel table')); i++) {
      const any = await page.$('.actions button.primary:not([disabled]), .hand li.usable, button.pack, .ladder button')
      if (any) await any.click({ timeout: 1500 }).catch(() => undefined)
      await page.waitForTimeout(80)
      if (i === 5) await look(page, `${game} in play ${lang}`)
    }
    await look(page, `${game} at the end ${lang}`)
    await page.locator('nav button').first().click()
    await look(page, `${game} sheet ${lang}`)
  }
  await browser.close()
}
console.log(`${found} serious or critical findings`)
process.exit(found ? 1 : 0)
