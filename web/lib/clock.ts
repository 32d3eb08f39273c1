import { signal } from '@preact/signals'

/** How often what is written as "today" or "5 min. ago" is looked at again. */
const TICK_MS = 30_000

/** The time now, in ms: whatever is drawn with it moves on. */
export const nowMs = signal(Date.now())

setInterval(() => void (nowMs.value = Date.now()), TICK_MS)
