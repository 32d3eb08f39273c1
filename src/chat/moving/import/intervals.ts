import type { Tx } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'

/** A change of who receives what is sent to a channel. */
interface Change {
  user_id: number
  channel_id: number
  from_message: number
  /** Undefined where it begins. */
  to_message?: number
}

/**
 * Who receives what is sent to each channel, told by who received each message: the export says so for messages, Bellhop keeps the
 * spans in which it holds.
 */
export class ReceptionSpans {
  /** Beginnings of open spans, by channel and user. */
  readonly #open = new Map<number, Map<number, number>>()
  /** Who received the last message of each channel. */
  readonly #receivers = new Map<number, ReadonlySet<number>>()
  #changes: Change[] = []

  /** The spans that an earlier run has left open. */
  static async load(chat: Chat, channelIds: Iterable<number>): Promise<ReceptionSpans> {
    const spans = new ReceptionSpans()
    const idSet = new Set(channelIds)
    const rows = await reader(chat)
      .selectFrom('chat_interval')
      .selectAll()
      .where('to_message', 'is', null)
      .where('from_event', '<', 0)
      .execute()
    for (const row of rows) {
      if (idSet.has(row.channel_id)) spans.#of(row.channel_id).set(row.user_id, row.from_message)
    }
    return spans
  }

  #of(channelId: number): Map<number, number> {
    const known = this.#open.get(channelId)
    if (known) return known
    const fresh = new Map<number, number>()
    this.#open.set(channelId, fresh)
    return fresh
  }

  /** Notes who received a message, the next one of its channel. */
  note(channelId: number, messageId: number, receivers: ReadonlySet<number>): void {
    if (this.#receivers.get(channelId) === receivers) return
    this.#receivers.set(channelId, receivers)
    const open = this.#of(channelId)
    for (const user_id of receivers) {
      if (open.has(user_id)) continue
      open.set(user_id, messageId - 1)
      this.#changes.push({ user_id, channel_id: channelId, from_message: messageId - 1 })
    }
    if (open.size > receivers.size) {
      for (const [user_id, from_message] of open) {
        if (receivers.has(user_id)) continue
        open.delete(user_id)
        const to_message = messageId - 1
        this.#changes.push({ user_id, channel_id: channelId, from_message, to_message })
      }
    }
  }

  /** Takes the changes since the last call, to be stored with the messages. */
  takeChanges(): Change[] {
    const changes = this.#changes
    this.#changes = []
    return changes
  }
}

/** Stores changes of spans. Those that are over get negative places in the event log: no event was during them. */
export async function storeSpans(tx: Tx, changes: readonly Change[]): Promise<void> {
  for (const { user_id, channel_id, from_message, to_message } of changes) {
    const from_event = -(from_message + 1)
    if (to_message === undefined) {
      const row = { user_id, channel_id, from_message, from_event }
      await tx
        .insertInto('chat_interval')
        .values({ ...row, to_message: null, to_event: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else {
      await tx
        .updateTable('chat_interval')
        .set({ to_message, to_event: from_event })
        .where('user_id', '=', user_id)
        .where('channel_id', '=', channel_id)
        .where('from_event', '=', from_event)
        .execute()
    }
  }
}
