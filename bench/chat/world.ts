import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor, Chat } from '../../src/chat/kernel/types.ts'
import { writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { openChat } from '../../src/chat/open-chat.ts'
import { bootstrap } from '../../src/chat/organization/bootstrap.ts'
import { addUser } from '../../src/chat/users/accounts/add-user.ts'
import { localFiles } from '../../src/files/local.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Store } from '../../src/store/port.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

/** A chat on a file of its own, on the disk that holds the temporary folder. */
export interface BenchChat extends AsyncDisposable {
  chat: Chat
  /** The first account, subscribed to `general`. */
  owner: Actor
  /** File of the database. */
  path: string
}

/** Opens a chat with its owner, on a store of its own unless one is given. */
export async function openBenchChat(given?: Store): Promise<BenchChat> {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-bench-'))
  const path = join(folder, 'store.db')
  const log = createLog('warn')
  const store = given ?? (await openSqlite({ path, log }))
  const url = () => 'http://localhost'
  const files = { maxMib: 1, ...localFiles(folder) }
  const now = () => new Date()
  const { chat, close } = openChat({ store, now, log, files, realmHost: 'bench', url })
  const first = await bootstrap(chat)
  if (!first) throw new Error('The bench found somebody else’s chat.')
  const owner = await chat.signIn({ email: first.email, key: first.key }, 'bench')
  return {
    chat,
    owner,
    path,
    async [Symbol.asyncDispose]() {
      close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Accounts added in one write. */
const ACCOUNTS_PER_WRITE = 100

/** Adds accounts that are nowhere subscribed; returns their ids. */
export async function addAccounts(chat: Chat, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const size = Math.min(ACCOUNTS_PER_WRITE, count - ids.length)
    const start = ids.length
    await writeChat(chat, async (unit) => {
      // A guest is subscribed to nothing, which keeps adding ten thousand quick.
      for (let n = 0; n < size; n += 1) {
        const account = { email: `u${start + n}@bench`, full_name: `User ${start + n}`, role: 600 }
        ids.push((await addUser(chat, { ...unit, emit() {} }, account)).user.id)
      }
      await unit.tx
        .updateTable('chat_user')
        .set({ role: 400 })
        .where('id', 'in', ids.slice(start))
        .execute()
    })
  }
  return ids
}

/** Subscribes accounts to a channel since its beginning, without events. */
export async function subscribeAll(
  chat: Chat,
  channelId: number,
  userIds: readonly number[],
): Promise<void> {
  await writeChat(chat, async ({ tx }) => {
    for (const user_id of userIds) {
      const whose = { user_id, channel_id: channelId }
      await tx
        .insertInto('chat_subscription')
        .values({
          ...whose,
          is_active: 1,
          color: '#76ce90',
          is_pinned: 0,
          is_muted: 0,
          desktop_notifications: null,
          email_notifications: null,
          wildcard_mentions_notify: null,
          push_notifications: null,
          audible_notifications: null,
          read_up_to: 0,
        })
        .execute()
      await tx
        .insertInto('chat_interval')
        .values({ ...whose, from_message: 0, to_message: null, from_event: 0, to_event: null })
        .execute()
    }
  })
}
