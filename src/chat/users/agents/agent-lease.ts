import { randomUUID } from 'node:crypto'
import { OperationError } from '../../../contract/errors.ts'
import { findProcessPlace, hasEnded } from '../../../lib/process-place.ts'
import { subscribeUsers } from '../../channels/subscribe-users.ts'
import { accountDeactivated } from '../../kernel/failures.ts'
import type { Tx, User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import type { ChatWork } from '../../kernel/unit-of-work.ts'
import { AGENT_SESSIONS_MAX_COUNT } from '../../limits.ts'
import { addressOf } from '../accounts/agent-names.ts'
import { requireUserById } from '../find-users.ts'
import type { AgentAccount } from './agent-key.ts'
import { addAgent } from './agent-users.ts'

/** Numbers that are looked at together. */
const BATCH_COUNT = 20

const PLACE = findProcessPlace()

/** The mark of a session on the account it holds: where its process runs, the id of that there, and a word that no other has. */
export function makeOwner(): string {
  return `${PLACE} ${process.pid} ${randomUUID()}`
}

/** The right to an account until a time in milliseconds. */
export interface AgentLease {
  owner: string
  leased_until_ms: number
}

/** Whether an account is free again: its time is over, or the process that held it has ended on this machine. */
function isOver({ owner, leased_until_ms }: AgentLease, nowMs: number): boolean {
  if (leased_until_ms <= nowMs) return true
  const [place, pid] = owner.split(' ')
  return place !== '' && place === PLACE && hasEnded(Number(pid))
}

/** An account of a program, and the number of its session. */
export interface TakenAccount extends AgentAccount {
  number: number
}

/**
 * Takes the account with the lowest free number of a program for a session, and adds it where there is none yet. The account that
 * the session had before comes first, where nobody has taken it meanwhile.
 */
export async function takeAccount(
  chat: Chat,
  unit: ChatWork,
  { name, lease, before }: { name: string; lease: AgentLease; before: TakenAccount | undefined },
): Promise<TakenAccount> {
  if (before && (await keepAccount(chat, unit.tx, before, lease))) return before
  for (let first = 1; first <= AGENT_SESSIONS_MAX_COUNT; first += BATCH_COUNT) {
    const numbers = Array.from({ length: BATCH_COUNT }, (_, position) => first + position)
    const taken = await takeOneOf(chat, unit, { name, lease, numbers })
    if (taken) return taken
  }
  throw new OperationError('unavailable', 'Too many sessions of this program are in the chat.', {
    hint: 'Close one of the sessions, or give this one a chat name of its own.',
  })
}

async function takeOneOf(
  chat: Chat,
  unit: ChatWork,
  { name, lease, numbers }: { name: string; lease: AgentLease; numbers: readonly number[] },
): Promise<TakenAccount | undefined> {
  const { tx } = unit
  const keyOf = (number: number) => addressOf(chat, name, number).toLowerCase()
  const rows = await tx
    .selectFrom('chat_user')
    .leftJoin('chat_agent_session as session', 'session.user_id', 'chat_user.id')
    .select(['id', 'email_key', 'is_bot', 'is_active', 'owner', 'leased_until_ms'])
    .where('email_key', 'in', numbers.map(keyOf))
    .execute()
  const byKey = new Map(rows.map((row) => [row.email_key, row]))
  for (const number of numbers) {
    const known = byKey.get(keyOf(number))
    if (!known) {
      const email = addressOf(chat, name, number)
      const { user, key } = await addAgent(chat, unit, { email, name, number })
      if (number > 1) await joinChannelsOf(chat, unit, addressOf(chat, name, 1), user)
      await writeLease(tx, user.id, lease)
      return { user, key, number }
    }
    // An address that a person has is theirs.
    if (!known.is_bot) continue
    if (!known.is_active) {
      // With the account of a program, those of its further sessions are closed.
      if (number === 1) throw accountDeactivated()
      continue
    }
    const { owner, leased_until_ms } = known
    const isHeld = owner !== null && leased_until_ms !== null
    if (isHeld && !isOver({ owner, leased_until_ms }, chat.now().getTime())) continue
    await writeLease(tx, known.id, lease)
    return { user: await requireUserById(tx, known.id), number }
  }
  return undefined
}

async function keepAccount(
  chat: Chat,
  tx: Tx,
  { user }: TakenAccount,
  lease: AgentLease,
): Promise<boolean> {
  const known = await tx
    .selectFrom('chat_agent_session')
    .select(['owner', 'leased_until_ms'])
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  const isFree = !known || known.owner === lease.owner || isOver(known, chat.now().getTime())
  if (isFree) await writeLease(tx, user.id, lease)
  return isFree
}

async function writeLease(tx: Tx, userId: number, lease: AgentLease): Promise<void> {
  await tx
    .insertInto('chat_agent_session')
    .values({ user_id: userId, ...lease })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(lease))
    .execute()
}

/** A further session begins in the public channels that the first one is in, so that it hears what that one writes. */
async function joinChannelsOf(
  chat: Chat,
  unit: ChatWork,
  address: string,
  user: User,
): Promise<void> {
  const channels = await unit.tx
    .selectFrom('chat_channel')
    .innerJoin('chat_subscription as s', 's.channel_id', 'chat_channel.id')
    .innerJoin('chat_user as first', 'first.id', 's.user_id')
    .selectAll('chat_channel')
    .where('first.email_key', '=', address.toLowerCase())
    .where('first.is_bot', '=', 1)
    .where('s.is_active', '=', 1)
    .where('is_private', '=', 0)
    .where('is_archived', '=', 0)
    .execute()
  for (const channel of channels) await subscribeUsers(chat, unit, channel, [user])
}
