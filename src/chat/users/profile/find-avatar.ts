import { noFile } from '../../kernel/failures.ts'
import { loadRequester } from '../../kernel/requester.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { canAccessUser } from '../access.ts'
import { findByShownEmail, findById } from '../find-users.ts'
import { avatarUrl } from '../user-record.ts'

/** Where the picture of an account is, by its id or the address that the API shows of it. Throws `not_found`. */
export async function requireAvatar(
  chat: Chat,
  actor: Actor | undefined,
  account: string,
  size: 'small' | 'medium',
): Promise<string> {
  const db = reader(chat)
  const requester = await loadRequester(db, actor, chat.now().getTime())
  const user = /^\d{1,15}$/.test(account)
    ? await findById(db, Number(account))
    : await findByShownEmail(chat, db, requester, account)
  if (!user || !(await canAccessUser(db, requester, user))) throw noFile()
  return avatarUrl(chat, user, size)
}
