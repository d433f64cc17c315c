// Headless Chromium and a few deeds that every tool here needs.
import { chromium } from 'playwright-core'

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run']

export async function open({ base, width = 1440, height = 900, lang = 'en', dark = false, still = true, touch = false, prefs = {} }) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })
  const context = await browser.newContext({
    viewport: { width, height },
    locale: lang === 'ru' ? 'ru-RU' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: still ? 'reduce' : 'no-preference',
    hasTouch: touch,
  })
  await context.addInitScript((kept) => {
    if (!localStorage.getItem('koloda.prefs')) localStorage.setItem('koloda.prefs', JSON.stringify(kept))
  }, { speed: 0, ...prefs })
  const page = await context.newPage()
  const faults = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(base)
  return { browser, context, page, faults }
}

/** A table of a game, begun from the lobby's address; the page shows it. */
export async function table(page, base, wanted) {
  const made = await page.evaluate(async (body) => {
    const answer = await fetch('api/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    return answer.json()
  }, wanted)
  if (!made.table) throw new Error(JSON.stringify(made))
  await page.goto(`${base}#/table/${made.table}`)
  await page.waitForSelector('.felt-box')
  return made.table
}
