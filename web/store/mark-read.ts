import { call } from '../lib/api.ts'
import type { Message } from '../lib/types.ts'

/** Marks a message and all after it in its conversation as unread. */
export async function markUnreadFrom(message: Message, narrow: readonly object[]): Promise<void> {
  await call('POST', 'messages/flags/narrow', {
    anchor: String(message.id),
    include_anchor: true,
    num_before: 0,
    num_after: 1_000,
    narrow,
    op: 'remove',
    flag: 'read',
  })
}

/** Marks everything of a view as read. */
export async function markAllRead(narrow: readonly object[]): Promise<void> {
  let anchor = 'oldest'
  for (let isDone = false; !isDone;) {
    const answer = await call<{ found_newest: boolean; last_processed_id: number | null }>(
      'POST',
      'messages/flags/narrow',
      {
        anchor,
        include_anchor: anchor === 'oldest',
        num_before: 0,
        num_after: 1_000,
        narrow: [...narrow, { operator: 'is', operand: 'unread' }],
        op: 'add',
        flag: 'read',
      },
    )
    isDone = answer.found_newest || answer.last_processed_id === null
    anchor = String(answer.last_processed_id ?? anchor)
  }
}
