import type { z } from 'zod'
import { isRemoteAccount } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import { cleanLine } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import type { AnyChatCall, Directory, DirectoryEntry } from '../kernel/types.ts'
import type { FullTerm, WrittenConversation } from './inputs.ts'
import { foldName, readPlace, withoutSigns } from './places.ts'

/** Candidate names listed in an error. */
const CANDIDATES_MAX_COUNT = 12

/** Directory in which a chat tool call looks up names. Throws `unauthorized` for a caller without an account. */
export async function lookupFor({
  actor,
  services,
}: Pick<AnyChatCall, 'services' | 'actor'>): Promise<Directory> {
  if (!actor) throw noAccount()
  if (isRemoteAccount(actor)) return actor.server.directory
  const { openLocalDirectory } = await import('./directory.ts')
  return openLocalDirectory(await services.chat(), actor)
}

/** User id of the account that calls. Throws `unauthorized` for a caller without one. */
export async function ownIdOf({ actor }: Pick<AnyChatCall, 'actor'>): Promise<number> {
  if (!actor) throw noAccount()
  return isRemoteAccount(actor) ? actor.server.events.ownId() : actor.user.id
}

function noAccount(): OperationError {
  return new OperationError('unauthorized', 'This needs a chat account.', {
    hint: 'Connect with "Authorization: Bearer <key>": the API key of a chat account, or a key of the operator.',
  })
}

/** The channel of a name or id. Throws `invalid_input` listing candidate channels. */
export async function resolveChannel(directory: Directory, named: string): Promise<DirectoryEntry> {
  const key = foldName(withoutSigns(named, '#'))
  return requireNamed('channel', key, directory.channels, (all) => openFirst(matching(all, key)))
}

/** The user of a name, address, id or `name|id`. Throws `invalid_input` when none or several match. */
export async function resolveUser(
  directory: Directory,
  named: string,
  { withDeactivated = false }: { withDeactivated?: boolean } = {},
): Promise<DirectoryEntry> {
  const key = foldName(withoutSigns(named, '@'))
  return requireNamed('person', key, directory.people, async (all) => {
    const people = all.filter(({ isClosed }) => withDeactivated || !isClosed)
    const at = key.includes('@') ? await directory.personAt(key) : undefined
    return matching(people, key, at?.id)
  })
}

/** The group of a name or id. Throws `invalid_input` listing candidate groups. */
async function groupNamed(directory: Directory, named: string): Promise<DirectoryEntry> {
  const key = foldName(withoutSigns(named, '@'))
  return requireNamed('group', key, directory.groups, (all) => openFirst(matching(all, key)))
}

/** All that a key may mean: a name may be another one's id, or address. */
function matching(
  entries: readonly DirectoryEntry[],
  key: string,
  idAtAddress?: number,
): DirectoryEntry[] {
  return entries.filter(
    ({ id, name }) =>
      id === idAtAddress ||
      String(id) === key ||
      foldName(name) === key ||
      (key.endsWith(`|${id}`) && key === `${foldName(name)}|${id}`),
  )
}

/** The entries that are in use; all of them where none is. */
function openFirst(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  const open = entries.filter(({ isClosed }) => !isClosed)
  return open.length > 0 ? open : entries
}

/** Finds one entry; refreshes the list when it is missing. Throws where several match: nobody is preferred. */
async function requireNamed(
  kind: string,
  key: string,
  list: (isFresh?: boolean) => Promise<readonly DirectoryEntry[]>,
  find: (
    entries: readonly DirectoryEntry[],
  ) => readonly DirectoryEntry[] | Promise<readonly DirectoryEntry[]>,
): Promise<DirectoryEntry> {
  const known = await find(await list())
  const entries = known.length > 0 ? [] : await list(true)
  const [found, ...others] = known.length > 0 ? known : await find(entries)
  if (!found) return missing(kind, key, entries)
  if (others.length > 0) throw ambiguous(kind, key, [found, ...others])
  return found
}

/** Kinds of things that a tool field may name; an account may be deactivated. */
export type Named = 'channel' | 'user' | 'account' | 'group'

/** The id, or the ids, of what a field names, as its operation takes them. */
export async function resolveIds(
  call: Pick<AnyChatCall, 'services' | 'actor'>,
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
  const { channel, topic, people = [] } = await readPlace(directory, place)
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
  call: Pick<AnyChatCall, 'services' | 'actor'>,
  place: WrittenConversation,
) {
  const directory = await lookupFor(call)
  const { channel, topic, people = [] } = await readPlace(directory, place)
  if (people.length > 0) {
    if (channel !== undefined) throw badRequest('Name a channel or people, not both.')
    const users = await Promise.all(people.map(async (one) => resolveUser(directory, one)))
    return { type: 'direct' as const, to: users.map(({ id }) => id) }
  }
  if (channel === undefined) throw badRequest('Name a channel, or people.')
  const { id } = await resolveChannel(directory, channel)
  return { type: 'channel' as const, to: id, topic }
}

/**
 * The destination of a message for a place; the topic alone, where the call names no place but gives one in the fields of the
 * route (`isGiven`).
 */
export async function resolveDestinationUnless(
  isGiven: boolean,
  call: Pick<AnyChatCall, 'services' | 'actor'>,
  place: WrittenConversation,
) {
  const { channel, topic, people = [] } = place
  if (isGiven && channel === undefined && people.length === 0) return { topic }
  return resolveDestination(call, place)
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

function ambiguous(
  kind: string,
  key: string,
  candidates: readonly DirectoryEntry[],
): OperationError {
  // An id that is somebody's name too says nothing alone.
  const isId = candidates.some(({ id }) => String(id) === key)
  const hint = isId
    ? `Write name|id, with the id in brackets: ${listing(candidates)}.`
    : `Give the id: ${listing(candidates)}.`
  return new OperationError('invalid_input', `More than one ${kind} has that name.`, { hint })
}

function listing(candidates: readonly DirectoryEntry[]): string {
  const listed = candidates.slice(0, CANDIDATES_MAX_COUNT)
  const rest = candidates.length - listed.length
  const names = listed.map(({ id, name }) => `${cleanLine(name, 60)} (${id})`)
  return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
