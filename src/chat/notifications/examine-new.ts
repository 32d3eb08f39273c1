import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { findNewestMessageId } from '../messages/access.ts'

/** Messages looked at in one unit of work. */
const UNIT_MAX_MESSAGES = 100

/** Messages to look at: above the one id, up to the other. */
export interface MessageSpan {
  above: number
  upTo: number
}

/**
 * Lets the next messages be looked at that a counter has not passed, and moves it behind them. The counter is -1 before the first
 * time: messages from before are left out. Returns whether there may be more.
 */
export async function examineNew(
  chat: Chat,
  counter: string,
  examine: (tx: ChatWork['tx'], span: MessageSpan) => Promise<void>,
): Promise<boolean> {
  const known = await positions(reader(chat), counter)
  if (known.newest <= known.seen) return false
  return writeChat(chat, async ({ tx }) => {
    const { seen, newest } = await positions(tx, counter)
    const above = seen === -1 ? newest : seen
    const upTo = Math.min(newest, above + UNIT_MAX_MESSAGES)
    await examine(tx, { above, upTo })
    await tx.updateTable('chat_counter').set({ value: upTo }).where('name', '=', counter).execute()
    return upTo < newest
  })
}

/** Id of the newest examined message, and of the newest message. */
async function positions(db: Reader, counter: string): Promise<{ seen: number; newest: number }> {
  const { value } = await db
    .selectFrom('chat_counter')
    .select('value')
    .where('name', '=', counter)
    .executeTakeFirstOrThrow()
  return { seen: value, newest: await findNewestMessageId(db) }
}
