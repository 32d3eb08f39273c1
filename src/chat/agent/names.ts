import type { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import type { Call } from '../../contract/operation.ts'
import { cleanLine } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import { actorOf, chatOf, type Directory, type DirectoryEntry, isRemote } from '../kernel/types.ts'
import type { FullTerm, WrittenConversation } from './inputs.ts'

/** Candidate names listed in an error. */
const CANDIDATES_MAX_COUNT = 12

/** Directory in which a chat tool call looks up names. Throws `unauthorized` for a caller without an account. */
export async function lookupFor(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
): Promise<Directory> {
  const actor = actorOf(call)
  if (!actor) {
    throw new OperationError('unauthorized', 'This needs a chat account.', {
      hint: 'Connect with "Authorization: Bearer <key>": the API key of a chat account, or a key of the operator.',
    })
  }
  if (isRemote(actor)) return actor.server.directory
  const { openLocalDirectory } = await import('./directory.ts')
  return openLocalDirectory(await chatOf(call.services), actor)
}

/** The channel of a name or id. Throws `invalid_input` listing candidate channels. */
export async function resolveChannel(directory: Directory, named: string): Promise<DirectoryEntry> {
  const key = keyOf(named, /^#/)
  return findIn('channel', key, directory.channels, (channels) => entryOf(channels, key))
}

/** The user of a name, address or id. Throws `invalid_input` when none or several match. */
export async function resolveUser(
  directory: Directory,
  named: string,
  { withDeactivated = false }: { withDeactivated?: boolean } = {},
): Promise<DirectoryEntry> {
  const key = keyOf(named, /^@/)
  return findIn('person', key, directory.people, async (all) => {
    const people = all.filter(({ isClosed }) => withDeactivated || !isClosed)
    const same = people.filter(({ name }) => name.toLowerCase() === key)
    if (same.length > 1) throw ambiguous('person', same)
    const at = key.includes('@') && !same[0] ? await directory.personAt(key) : undefined
    return same[0] ?? people.find(({ id }) => id === at?.id) ?? entryOf(people, key)
  })
}

/** The group of a name or id. Throws `invalid_input` listing candidate groups. */
async function groupNamed(directory: Directory, named: string): Promise<DirectoryEntry> {
  const key = keyOf(named, /^@/)
  return findIn('group', key, directory.groups, (groups) => entryOf(groups, key))
}

function keyOf(named: string, sign: RegExp): string {
  return named.replace(sign, '').trim().toLowerCase()
}

function entryOf(entries: readonly DirectoryEntry[], key: string): DirectoryEntry | undefined {
  return (
    entries.find(({ name }) => name.toLowerCase() === key) ??
    entries.find(({ id }) => String(id) === key)
  )
}

/** Finds one entry; refreshes the list when it is missing. */
async function findIn(
  kind: string,
  key: string,
  list: (isFresh?: boolean) => Promise<readonly DirectoryEntry[]>,
  find: (
    entries: readonly DirectoryEntry[],
  ) => DirectoryEntry | undefined | Promise<DirectoryEntry | undefined>,
): Promise<DirectoryEntry> {
  const found = await find(await list())
  if (found) return found
  const entries = await list(true)
  return (await find(entries)) ?? missing(kind, key, entries)
}

/** Kinds of things that a tool field may name; an account may be deactivated. */
export type Named = 'channel' | 'user' | 'account' | 'group'

/** The id, or the ids, of what a field names, as its operation takes them. */
export async function resolveIds(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
  kind: Named,
  named: unknown,
  schema: z.ZodType | undefined,
): Promise<unknown> {
  const directory = await lookupFor(call)
  const idOf = async (name: string) => (await FINDERS[kind](directory, name)).id
  if (Array.isArray(named)) return Promise.all(named.map(async (name) => idOf(String(name))))
  const id = await idOf(String(named))
  return schema?.safeParse(id).success ? id : String(id)
}

type Finder = (directory: Directory, named: string) => Promise<DirectoryEntry>

const FINDERS: Readonly<Record<Named, Finder>> = {
  channel: resolveChannel,
  user: resolveUser,
  account: async (directory, named) => resolveUser(directory, named, { withDeactivated: true }),
  group: groupNamed,
}

/** The narrow terms equivalent to a place. */
export async function resolveTerms(
  directory: Directory,
  place: WrittenConversation,
): Promise<FullTerm[]> {
  const { channel, topic, people = [] } = place
  const term = (operator: string, operand: FullTerm['operand']) => ({
    operator,
    operand,
    negated: false,
  })
  if (people.length > 0) {
    if (channel !== undefined) throw badRequest('Name a channel or people, not both.')
    const users = await Promise.all(people.map(async (one) => resolveUser(directory, one)))
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
  const { id } = await resolveChannel(directory, channel)
  return [term('channel', id), ...(topic === undefined ? [] : [term('topic', topic)])]
}

/** The destination of a message for a place. Throws `invalid_input` when it is missing or ambiguous. */
export async function resolveDestination(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
  { channel, topic, people = [] }: WrittenConversation,
) {
  const directory = await lookupFor(call)
  if (people.length > 0) {
    if (channel !== undefined) throw badRequest('Name a channel or people, not both.')
    const users = await Promise.all(people.map(async (one) => resolveUser(directory, one)))
    return { type: 'direct' as const, to: users.map(({ id }) => id) }
  }
  if (channel === undefined) throw badRequest('Name a channel, or people.')
  const { id } = await resolveChannel(directory, channel)
  return { type: 'channel' as const, to: id, topic }
}

function missing(kind: string, key: string, entries: readonly DirectoryEntry[]): never {
  const open = entries.filter(({ isClosed }) => !isClosed)
  const near = open.filter(({ name }) => name.toLowerCase().includes(key))
  const listed = near.length > 0 ? near : open
  throw new OperationError('invalid_input', `No ${kind} of that name or id is known to you.`, {
    hint: listed.length > 0 ? `Perhaps one of: ${listing(listed)}.` : `There is none yet.`,
    // As the routes say it of names (chat spec section 7).
    ...(kind === 'channel' ? { specCode: 'STREAM_DOES_NOT_EXIST', fields: { stream: key } } : {}),
  })
}

function ambiguous(kind: string, candidates: readonly DirectoryEntry[]): OperationError {
  return new OperationError('invalid_input', `More than one ${kind} has that name.`, {
    hint: `Give the id: ${listing(candidates)}.`,
  })
}

function listing(candidates: readonly DirectoryEntry[]): string {
  const shown = candidates.slice(0, CANDIDATES_MAX_COUNT)
  const rest = candidates.length - shown.length
  const names = shown.map(({ id, name }) => `${cleanLine(name, 60)} (${id})`)
  return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
