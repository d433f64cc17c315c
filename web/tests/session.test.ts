import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Session } from '../src/lib/session.svelte'
import type { TableEvent } from '../src/lib/shapes'
import { sample } from './samples'

/** A socket that remembers what was sent, and says what the test lets it say. */
class FakeSocket {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = 1
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((closed: { code: number; reason: string }) => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.made.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {
    this.readyState = 3
  }
  hear(frame: unknown) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

const { start, events } = sample('rockaway')
const welcome = { kind: 'welcome', now: 0, speed: 2, order: ['Ah'], snapshot: start, words: null, steps: null }
const happened = (event: TableEvent | undefined) => ({ kind: 'event', event, words: { log: [] } })
const latest = () => FakeSocket.made.at(-1) as FakeSocket

function opened(): { session: Session; socket: FakeSocket } {
  const session = new Session('t1', 'en', 2)
  session.connect()
  const socket = latest()
  socket.onopen?.()
  socket.hear(welcome)
  return { session, socket }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.made = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', { baseURI: 'https://example.org/cards/' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a table seen from here', () => {
  it('is asked for beside the page, and shown as the house tells it', () => {
    const { session, socket } = opened()
    expect(socket.url).toBe('wss://example.org/cards/api/tables/t1/ws')
    expect(socket.sent[0]).toEqual({ kind: 'hello', lang: 'en', speed: 2 })
    expect([session.link, session.shown, session.order]).toEqual(['open', start, ['Ah']])
  })

  it('folds events and forgets the refusal that came before', () => {
    const { session, socket } = opened()
    socket.hear({ kind: 'refused', id: '', code: 'turn', clause: '', params: {}, sentence: 'No.' })
    expect(session.refusal?.sentence).toBe('No.')
    socket.hear(happened(events[0]))
    expect(session.shown?.seq).toBe(start.seq + 1)
    expect(session.refusal).toBeNull()
  })

  it('begins anew where an event is missing', () => {
    const { session, socket } = opened()
    socket.hear(happened(events[1]))
    expect(session.shown).toBeNull()
    expect(latest()).not.toBe(socket)
    latest().onopen?.()
    expect(latest().sent[0]).toEqual({ kind: 'hello', lang: 'en', speed: 2 })
  })

  it('comes back after a cut with what it had seen, each time waiting longer', () => {
    const { session, socket } = opened()
    socket.onclose?.({ code: 1006, reason: '' })
    expect(session.link).toBe('lost')
    vi.advanceTimersByTime(500)
    expect(FakeSocket.made.length).toBe(2)
    latest().onclose?.({ code: 1006, reason: '' })
    vi.advanceTimersByTime(500)
    expect(FakeSocket.made.length).toBe(2)
    vi.advanceTimersByTime(500)
    latest().onopen?.()
    expect(latest().sent[0]).toMatchObject({ kind: 'hello', seq: start.seq, seat: 0 })
    latest().hear({ ...welcome, snapshot: null, steps: [{ event: events[0], words: { log: [] } }] })
    expect([session.link, session.shown?.seq]).toEqual(['open', start.seq + 1])
  })

  it('tries at once when it is looked at again', () => {
    const { session, socket } = opened()
    socket.onclose?.({ code: 1006, reason: '' })
    session.wake()
    expect(FakeSocket.made.length).toBe(2)
  })

  it('stays away when the seat was opened elsewhere', () => {
    const { session, socket } = opened()
    socket.hear({ kind: 'taken', sentence: 'Elsewhere.' })
    socket.onclose?.({ code: 4001, reason: '' })
    vi.advanceTimersByTime(60_000)
    expect([session.link, FakeSocket.made.length]).toEqual(['elsewhere', 1])
  })

  it('says why a table can not be opened, and does not ask again', () => {
    const { session, socket } = opened()
    socket.hear({ kind: 'refused', id: '', code: 'no_table', clause: '', params: {}, sentence: 'No such table.' })
    socket.onclose?.({ code: 4404, reason: '' })
    vi.advanceTimersByTime(60_000)
    expect([session.failure, FakeSocket.made.length]).toEqual(['No such table.', 1])
  })
})

describe('what is said to the table', () => {
  it('has an id of its own and the event seen last, one act at a time', () => {
    const { session, socket } = opened()
    session.act('7d')
    session.act('8d')
    const acts = socket.sent.filter((frame) => frame['kind'] === 'act')
    expect(acts).toEqual([{ kind: 'act', id: acts[0]?.['id'], seq: start.seq, text: '7d' }])
    expect(session.busy).toBe(true)
    socket.hear({ kind: 'done', id: acts[0]?.['id'], seq: start.seq + 1 })
    expect(session.busy).toBe(false)
    session.act('8d')
    expect(socket.sent.at(-1)?.['id']).not.toBe(acts[0]?.['id'])
  })

  it('is free again when refused', () => {
    const { session, socket } = opened()
    session.act('7d')
    socket.hear({ kind: 'refused', id: socket.sent.at(-1)?.['id'], code: 'turn', clause: '', params: {}, sentence: 'No.' })
    expect([session.busy, session.refusal?.code]).toEqual([false, 'turn'])
  })

  it('holds no sequence where only the house is meant', () => {
    const { session, socket } = opened()
    session.pace(0)
    session.hint()
    expect(socket.sent.slice(1).map((frame) => ['seq' in frame, frame['kind']])).toEqual([
      [false, 'pace'],
      [false, 'hint'],
    ])
  })
})

describe('a hint', () => {
  const hint = { kind: 'hint', id: '', seq: start.seq, text: '7d', method: 'flat', candidates: [] }
  const refused = { kind: 'refused', clause: '', params: {}, sentence: 'No.' }

  it('is asked for once, and takes the place of what was refused before', () => {
    const { session, socket } = opened()
    session.act('8d')
    socket.hear({ ...refused, code: 'R', id: socket.sent.at(-1)?.['id'] })
    session.hint()
    session.hint()
    expect(socket.sent.filter((frame) => frame['kind'] === 'hint').length).toBe(1)
    socket.hear({ ...hint, id: socket.sent.at(-1)?.['id'] })
    expect([session.advising, session.advice?.text, session.refusal]).toEqual([null, '7d', null])
  })

  it('that comes too late is not missed', () => {
    const { session, socket } = opened()
    session.hint()
    const late = socket.sent.at(-1)?.['id']
    session.act('8d')
    socket.hear({ ...refused, code: 'stale', id: late })
    expect([session.advising, session.refusal, session.busy]).toEqual([null, null, true])
  })
})
