import { effect } from '@preact/signals'
import { call } from '../lib/api.ts'
import { session } from './state.ts'

/** How often the server is told that the reader is there. */
const PING_MS = 60_000

/** Looking at the page for so long counts as being there. */
const SETTLE_MS = 5_000

/** Somebody who did nothing for so long is away. */
const IDLE_MS = 5 * 60_000

let activeAtMs = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** Says from time to time that the reader is there. */
export function keepPinging(): void {
  for (const type of ['pointerdown', 'keydown', 'wheel', 'focus']) {
    addEventListener(type, () => void (activeAtMs = Date.now()), { passive: true })
  }

  effect(() => {
    clearInterval(timer)
    if (session.value !== 'in') return
    setTimeout(() => void ping(), SETTLE_MS)
    timer = setInterval(() => void ping(), PING_MS)
  })
}

/** Says that the reader is there. One tab that is looked at speaks for all. */
async function ping(): Promise<void> {
  if (document.visibilityState !== 'visible' || session.peek() !== 'in') return
  const isIdle = Date.now() - activeAtMs > IDLE_MS
  const status = isIdle ? 'idle' : 'active'
  await call('POST', 'users/me/presence', {
    status,
    ping_only: true,
    new_user_input: !isIdle,
  }).catch(() => {})
}
