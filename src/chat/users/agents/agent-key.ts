import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { API_KEY_FORM } from '../../../contract/chat.ts'
import { OperationError } from '../../../contract/errors.ts'
import { writeNewFile } from '../../../lib/new-file.ts'
import type { User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { writeChat } from '../../kernel/unit-of-work.ts'
import { digestOf, makeApiKey } from '../sign-in/api-keys.ts'

/** An account of an agent. */
export interface AgentAccount {
  user: User
  /** API key of the account, where it has just been made. */
  key?: string | undefined
}

/**
 * The account of an agent, whose API key is the one in a file, readable only by the owner of the data folder and made on first use;
 * programs started at the same time share it.
 */
export async function withKeptKey(
  chat: Chat,
  { user, key = makeApiKey().key }: AgentAccount,
  { folder, handle }: { folder: string; handle: string },
): Promise<User> {
  const key_hash = digestOf(await keptKey(folder, `${handle}.key`, key))
  if (user.key_hash === key_hash) return user
  await writeChat(chat, async ({ tx }) =>
    tx.updateTable('chat_user').set({ key_hash }).where('id', '=', user.id).execute(),
  )
  return { ...user, key_hash }
}

/** The API key in a file, which is created atomically with the one given where there is none. */
async function keptKey(folder: string, name: string, key: string): Promise<string> {
  const path = join(folder, name)
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined) return checkedKey(kept, path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = join(folder, `.${name}.${randomUUID()}`)
  await writeNewFile(fresh, `${key}\n`)
  try {
    await link(fresh, path)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    await unlink(fresh)
  }
  return checkedKey(await readFile(path, 'utf8'), path)
}

/** An empty or hand-written file must not become a guessable key. */
function checkedKey(text: string, path: string): string {
  const key = text.trim()
  if (API_KEY_FORM.test(key)) return key
  throw new OperationError('internal', 'The API key of this agent cannot be read.', {
    hint: 'The owner can remove the key file in the folder `agents` of the data folder; a new one is made.',
    cause: new Error(`${path} holds no API key`),
  })
}
