import type { HeardEvent } from '../../chat/kernel/types.ts'
import { FEED_MAX_CHARS, FEED_MAX_EVENTS } from './limits.ts'

interface Kept {
  seq: number
  chars: number
  event: HeardEvent
}

/** The newest events of a feed, numbered from 1, and from where on none is missing. */
export class RecentEvents {
  #kept: Kept[] = []
  #chars = 0
  #newest = 0
  /** A reader below this number has missed events. */
  #completeAfter = 0

  /** Number of the newest event; 0 for none. */
  get newest(): number {
    return this.#newest
  }

  add(events: readonly HeardEvent[]): void {
    for (const event of events) {
      const chars = JSON.stringify(event).length
      this.#newest += 1
      this.#chars += chars
      this.#kept.push({ seq: this.#newest, chars, event })
    }
    while (this.#kept.length > FEED_MAX_EVENTS || this.#chars > FEED_MAX_CHARS) {
      const oldest = this.#kept.shift()
      this.#chars -= oldest?.chars ?? 0
      this.#completeAfter = oldest?.seq ?? this.#completeAfter
    }
  }

  /** Records that events were lost. */
  lose(): void {
    this.#newest += 1
    this.#completeAfter = this.#newest
  }

  /** Whether there are events above a number. */
  has(seq: number): boolean {
    return seq < this.#newest
  }

  /** Everything after a number, and whether something is missing there. */
  after(seq: number): { events: HeardEvent[]; missed: boolean } {
    const events = this.#kept.filter((kept) => kept.seq > seq).map(({ event }) => event)
    return { events, missed: seq < this.#completeAfter }
  }
}
