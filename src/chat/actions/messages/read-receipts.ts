import { badRequest } from '../../failures.ts'
import { messageById } from '../../messages/access.ts'
import { readersOf } from '../../messages/readers.ts'
import { settingsOf } from '../../people/user-settings.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** Ids of the people who have read a message, of those who let others know. */
export async function readReceipts(chat: Chat, actor: Actor, messageId: number): Promise<number[]> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const { message } = await messageById(db, member, messageId)
  if (!member.realm.enable_read_receipts) {
    throw badRequest('Read receipts are disabled in this organization.')
  }
  const readers = await readersOf(db, message)
  return readers.filter((user) => settingsOf(user).send_read_receipts).map(({ id }) => id)
}
