import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { API_KEY_FORM } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import { writeNewFile } from '../../lib/new-file.ts'
import { cleanLine } from '../../lib/text.ts'
import { ROLES } from '../groups/system-groups.ts'
import { accountDeactivated, signInRefused } from '../kernel/failures.ts'
import type { User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { addUser } from './add-user.ts'
import { digestOf, makeApiKey } from './api-keys.ts'
import { findByEmail, findById } from './find-users.ts'

/** Longest name of a program that is kept. */
const NAME_MAX_CHARS = 40

/** A local program that uses the chat. */
export interface LocalAgent {
  name: string
  program: string
  /** Where its API key is kept. */
  folder: string
}

/**
 * The bot of a local program, created on first use. Its API key is in a file readable only by the owner of the data folder;
 * programs started at the same time share it.
 */
export async function ensureLocalAgent(
  chat: Chat,
  { name, program, folder }: LocalAgent,
): Promise<Actor> {
  const slug = slugOf(name)
  const address = `${slug}-agent@${chat.realmHost}`
  const hash = digestOf(await keptKey(folder, `${slug}.key`))
  const known = await findByEmail(chat, reader(chat), address)
  const user =
    known?.key_hash === hash
      ? known
      : await writeChat(chat, async (unit) => {
          const bot = await botOf(chat, unit, address, slug)
          await unit.tx
            .updateTable('chat_user')
            .set({ key_hash: hash })
            .where('id', '=', bot.id)
            .execute()
          return { ...bot, key_hash: hash }
        })
  return actorOf(usableBot(user), program)
}

/** The account whose address is the name of a key in the key file, else a separate bot for that key. */
export async function ensureNamedAgent(
  chat: Chat,
  keyName: string,
  program: string,
): Promise<Actor> {
  if (keyName.includes('@')) {
    const user = await findByEmail(chat, reader(chat), keyName)
    if (!user) throw signInRefused()
    return actorOf(user, program)
  }
  const slug = slugOf(keyName)
  // Two names must never share an account.
  const digest = createHash('sha256').update(keyName).digest('hex').slice(0, 12)
  const address = `${slug === keyName ? slug : `${slug}-${digest}`}-key@${chat.realmHost}`
  const known = await findByEmail(chat, reader(chat), address)
  const user = known ?? (await writeChat(chat, async (unit) => botOf(chat, unit, address, slug)))
  return actorOf(usableBot(user), program)
}

/** The account of an id, already authenticated by its key. */
export async function loadMember(chat: Chat, id: number, program: string): Promise<Actor> {
  const user = await findById(reader(chat), id)
  if (!user) throw signInRefused()
  return actorOf(user, program)
}

function actorOf(user: User, program: string): Actor {
  if (!user.is_active) throw accountDeactivated()
  return { user, client: cleanLine(program, NAME_MAX_CHARS) }
}

/** A person with such an address must not be impersonated. */
function usableBot(user: User): User {
  if (!user.is_bot) throw signInRefused()
  return user
}

async function botOf(chat: Chat, unit: ChatWork, email: string, name: string): Promise<User> {
  const known = await findByEmail(chat, unit.tx, email)
  if (known) return usableBot(known)
  const owner = await unit.tx
    .selectFrom('chat_user')
    .select('id')
    .where('role', '=', ROLES.owner)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const bot = { email, full_name: name, bot_type: 1, bot_owner_id: owner.id, joinsDefaults: true }
  return (await addUser(chat, unit, bot)).user
}

function slugOf(name: string): string {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return slug.replaceAll(/^-|-$/g, '').slice(0, NAME_MAX_CHARS) || 'agent'
}

/** The API key in a file, created atomically on first use. */
async function keptKey(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined) return checkedKey(kept, path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = join(folder, `.${name}.${randomUUID()}`)
  await writeNewFile(fresh, `${makeApiKey().key}\n`)
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
