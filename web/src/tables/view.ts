/** What every table view gets, and how each game's acts are put together from a hand. */

import type { Component } from 'svelte'
import type { Act } from '../lib/acts'
import type { Seen } from '../lib/shapes'
import Chain from './Chain.svelte'
import Fifteen from './Fifteen.svelte'
import LadderRummy from './LadderRummy.svelte'
import Rockaway from './Rockaway.svelte'
import TwoHandedHearts from './TwoHandedHearts.svelte'
import TwoTenJack from './TwoTenJack.svelte'

export interface ViewProps {
  seen: Seen
  names: string[]
  you: number | null
  /** The legal acts, and those of them that use just the chosen cards. */
  acts: Act[]
  offers: Act[]
  act: (text: string) => void
}

export interface GameView {
  table: Component<ViewProps>
  /** Whether several cards are chosen before something is done with them. */
  multi: boolean
  /** Whether the hand lies on the table itself, not before it. */
  laid?: boolean
  /** What to ask the house about cards that make no legal act, so that it says why not. */
  guess: (cards: readonly string[]) => string
}

const single = (cards: readonly string[]) => cards[0] ?? ''

export const VIEWS: Record<string, GameView> = {
  rockaway: { table: Rockaway, multi: false, guess: single },
  two_ten_jack: { table: TwoTenJack, multi: false, guess: single },
  two_handed_hearts: { table: TwoHandedHearts, multi: false, guess: single },
  fifteen: { table: Fifteen, multi: false, laid: true, guess: single },
  ladder_rummy: {
    table: LadderRummy,
    multi: true,
    guess: (cards) => (cards.length === 1 ? `discard ${single(cards)}` : `meld ${cards.join(' ')}`),
  },
  chain: {
    table: Chain,
    multi: true,
    guess: (cards) => (cards.length === 1 ? `lone ${single(cards)}` : `new ${cards.join(' ')}`),
  },
}
