import { setTimeout as delay } from 'node:timers/promises'
import { answer, type Route } from './odd-chat-server.ts'

/** A queue that a test fills: polls are answered with what comes after their last event. */
export function startQueue() {
  const events: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  const poll: Route = ({ fields }, response) => {
    const after = Number(fields['last_event_id'])
    const fresh = () => events.filter(({ id }) => Number(id) > after)
    if (fresh().length > 0 || fields['dont_block'] === 'true') return { events: fresh() }
    const wake = () => {
      waiting.delete(wake)
      answer(response, { events: fresh() })
    }
    waiting.add(wake)
    response.once('close', () => waiting.delete(wake))
    return undefined
  }
  return {
    poll,
    routes: {
      'GET /events': poll,
      'POST /register': () => ({ queue_id: 'q', last_event_id: events.length - 1 }),
    } satisfies Record<string, Route>,
    /** Polls that are open now. */
    open: () => waiting.size,
    say(content: string, id = events.length, fields: object = {}) {
      const message = {
        id,
        sender_id: 8,
        sender_full_name: 'Bob',
        type: 'stream',
        display_recipient: 'general',
        subject: 't',
        timestamp: 1,
      }
      events.push({ id, type: 'message', flags: [], message: { ...message, content, ...fields } })
      for (const wake of waiting) wake()
    },
    add(...fresh: Record<string, unknown>[]) {
      for (const event of fresh) events.push({ id: events.length, ...event })
      for (const wake of waiting) wake()
    },
  }
}

/** Until something holds, at most five seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 500) throw new Error('It never came.')
    await delay(10)
  }
}
