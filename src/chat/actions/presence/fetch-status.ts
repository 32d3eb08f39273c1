import type { Chat } from '../../port.ts'
import { statusOf } from '../../presence/status-record.ts'
import { reader } from '../../write.ts'

/** A user's status as clients see it. Throws for a user that does not exist. */
export async function fetchStatus(chat: Chat, userId: number): ReturnType<typeof statusOf> {
  return statusOf(reader(chat), userId)
}
