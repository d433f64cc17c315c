import type { Snapshot, TableEvent } from './shapes'

/** The snapshot after an event; null where it is not the next one, so that a fresh snapshot is
 * needed. Events already seen leave the snapshot as it is. */
export function fold(shown: Snapshot, event: TableEvent): Snapshot | null {
  if (event.seq <= shown.seq) return shown
  if (event.seq !== shown.seq + 1) return null
  const after = { ...shown, ...event.set, seq: event.seq }
  return { ...after, log: [...after.log, ...event.deal] }
}
