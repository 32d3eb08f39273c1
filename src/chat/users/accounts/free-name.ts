import { looksOf } from '../../../lib/confusables.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import type { ChatWork } from '../../kernel/unit-of-work.ts'
import { numbered } from './agent-names.ts'
import { emitUserChanged } from './change-user.ts'

/** Names that mention everybody of a channel or topic. */
const WILDCARDS = ['all', 'everyone', 'channel', 'stream', 'topic']

/** The end of addresses that are made here for programs and keys. */
const AGENT_ADDRESS = /-(?:agent|key)@[^@]*$/

/** Whether an account was made for a program or a key, not by a person. */
function isAgent({ is_bot, email }: Pick<User, 'is_bot' | 'email'>): boolean {
  return is_bot === 1 && AGENT_ADDRESS.test(email)
}

/** Whether nobody but the account of the id is named like that, also by a name that looks the same. */
export async function isFreeName(db: Reader, name: string, ownId?: number): Promise<boolean> {
  return (await nameCheck(db, ownId))(name)
}

/**
 * A name for an agent that nobody takes for another account: the one asked for, or with `(agent)` after it where somebody is
 * named like that, and with a number where that is taken too.
 */
export async function findFreeName(db: Reader, name: string, number: number): Promise<string> {
  const isFree = await nameCheck(db)
  const plain = numbered(name, number)
  if (isFree(plain)) return plain
  for (let further = number; ; further++) {
    const marked = numbered(`${name} (agent)`, further)
    if (isFree(marked)) return marked
  }
}

async function nameCheck(db: Reader, ownId?: number): Promise<(name: string) => boolean> {
  const rows = await db.selectFrom('chat_user').select(['id', 'full_name']).execute()
  const others = rows.filter(({ id }) => id !== ownId).map(({ full_name }) => full_name)
  const taken = new Set([...WILDCARDS, ...others].flatMap(looksOf))
  return (name) => !looksOf(name).some((look) => taken.has(look))
}

/** Gives agents that are named like an account of another kind a new name: an agent's comes last, whoever came first. */
export async function makeWayFor(
  unit: ChatWork,
  user: Pick<User, 'is_bot' | 'email' | 'full_name'>,
): Promise<void> {
  if (isAgent(user)) return
  const looks = new Set(looksOf(user.full_name))
  const bots = await unit.tx
    .selectFrom('chat_user')
    .select(['id', 'full_name', 'email', 'is_bot'])
    .where('is_bot', '=', 1)
    .execute()
  for (const bot of bots) {
    if (!isAgent(bot) || !looksOf(bot.full_name).some((look) => looks.has(look))) continue
    const full_name = await findFreeName(unit.tx, bot.full_name, 1)
    await unit.tx.updateTable('chat_user').set({ full_name }).where('id', '=', bot.id).execute()
    emitUserChanged(unit, bot.id, { full_name })
  }
}
