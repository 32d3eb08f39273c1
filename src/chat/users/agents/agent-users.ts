import type { Right } from '../../../contract/right.ts'
import { cleanLine } from '../../../lib/text.ts'
import { ROLES } from '../../groups/system-groups.ts'
import { accountDeactivated, badRequest, signInRefused } from '../../kernel/failures.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../../kernel/unit-of-work.ts'
import { AGENT_NAME_MAX_CHARS, KEY_NAMES_MAX_COUNT } from '../../limits.ts'
import { addUser } from '../accounts/add-user.ts'
import { addressOf, agentHandleOf, agentNameOf, shortDigestOf } from '../accounts/agent-names.ts'
import { findFreeName } from '../accounts/free-name.ts'
import { findByEmail, findById } from '../find-users.ts'
import { type AgentAccount, withKeptKey } from './agent-key.ts'

/** A local program that uses the chat. */
export interface LocalAgent {
  name: string
  program: string
  /** Where its API key is kept. */
  folder: string
}

/** The bot of a local program that has no session, created on first use: that of its first session. */
export async function ensureLocalAgent(
  chat: Chat,
  { name, program, folder }: LocalAgent,
): Promise<Actor> {
  const agentName = agentNameOf(name)
  const account = await ensureBot(chat, addressOf(chat, agentName, 1), agentName)
  const handle = agentHandleOf(agentName)
  return actorOf(await withKeptKey(chat, account, { folder, handle }), program)
}

/** Who shows a key of the key file. */
interface NamedCaller {
  keyName: string
  program: string
  /** Name under which the caller takes part; that of the key when absent. */
  chatName: string | undefined
}

/**
 * The account whose address is the name of a key in the key file, else a separate bot for that key, and for each name that its
 * holder goes by. Throws `invalid_input` for more names than one key may have.
 */
export async function ensureNamedAgent(
  chat: Chat,
  { keyName, program, chatName }: NamedCaller,
): Promise<Actor> {
  if (keyName.includes('@')) {
    const user = await findByEmail(chat, reader(chat), keyName)
    if (!user) throw signInRefused()
    return actorOf(user, program)
  }
  const digest = shortDigestOf(keyName)
  if (chatName !== undefined) {
    const name = agentNameOf(chatName)
    const ending = `.${digest}-key@${chat.realmHost}`
    const address = `${agentHandleOf(name)}${ending}`
    const { user } = await ensureBot(chat, address, name, async (unit) => requireRoom(unit, ending))
    return actorOf(user, program)
  }
  const name = agentNameOf(keyName)
  const handle = agentHandleOf(name)
  // Two names must never share an account.
  const address = `${handle === keyName ? handle : `${handle}-${digest}`}-key@${chat.realmHost}`
  const { user } = await ensureBot(chat, address, name)
  return actorOf(user, program)
}

async function requireRoom({ tx }: ChatWork, ending: string): Promise<void> {
  const { count } = await tx
    .selectFrom('chat_user')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email_key', 'like', `%${ending.toLowerCase()}`)
    .executeTakeFirstOrThrow()
  if (count < KEY_NAMES_MAX_COUNT) return
  throw badRequest(`This key has ${KEY_NAMES_MAX_COUNT} chat names already; use one of them.`)
}

/** The account of an id, already authenticated by its key. Whatever the call leaves open ends with the right that let it in. */
export async function loadMember(
  chat: Chat,
  id: number,
  program: string,
  right: Right | undefined,
): Promise<Actor> {
  const user = await findById(reader(chat), id)
  if (!user) throw signInRefused()
  const actor = actorOf(user, program)
  if (right?.user.id !== id) return actor
  const { deactivations } = right.user
  return { ...right, ...actor, user: { ...user, deactivations } }
}

/** The caller with an account, by a program of a name. Throws `unauthorized` for a deactivated one. */
export function actorOf(user: User, program: string): Actor {
  if (!user.is_active) throw accountDeactivated()
  return { user, client: cleanLine(program, AGENT_NAME_MAX_CHARS) }
}

/** Throws where the account of a program is closed, with which those of its further sessions are. */
export async function requireOpenProgram(chat: Chat, db: Reader, name: string): Promise<void> {
  const first = await findByEmail(chat, db, addressOf(chat, name, 1))
  if (first?.is_bot && !first.is_active) throw accountDeactivated()
}

/** The user, if a bot: a person with the address of an agent must not be impersonated. */
function usableBot(user: User): User {
  if (!user.is_bot) throw signInRefused()
  return user
}

async function ensureBot(
  chat: Chat,
  email: string,
  name: string,
  check: (unit: ChatWork) => Promise<void> = async () => {},
): Promise<AgentAccount> {
  const known = await findByEmail(chat, reader(chat), email)
  if (known) return { user: usableBot(known) }
  return writeChat(chat, async (unit) => {
    const added = await findByEmail(chat, unit.tx, email)
    if (added) return { user: usableBot(added) }
    await check(unit)
    return addAgent(chat, unit, { email, name, number: 1 })
  })
}

/** Adds the bot of an agent, named like it unless somebody else is. Returns it with its key. */
export async function addAgent(
  chat: Chat,
  unit: ChatWork,
  { email, name, number }: { email: string; name: string; number: number },
): Promise<AgentAccount> {
  const owner = await unit.tx
    .selectFrom('chat_user')
    .select('id')
    .where('role', '=', ROLES.owner)
    .where('is_active', '=', 1)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const full_name = await findFreeName(unit.tx, name, number)
  const bot = { email, full_name, bot_type: 1, bot_owner_id: owner.id, joinsDefaults: true }
  return addUser(chat, unit, bot)
}
