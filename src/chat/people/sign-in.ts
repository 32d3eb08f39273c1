import { timingSafeEqual } from 'node:crypto'
import { accountDeactivated, signInRefused } from '../failures.ts'
import type { Actor, Chat, Reader, SignIn, User } from '../port.ts'
import { remember, rememberingReader } from '../remembered.ts'
import { writeChat } from '../write.ts'
import { hashApiKey } from './api-key.ts'
import { findByEmail } from './find.ts'

/** Compared against where there is no account, so that both cases take the same time. */
const NO_HASH = hashApiKey('')

/** The account behind credentials (spec 5, rule 1). Throws `unauthorized` in the same words for every cause. */
export async function signIn(chat: Chat, { email, key }: SignIn, client: string): Promise<Actor> {
  const hash = hashApiKey(key)
  const db = await rememberingReader(chat)
  const user = email === undefined ? await findByKey(db, hash) : await findByEmail(chat, db, email)
  const matches = timingSafeEqual(Buffer.from(user?.key_hash ?? NO_HASH), Buffer.from(hash))
  // Where there is no key, none fits, not even the empty one that stands in for it.
  if (!user?.key_hash || !matches) throw signInRefused()
  if (!user.is_active) throw accountDeactivated()
  return { user: await joined(chat, user), client }
}

async function findByKey(db: Reader, hash: string): Promise<User | undefined> {
  return remember(db, `user.key:${hash}`, async () =>
    db.selectFrom('chat_user').selectAll().where('key_hash', '=', hash).executeTakeFirst(),
  )
}

/** The join date of an account that the API created is that of its first sign-in (spec 2.1). */
async function joined(chat: Chat, user: User): Promise<User> {
  if (!user.joins_at_sign_in) return user
  const change = { joined_at: chat.now().getTime(), joins_at_sign_in: 0 }
  await writeChat(chat, async ({ tx }) =>
    tx.updateTable('chat_user').set(change).where('id', '=', user.id).execute(),
  )
  return { ...user, ...change }
}
