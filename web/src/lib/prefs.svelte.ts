/** What the reader has chosen, kept in this browser. */

import { Texts, type Lang, type Letters } from './texts'

export interface Prefs {
  lang: Lang
  theme: 'auto' | 'light' | 'dark'
  suits: 4 | 2
  letters: Letters
  /** Court cards drawn plainly, or with the old pictures, which are loaded when first shown. */
  courts: 'plain' | 'classic'
  speed: number
  steps: 'auto' | 'one' | 'two'
  sound: boolean
  sort: 'suit' | 'rank' | 'meld' | 'own'
  name: string
}

const KEY = 'koloda.prefs'

const asked = (): Lang => (navigator.languages.some((l) => l.toLowerCase().startsWith('ru')) ? 'ru' : 'en')

const defaults = (): Prefs => ({
  lang: asked(),
  theme: 'auto',
  suits: 4,
  letters: 'own',
  courts: 'plain',
  speed: 2,
  steps: 'auto',
  sound: false,
  sort: 'suit',
  name: '',
})

function kept(): Partial<Prefs> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return found !== null && typeof found === 'object' ? found : {}
  } catch {
    return {} // no storage, or not ours: the defaults do
  }
}

export const prefs: Prefs = $state({ ...defaults(), ...kept() })

/** Keeps what has changed; call inside an effect. */
export function keepPrefs(): void {
  const text = JSON.stringify(prefs)
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // private windows may refuse: the choice holds until the page is closed
  }
}

const catalogues = {
  en: () => import('../texts/en.json'),
  ru: () => import('../texts/ru.json'),
}

class Speech {
  texts: Texts = $state.raw(new Texts('en', {}))
  ready = $state(false)

  /** Loads the texts of the chosen language; the old ones stay until then. */
  async load(lang: Lang, letters: Letters): Promise<void> {
    const found = await catalogues[lang]()
    this.texts = new Texts(lang, found.default, letters)
    this.ready = true
    document.documentElement.lang = lang
  }
}

export const speech = new Speech()

/** A text of the client. */
export const t = (key: string, params: Record<string, unknown> = {}, count?: number): string =>
  speech.texts.t(key, params, count)

export function seatNames(seats: readonly { name: string }[]): string[] {
  return seats.map((seat) => seat.name)
}
