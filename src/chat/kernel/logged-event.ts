import { MINUTE_MS } from '../../lib/durations.ts'
import type { Flag } from '../../store/tables/chat-record-tables.ts'
import type { EmittedEvent } from '../events/event.ts'

/** Typing and presence events expire after this time. */
export const TRANSIENT_MS = 2 * MINUTE_MS

/** A row of the event log. */
export interface EventRow {
  id: number
  type: string
  audience: string
  user_id: number | null
  channel_id: number | null
  is_public: Flag
  is_transient: Flag
  created_at: number
  payload: string
}

/** An event of the log, shared within this process and therefore immutable. */
export class LoggedEvent {
  readonly id: number
  readonly type: string
  readonly audience: string
  /** Recipients, when it is for certain users. */
  readonly users: ReadonlySet<number>
  readonly channelId: number | undefined
  /** Messages of public channels also reach queues that asked for all of them. */
  readonly isPublic: boolean
  /** When it expires; undefined for most. */
  readonly endsAt: number | undefined
  /** Length of its text in UTF-16 units. */
  readonly size: number
  /** Empty once it is parsed: both would take twice the memory. */
  #text: string
  #payload: EmittedEvent | undefined
  #shared: Map<string, object> | undefined

  constructor(row: EventRow, users: ReadonlySet<number>) {
    this.id = row.id
    this.type = row.type
    this.audience = row.audience
    this.users = row.user_id === null ? users : new Set([row.user_id])
    this.channelId = row.channel_id ?? undefined
    this.isPublic = row.is_public === 1
    this.endsAt = row.is_transient === 1 ? row.created_at + TRANSIENT_MS : undefined
    this.size = row.payload.length
    this.#text = row.payload
  }

  /** Parsed once, however many recipients there are. */
  get payload(): EmittedEvent {
    this.#payload ??= JSON.parse(this.#text) as EmittedEvent
    this.#text = ''
    return this.#payload
  }

  /** The event in a form that all recipients of that form share. */
  shared<T extends object>(form: string, make: () => T): T {
    this.#shared ??= new Map()
    const known = this.#shared.get(form)
    if (known) return known as T
    const made = make()
    this.#shared.set(form, made)
    return made
  }
}

/** The result of reading the log, all as of one moment. */
export interface LogReading {
  /** Oldest first. */
  events: readonly LoggedEvent[]
  /** Id of the newest event there is. */
  newest: number
  /** The counter `directory`. */
  directory: number
  /** Whether these are all events up to the newest. */
  isAll: boolean
}
