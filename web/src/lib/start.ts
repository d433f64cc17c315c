/** Tables begun from here, and the set-up of each game that was used last. */

import type { GameInfo, NewTable } from '../wire'
import { house } from './house'
import { prefs, t } from './prefs.svelte'

export type Wanted = Required<Pick<NewTable, 'game' | 'options' | 'bots'>> & { players: number; move: number | null }

const key = (game: string) => `koloda.setup.${game}`

/** The players that a game is played with if nothing is said: four where that is possible. */
const usual = ([low = 2, high = 2]: number[]) => Math.max(low, Math.min(high, 4))

export function lastUsed(game: GameInfo): Wanted {
  const fresh: Wanted = { game: game.id, players: usual(game.players), options: {}, bots: ['club'], move: null }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(game.id)) ?? 'null')
    return kept !== null && typeof kept === 'object' ? { ...fresh, ...kept, game: game.id } : fresh
  } catch {
    return fresh
  }
}

/** A new table for one; returns its name. Where the kept set-up does no more, it is forgotten. */
export async function start(wanted: Wanted): Promise<string> {
  try {
    localStorage.setItem(key(wanted.game), JSON.stringify(wanted))
  } catch {
    // nothing is kept in a private window
  }
  try {
    return (await house.make({ ...wanted, name: prefs.name || t('you.name'), lang: prefs.lang })).table
  } catch (error) {
    localStorage.removeItem(key(wanted.game))
    throw error
  }
}
