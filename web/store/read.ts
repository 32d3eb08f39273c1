import { call } from '../lib/api.ts'
import type { Message } from '../lib/types.ts'

/** How long what was seen is collected before the server is told; longer while one goes on reading: an hour of it stays within limits. */
const COLLECT_MS = 700
const COLLECT_AGAIN_MS = 4_000

let seen = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined
let toldAtMs = 0

/** Notes that a message was on the screen: it is read. */
export function see({ id, flags }: Message): void {
  if (flags.includes('read') || seen.has(id) || held.has(id)) return
  seen.add(id)
  const leftMs = toldAtMs + COLLECT_AGAIN_MS - Date.now()
  timer ??= setTimeout(() => void sendRead(), Math.max(COLLECT_MS, leftMs))
}

/** Messages that the reader has marked as unread, which stay that while they are looked at. */
const held = new Set<number>()

async function sendRead(): Promise<void> {
  timer = undefined
  toldAtMs = Date.now()
  const messages = [...seen]
  seen = new Set()
  try {
    await call('POST', 'messages/flags', { messages, op: 'add', flag: 'read' })
  } catch {
    // They are unread still, and seen again when they are looked at again.
  }
}

/** Holds messages unread that are on the screen, until another view is opened. */
export function holdUnread(ids: readonly number[]): void {
  for (const id of ids) {
    held.add(id)
    seen.delete(id)
  }
}

/** Lets them be read again. */
export function releaseHeld(): void {
  held.clear()
}
