import type { z } from 'zod'
import { OperationError } from '../../errors.ts'
import type { Call } from '../../operation.ts'
import { cleanLine } from '../../text.ts'
import { knownChannels } from '../channels/access.ts'
import { namedGroups } from '../groups/group-record.ts'
import { accessibleUsers } from '../people/access.ts'
import { findByEmail } from '../people/find.ts'
import type { Actor, Channel, Chat, Reader, User } from '../port.ts'
import { loadMember, type Member } from '../viewer.ts'
import { reader } from '../write.ts'
import { badRequest } from '../failures.ts'
import type { FullTerm, Place } from './inputs.ts'

/** Names that an error lists. */
const CANDIDATES_MAX_COUNT = 12

/** What names are looked up with: the chat as one member sees it. */
export interface Lookup {
  chat: Chat
  db: Reader
  member: Member
}

/** What a call of a chat tool looks names up with. Throws `unauthorized` for a caller without an account. */
export async function lookupFor({
  services,
  actor,
}: Pick<Call<unknown>, 'services' | 'actor'>): Promise<Lookup> {
  if (!actor) {
    throw new OperationError('unauthorized', 'This needs a chat account.', {
      hint: 'Connect with "Authorization: Bearer <key>": the API key of a chat account, or a key of the operator.',
    })
  }
  return lookupOf(await services.chat(), actor)
}

/** What an account looks names up with. */
export async function lookupOf(chat: Chat, actor: Actor): Promise<Lookup> {
  const db = reader(chat)
  return { chat, db, member: await loadMember(db, actor, chat.now().getTime()) }
}

/** The channel of a name or id. Throws `invalid_input` with channels that may be meant. */
export async function channelNamed({ db, member }: Lookup, named: string): Promise<Channel> {
  const channels = (await knownChannels(db, member)).map(({ channel }) => channel)
  const key = named.replace(/^#/, '').trim().toLowerCase()
  const found =
    channels.find(({ name_key }) => name_key === key) ??
    channels.find(({ id }) => String(id) === key)
  if (found) return found
  const open = channels.filter(({ is_archived }) => !is_archived)
  const names = (some: readonly Channel[]) => some.map(({ id, name }) => ({ id, name }))
  throw notFound(
    'channel',
    names(open.filter(({ name_key }) => name_key.includes(key))),
    names(open),
  )
}

/** The user of a name, address or id. Throws `invalid_input` where nobody or several may be meant. */
export async function userNamed(
  { chat, db, member }: Lookup,
  named: string,
  { withDeactivated = false }: { withDeactivated?: boolean } = {},
): Promise<User> {
  const key = named.replace(/^@/, '').trim().toLowerCase()
  const users = (await accessibleUsers(db, member)).filter(
    ({ is_active }) => withDeactivated || is_active,
  )
  const same = users.filter(({ full_name }) => full_name.toLowerCase() === key)
  const names = (some: readonly User[]) => some.map(({ id, full_name: name }) => ({ id, name }))
  if (same.length > 1) throw ambiguous('person', names(same))
  const byAddress = key.includes('@') ? await findByEmail(chat, db, key) : undefined
  const found =
    same[0] ??
    users.find(({ id }) => id === byAddress?.id) ??
    users.find(({ id }) => String(id) === key)
  if (found) return found
  const near = users.filter(({ full_name }) => full_name.toLowerCase().includes(key))
  throw notFound('person', names(near), names(users))
}

/** What a field of a tool may name; an account may be deactivated. */
export type Named = 'channel' | 'user' | 'account' | 'group'

/** The id, or the ids, of what a field names, as its operation takes them. */
export async function idsOf(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
  kind: Named,
  named: unknown,
  schema: z.ZodType | undefined,
): Promise<unknown> {
  const lookup = await lookupFor(call)
  const idOf = async (name: string) => (await FINDERS[kind](lookup, name)).id
  if (Array.isArray(named)) return Promise.all(named.map(async (name) => idOf(String(name))))
  const id = await idOf(String(named))
  return schema?.safeParse(id).success ? id : String(id)
}

const FINDERS: Readonly<Record<Named, (lookup: Lookup, named: string) => Promise<{ id: number }>>> =
  {
    channel: channelNamed,
    user: userNamed,
    account: async (lookup, named) => userNamed(lookup, named, { withDeactivated: true }),
    group: groupNamed,
  }

/** The group of a name or id. Throws `invalid_input` with groups that may be meant. */
async function groupNamed({ db }: Lookup, named: string): Promise<{ id: number }> {
  const key = named.replace(/^@/, '').trim().toLowerCase()
  const groups = (await namedGroups(db, true)).map(({ id, name }) => ({ id, name: name ?? '' }))
  const found =
    groups.find(({ name }) => name.toLowerCase() === key) ??
    groups.find(({ id }) => String(id) === key)
  if (found) return found
  const near = groups.filter(({ name }) => name.toLowerCase().includes(key))
  throw notFound('group', near, groups)
}

/** The terms of a narrow that say the same as a place. */
export async function termsOf(lookup: Lookup, place: Place): Promise<FullTerm[]> {
  const { channel, topic, people = [] } = place
  const term = (operator: string, operand: FullTerm['operand']) => ({
    operator,
    operand,
    negated: false,
  })
  if (people.length > 0) {
    if (channel !== undefined) throw badRequest('Name a channel or people, not both.')
    const users = await Promise.all(people.map(async (one) => userNamed(lookup, one)))
    return [
      term(
        'dm',
        users.map(({ id }) => id),
      ),
    ]
  }
  if (channel === undefined) {
    if (topic !== undefined) throw badRequest('A topic needs its channel.')
    return []
  }
  const { id } = await channelNamed(lookup, channel)
  return [term('channel', id), ...(topic === undefined ? [] : [term('topic', topic)])]
}

/** A place as a message is sent to. Throws `invalid_input` where it is none, or not clear. */
export async function destinationOf(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
  { channel, topic, people = [] }: Place,
) {
  const lookup = await lookupFor(call)
  if (people.length > 0) {
    if (channel !== undefined) throw badRequest('Name a channel or people, not both.')
    const users = await Promise.all(people.map(async (one) => userNamed(lookup, one)))
    return { type: 'direct' as const, to: users.map(({ id }) => id) }
  }
  if (channel === undefined) throw badRequest('Name a channel, or people.')
  const { id } = await channelNamed(lookup, channel)
  return { type: 'channel' as const, to: id, topic }
}

interface Candidate {
  id: number
  name: string
}

function notFound(
  kind: string,
  near: readonly Candidate[],
  all: readonly Candidate[],
): OperationError {
  const listed = near.length > 0 ? near : all
  return new OperationError('invalid_input', `No ${kind} of that name or id is known to you.`, {
    hint: listed.length > 0 ? `Perhaps one of: ${listing(listed)}.` : `There is none yet.`,
  })
}

function ambiguous(kind: string, candidates: readonly Candidate[]): OperationError {
  return new OperationError('invalid_input', `More than one ${kind} has that name.`, {
    hint: `Give the id: ${listing(candidates)}.`,
  })
}

function listing(candidates: readonly Candidate[]): string {
  const shown = candidates.slice(0, CANDIDATES_MAX_COUNT)
  const rest = candidates.length - shown.length
  const names = shown.map(({ id, name }) => `${cleanLine(name, 60)} (${id})`)
  return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
