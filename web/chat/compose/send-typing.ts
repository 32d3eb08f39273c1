import { call } from '../../lib/api.ts'
import { type Destination, destinationKey } from '../../store/views.ts'

/** How often others are told that somebody goes on typing, and after which pause that they stopped. */
const AGAIN_MS = 10_000
const PAUSE_MS = 5_000

let lastSent: { key: string; to: Destination; atMs: number } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells others that the reader types somewhere, or stopped. */
export function noteTyping(to: Destination, isTyping: boolean): void {
  clearTimeout(timer)
  const key = destinationKey(to)
  if (lastSent && (lastSent.key !== key || !isTyping)) {
    sendTyping('stop', lastSent.to)
    lastSent = undefined
  }
  if (!isTyping) return
  if (!lastSent || Date.now() - lastSent.atMs > AGAIN_MS) {
    lastSent = { key, to, atMs: Date.now() }
    sendTyping('start', to)
  }
  timer = setTimeout(() => noteTyping(to, false), PAUSE_MS)
}

function sendTyping(op: 'start' | 'stop', to: Destination): void {
  const where =
    to.kind === 'topic'
      ? { type: 'stream', stream_id: to.channel, topic: to.topic }
      : { type: 'direct', to: to.people }
  // Nobody misses it.
  call('POST', 'typing', { op, ...where }).catch(() => {})
}
