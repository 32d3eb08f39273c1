import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import { fieldsOf } from './good-calls.ts'

/** Pause before what failed is repeated. */
const RETRY_PAUSE_MS = 250

/** How long taking leave may take. */
const LEAVE_MAX_MS = 2_000

interface ChatEvent {
  id: number
  message?: { content: string }
}

/** Long-polls for messages of the chat as one person. */
export class Listener {
  /** When each message was heard first, by its text. */
  readonly heardMs = new Map<string, number>()
  readonly #caller: Caller
  readonly #end = new AbortController()
  #polling: Promise<void> | undefined
  #queue: string | undefined
  #last = -1

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** Resolves when it listens, or may not for so long that the signal is aborted; then it goes on trying. */
  async begin(signal: AbortSignal): Promise<void> {
    while (this.#queue === undefined && !signal.aborted) await this.#register()
    this.#polling = this.#poll()
  }

  /** Gives the queue back. */
  async end(): Promise<void> {
    this.#end.abort()
    await this.#polling
    if (this.#queue === undefined) return
    const signal = AbortSignal.timeout(LEAVE_MAX_MS)
    await this.#caller.chat('DELETE', '/events', { queue_id: this.#queue }, { signal })
  }

  async #poll(): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted) {
      if (this.#queue === undefined) {
        await this.#register()
        continue
      }
      const place = { queue_id: this.#queue, last_event_id: String(this.#last) }
      const { status, text } = await this.#caller.chat('GET', '/events', place, {
        keep: true,
        signal,
      })
      const { events, code } = fieldsOf(text)
      if (status === 200) this.#hear(events as ChatEvent[])
      else if (code === 'BAD_EVENT_QUEUE_ID') this.#queue = undefined
      else await sleep(RETRY_PAUSE_MS)
    }
  }

  async #register(): Promise<void> {
    const registration = {
      event_types: '["message"]',
      fetch_event_types: '[]',
      apply_markdown: 'true',
    }
    const { signal } = this.#end
    const { text } = await this.#caller.chat('POST', '/register', registration, {
      keep: true,
      signal,
    })
    const id = fieldsOf(text)['queue_id']
    this.#queue = typeof id === 'string' ? id : undefined
    this.#last = -1
    if (this.#queue === undefined) await sleep(RETRY_PAUSE_MS)
  }

  #hear(events: readonly ChatEvent[]): void {
    const nowMs = performance.now()
    for (const { id, message } of events) {
      this.#last = id
      const name = /^<p>([^<]*)<\/p>$/.exec(message?.content ?? '')?.[1]
      if (name !== undefined && !this.heardMs.has(name)) this.heardMs.set(name, nowMs)
    }
  }
}
