import { randomBytes } from 'node:crypto'
import type { Browser, Sessions } from '../../../contract/chat.ts'
import { SecretRefused } from '../../../contract/errors.ts'
import { HOUR_MS } from '../../../lib/durations.ts'
import { firstChars } from '../../../lib/text.ts'
import { badRequest } from '../../kernel/failures.ts'
import type { Tx, User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { findById } from '../find-users.ts'
import { digestOf, makeRoom } from './api-keys.ts'
import {
  SESSION_IDLE_MAX_SECONDS,
  SESSION_MAX_SECONDS,
  SESSIONS_MAX_PER_USER,
} from './sign-in-limits.ts'
import { signInByPassword } from './sign-in.ts'

const TOKEN_BYTES = 32

/** Longest name of a browser that is kept. */
const CLIENT_MAX_CHARS = 200

/** Interval of recording a browser's activity. */
const SEEN_INTERVAL_MS = HOUR_MS

/** Browser sessions, stored as digests of their cookie values. */
export function createSessions(chat: Chat): Sessions {
  return {
    lifeSeconds: SESSION_MAX_SECONDS,
    async begin({ email, password, from, before, client }) {
      const user = await chat.loginThrottle.tried(email, from, async () =>
        signInByPassword(chat, email, password),
      )
      return { user, token: await openSession(chat, user, { before, client }) }
    },
    async beginFor({ user }, browser) {
      const person = await findById(reader(chat), user.id)
      if (!person || person.is_bot) {
        throw badRequest('This is the key of a bot. Sign in as the person who owns it.')
      }
      return { user: person, token: await openSession(chat, person, browser) }
    },
    open: async (user, browser) => openSession(chat, user, browser),
    find: async (token, client) => find(chat, token, client),
    async end(token) {
      await writeChat(chat, async ({ tx }) => drop(tx, token))
    },
    async isPassword({ email }, password, from) {
      try {
        await chat.loginThrottle.tried(email, from, async () =>
          signInByPassword(chat, email, password),
        )
        return true
      } catch (thrown) {
        if (thrown instanceof SecretRefused) return false
        throw thrown
      }
    },
  }
}

/** Begins a session of a user; ends the previous one of the browser. Returns the value of its cookie. */
export async function openSession(
  chat: Chat,
  user: Pick<User, 'id'>,
  { before, client }: Browser,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const nowMs = chat.now().getTime()
  await writeChat(chat, async ({ tx }) => {
    if (before !== undefined) await drop(tx, before)
    await sweep(tx, user.id, nowMs)
    const times = { created_at: nowMs, seen_at: nowMs }
    const name = firstChars(client, CLIENT_MAX_CHARS)
    const row = { hash: digestOf(token), user_id: user.id, client: name, ...times }
    await tx.insertInto('chat_session').values(row).execute()
  })
  return token
}

async function find(chat: Chat, token: string, client: string): Promise<Actor | undefined> {
  const hash = digestOf(token)
  const db = reader(chat)
  const session = await db
    .selectFrom('chat_session')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst()
  const nowMs = chat.now().getTime()
  if (!session || session.seen_at < endOfIdle(nowMs) || session.created_at < endOfLife(nowMs)) {
    return undefined
  }
  const user = await findById(db, session.user_id)
  if (!user?.is_active) return undefined
  if (nowMs - session.seen_at > SEEN_INTERVAL_MS) {
    await writeChat(chat, async ({ tx }) =>
      tx.updateTable('chat_session').set({ seen_at: nowMs }).where('hash', '=', hash).execute(),
    )
  }
  return { user, client, credentialDigest: hash }
}

async function drop(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('chat_session').where('hash', '=', digestOf(token)).execute()
}

/** Deletes expired sessions, and the oldest of a user with too many. */
async function sweep(tx: Tx, userId: number, nowMs: number): Promise<void> {
  await tx
    .deleteFrom('chat_session')
    .where((eb) =>
      eb.or([eb('seen_at', '<', endOfIdle(nowMs)), eb('created_at', '<', endOfLife(nowMs))]),
    )
    .execute()
  await makeRoom(tx, 'chat_session', userId, SESSIONS_MAX_PER_USER)
}

function endOfIdle(nowMs: number): number {
  return nowMs - SESSION_IDLE_MAX_SECONDS * 1_000
}

function endOfLife(nowMs: number): number {
  return nowMs - SESSION_MAX_SECONDS * 1_000
}
