/** One table as this browser sees it: the connection, the snapshot, what was said and answered. */

import type { Advice, ClientFrame, Refusal, ServerFrame, Step } from '../wire'
import { fold } from './fold'
import { house, socketOf } from './house'
import type { Happening, Snapshot, TableEvent } from './shapes'
import type { Lang } from './texts'

export type Link = 'connecting' | 'open' | 'lost' | 'elsewhere' | 'closing'

const SOONEST = 500
const LATEST = 8000
/** Milliseconds before a lost connection is tried again; each try waits twice as long. */

type Said = ClientFrame extends infer F ? (F extends { kind: infer K } ? K : never) : never

export class Session {
  shown: Snapshot | null = $state.raw(null)
  link: Link = $state('connecting')
  refusal: Refusal | null = $state.raw(null)
  advice: Advice | null = $state.raw(null)
  /** What the table has just been told, and what has just happened in the deal, newest last. */
  latest: { seq: number; told: Happening[]; deal: Happening[] } | null = $state.raw(null)
  order: string[] = $state.raw([])
  /** A command is on its way. */
  busy = $state(false)
  /** The hint that is on its way. */
  advising: string | null = $state(null)
  /** Why the table can't be opened. */
  failure = $state('')

  private socket: WebSocket | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private wait = SOONEST
  private count = 0
  private ended = false
  private skew = 0
  private pending: string | null = null

  constructor(
    readonly table: string,
    private lang: Lang,
    private speed: number,
  ) {}

  connect(): void {
    clearTimeout(this.timer)
    this.socket?.close()
    this.ended = false
    const socket = new WebSocket(socketOf(this.table))
    this.socket = socket
    socket.onopen = () => {
      const seen = this.shown
      const from = seen ? { seq: seen.seq, seat: seen.you } : {}
      socket.send(JSON.stringify({ kind: 'hello', ...from, lang: this.lang, speed: this.speed }))
    }
    socket.onmessage = (message) => {
      if (socket === this.socket) this.hear(JSON.parse(String(message.data)) as ServerFrame)
    }
    socket.onclose = (closed) => {
      if (socket === this.socket) this.lose(closed)
    }
  }

  private lose(closed: CloseEvent): void {
    this.busy = false
    this.pending = null
    if (this.ended || closed.code === 4001) return
    if (closed.code === 1008 || closed.code === 4404) {
      this.failure = this.refusal?.sentence ?? closed.reason // no such table, or not for us
      return
    }
    this.link = this.link === 'closing' ? 'closing' : 'lost'
    this.timer = setTimeout(() => this.connect(), this.wait)
    this.wait = Math.min(LATEST, this.wait * 2)
  }

  /** Tries at once where a try was waiting: the page is looked at again. */
  wake(): void {
    if (this.link === 'lost' || this.link === 'closing') this.connect()
  }

  /** From now on the house speaks another language. */
  speak(lang: Lang): void {
    if (lang === this.lang) return
    this.lang = lang
    if (this.link === 'open') this.connect()
  }

  end(): void {
    this.ended = true
    clearTimeout(this.timer)
    this.socket?.close()
  }

  /** Seconds until a time of the house's clock. */
  until(time: number): number {
    return time - (Date.now() / 1000 + this.skew)
  }

  // --- what the house says -----------------------------------------------------------------
  private hear(frame: ServerFrame): void {
    switch (frame.kind) {
      case 'welcome':
        this.link = 'open'
        this.wait = SOONEST
        this.refusal = null
        this.advising = null
        this.skew = frame.now - Date.now() / 1000
        this.order = frame.order
        if (frame.snapshot) this.shown = frame.snapshot as unknown as Snapshot
        for (const step of frame.steps ?? []) this.take(step)
        break
      case 'event':
        this.take(frame)
        break
      case 'done':
        if (frame.id === this.pending) this.settle()
        break
      case 'refused':
        if (frame.id === this.pending || frame.id === '') this.settle()
        if (frame.id === this.advising) {
          this.advising = null
          if (frame.code === 'stale') break // he has played meanwhile
        }
        this.refusal = frame
        break
      case 'hint':
        this.advice = frame
        this.advising = null
        this.refusal = null
        break
      case 'taken':
        this.ended = true
        this.link = 'elsewhere'
        break
      case 'closing':
        this.link = 'closing'
    }
  }

  private settle(): void {
    this.pending = null
    this.busy = false
  }

  private take(step: Step): void {
    if (!this.shown) return
    const event = step.event as unknown as TableEvent
    const after = fold(this.shown, event)
    if (!after) {
      this.shown = null // a gap: begin anew
      this.connect()
      return
    }
    if (after === this.shown) return
    this.shown = after
    this.latest = { seq: event.seq, told: event.told, deal: event.deal }
    this.advice = null
    if (event.kind !== 'absent' && event.kind !== 'present') this.refusal = null
  }

  // --- what we say -------------------------------------------------------------------------
  /** Says it, and gives the name it says it by; null without a connection. */
  say(kind: Said, fields: Record<string, unknown> = {}): string | null {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return null
    const id = `${Date.now().toString(36)}-${++this.count}`
    const table = kind !== 'hello' && kind !== 'pace' && kind !== 'hint'
    const seq = table ? { seq: this.shown?.seq ?? 0 } : {}
    if (table && kind !== 'arrange') {
      this.pending = id
      this.busy = true
      this.refusal = null
    }
    this.socket.send(JSON.stringify({ kind, id, ...seq, ...fields }))
    return id
  }

  act(text: string): void {
    if (!this.busy) this.say('act', { text })
  }

  /** Asks for a hint; one at a time. */
  hint(): void {
    if (this.advising) return
    this.advising = this.say('hint')
  }

  arrange(cards: string[]): void {
    this.order = cards
    this.say('arrange', { cards })
  }

  pace(speed: number): void {
    this.speed = speed
    if (this.shown?.you !== null) this.say('pace', { speed }) // who looks on has no say in it
  }

  async again(): Promise<string> {
    return (await house.again(this.table)).table
  }
}
