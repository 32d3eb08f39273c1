import { batch, signal } from '@preact/signals'
import type { Term } from '../lib/address.ts'
import { call } from '../lib/api.ts'
import type { ChatEvent, EventOf, Message } from '../lib/types.ts'
import { state, topicKey } from './state.ts'
import { matches } from './views.ts'

/** Rows that are in the document at once; further ones are fetched again when they are scrolled to. */
export const WINDOW_ROWS = 300

/** Rows that a call fetches. */
const PAGE_ROWS = 100

/** Where a list begins: at a message, at the first one that is not read, or at the end. */
export type Anchor = number | 'first_unread' | 'newest'

interface Page {
  messages: readonly Message[]
  found_oldest: boolean
  found_newest: boolean
}

/** The messages of a view: a window of at most 300 that moves as it is scrolled, and that news come to while its end is in it. */
export class MessageList {
  readonly terms: readonly Term[]
  readonly rows = signal<readonly Message[]>([])
  readonly isAtOldest = signal(false)
  readonly isAtNewest = signal(false)
  readonly failure = signal<unknown>(undefined)
  /** Whether there was an answer yet. */
  readonly isLoaded = signal(false)
  /** The first message that was not read when the list was opened. */
  readonly firstUnread = signal<number | undefined>(undefined)
  #isBusy = false
  #ends = new AbortController()

  constructor(terms: readonly Term[]) {
    this.terms = terms
  }

  /** Ends it: later answers are not taken. */
  close(): void {
    this.#ends.abort()
  }

  /** Loads the window around an anchor. */
  async open(anchor: Anchor): Promise<void> {
    this.failure.value = undefined
    try {
      const page = await this.#fetch(anchor, PAGE_ROWS / 2, PAGE_ROWS)
      batch(() => {
        this.rows.value = page.messages
        this.isAtOldest.value = page.found_oldest
        this.isAtNewest.value = page.found_newest
        this.isLoaded.value = true
        this.firstUnread.value ??= page.messages.find(({ flags }) => !flags.includes('read'))?.id
      })
    } catch (thrown) {
      if (!this.#ends.signal.aborted) this.failure.value = thrown
    }
  }

  /** Loads a page at one end, and lets go of rows at the other. Returns whether there was one. */
  async more(where: 'before' | 'after'): Promise<boolean> {
    const isDone = where === 'before' ? this.isAtOldest.value : this.isAtNewest.value
    const edge = where === 'before' ? this.rows.value[0] : this.rows.value.at(-1)
    if (this.#isBusy || isDone || !edge) return false
    this.#isBusy = true
    try {
      const [before, after] = where === 'before' ? [PAGE_ROWS, 0] : [0, PAGE_ROWS]
      const page = await this.#fetch(edge.id, before, after)
      batch(() => this.#join(page, where))
      return true
    } catch (thrown) {
      if (!this.#ends.signal.aborted) this.failure.value = thrown
      return false
    } finally {
      this.#isBusy = false
    }
  }

  /** Fetches what came while no news did, and what was changed of the rows. */
  async catchUp(): Promise<void> {
    const rows = this.rows.value
    const [first, last] = [rows[0], rows.at(-1)]
    if (!this.isLoaded.value) return this.open('newest')
    if (!first || !last) return this.open('first_unread')
    const middle = rows[Math.floor(rows.length / 2)]?.id ?? last.id
    const wasAtEnd = this.isAtNewest.value
    try {
      const page = await this.#fetch(wasAtEnd ? last.id : middle, rows.length, PAGE_ROWS)
      batch(() => {
        this.rows.value = page.messages.slice(-WINDOW_ROWS)
        this.isAtOldest.value = page.found_oldest && page.messages.length <= WINDOW_ROWS
        this.isAtNewest.value = page.found_newest
      })
    } catch (thrown) {
      if (!this.#ends.signal.aborted) this.failure.value = thrown
    }
  }

  #join(page: Page, where: 'before' | 'after'): void {
    const known = new Set(this.rows.value.map(({ id }) => id))
    const fresh = page.messages.filter(({ id }) => !known.has(id))
    const all = where === 'before' ? [...fresh, ...this.rows.value] : [...this.rows.value, ...fresh]
    const isFull = all.length > WINDOW_ROWS
    this.rows.value = where === 'before' ? all.slice(0, WINDOW_ROWS) : all.slice(-WINDOW_ROWS)
    if (where === 'before') {
      this.isAtOldest.value = page.found_oldest
      if (isFull) this.isAtNewest.value = false
    } else {
      this.isAtNewest.value = page.found_newest
      if (isFull) this.isAtOldest.value = false
    }
  }

  async #fetch(anchor: Anchor, before: number, after: number): Promise<Page> {
    const page = await call<Page & object>(
      'GET',
      'messages',
      {
        anchor: String(anchor),
        num_before: before,
        num_after: after,
        narrow: this.terms,
        allow_empty_topic_name: true,
        client_gravatar: false,
        apply_markdown: true,
      },
      this.#ends.signal,
    )
    // What was searched for is marked in it.
    const marked = page.messages.map((row) => ({
      ...row,
      content: row.match_content ?? row.content,
    }))
    return { ...page, messages: marked }
  }

  /** Takes in what has happened. */
  take(event: ChatEvent): void {
    switch (event.type) {
      case 'message':
        this.#add({ ...event.message, reactions: [], flags: event.flags })
        break
      case 'update_message':
        this.#update(event)
        break
      case 'delete_message':
        this.#remove('message_ids' in event ? event.message_ids : [event.message_id])
        break
      case 'reaction':
        this.#change([event.message_id], (row) => ({
          ...row,
          reactions:
            event.op === 'add'
              ? [...row.reactions.filter((one) => !isSameReaction(one, event)), event]
              : row.reactions.filter((one) => !isSameReaction(one, event)),
        }))
        break
      case 'submessage':
        this.#change([event.message_id], (row) => ({
          ...row,
          submessages: [...row.submessages, { ...event, id: event.submessage_id }],
        }))
        break
      case 'update_message_flags':
        this.#change(event.messages, (row) => ({
          ...row,
          flags: [
            ...row.flags.filter((flag) => flag !== event.flag),
            ...(event.op === 'add' ? [event.flag] : []),
          ],
        }))
        break
      default:
    }
  }

  #add(message: Message): void {
    if (!this.isLoaded.value || !this.isAtNewest.value) return
    const fits = matches(this.terms, message)
    if (fits === undefined) void this.#ask([message.id])
    if (fits !== true || this.rows.value.some(({ id }) => id === message.id)) return
    this.rows.value = [...this.rows.value, message].slice(-WINDOW_ROWS)
    if (this.rows.value.length === WINDOW_ROWS) this.isAtOldest.value = false
  }

  /** Asks which new messages fit terms that only the server knows. */
  async #ask(ids: readonly number[]): Promise<void> {
    try {
      const { messages } = await call<{ messages: Record<string, unknown> }>(
        'GET',
        'messages/matches_narrow',
        { msg_ids: ids, narrow: this.terms },
        this.#ends.signal,
      )
      if (Object.keys(messages).length > 0) await this.catchUp()
    } catch {
      // The next look at the view shows it.
    }
  }

  #update(event: EventOf<'update_message'>): void {
    if (event.rendering_only) {
      this.#change(event.message_ids, (row) => ({ ...row, content: event.rendered_content }))
      return
    }
    if ('rendered_content' in event) {
      this.#change(event.message_ids, (row) =>
        row.id === event.message_id
          ? {
              ...row,
              content: event.rendered_content,
              last_edit_timestamp: event.edit_timestamp,
              is_me_message: event.is_me_message,
            }
          : row,
      )
      return
    }
    const moved = new Set(event.message_ids)
    const before = this.rows.value
    const after = before.map((row) =>
      moved.has(row.id)
        ? {
            ...row,
            subject: event.subject ?? row.subject,
            stream_id: event.new_stream_id ?? row.stream_id ?? 0,
            last_moved_timestamp: event.edit_timestamp,
          }
        : row,
    )
    this.rows.value = after.filter(
      (row) => !moved.has(row.id) || matches(this.terms, row) !== false,
    )
    const isHere = before.some(({ id }) => moved.has(id))
    if (!isHere && this.#mayComeHere(event)) void this.catchUp()
  }

  /** Whether messages that are in no row may have been moved into this view. */
  #mayComeHere({ new_stream_id, stream_id, subject }: MovedMessages): boolean {
    const channel = new_stream_id ?? stream_id
    return this.terms.every(({ operator, operand }) => {
      if (operator === 'channel') return operand === channel
      const isTopic = operator === 'topic' && subject !== undefined
      return !isTopic || topicKey(channel, String(operand)) === topicKey(channel, subject)
    })
  }

  #remove(ids: readonly number[]): void {
    const gone = new Set(ids)
    if (!this.rows.value.some(({ id }) => gone.has(id))) return
    this.rows.value = this.rows.value.filter(({ id }) => !gone.has(id))
  }

  #change(ids: readonly number[], how: (row: Message) => Message): void {
    const changed = new Set(ids)
    if (!this.rows.value.some(({ id }) => changed.has(id))) return
    this.rows.value = this.rows.value.map((row) => (changed.has(row.id) ? how(row) : row))
  }
}

type MovedMessages = Extract<EventOf<'update_message'>, { propagate_mode: string }>

function isSameReaction(
  one: { user_id: number; emoji_code: string; reaction_type: string },
  other: { user_id: number; emoji_code: string; reaction_type: string },
): boolean {
  return (
    one.user_id === other.user_id &&
    one.emoji_code === other.emoji_code &&
    one.reaction_type === other.reaction_type
  )
}

/** Whether a message is one of the reader's own. */
export function isOwn({ sender_id }: Pick<Message, 'sender_id'>): boolean {
  return sender_id === state.me.value
}
