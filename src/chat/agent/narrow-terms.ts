import { OperationError } from '../../contract/errors.ts'
import type { Directory } from '../kernel/types.ts'
import { CONVERSATION_MAX_USERS, NARROW_MAX_TERMS } from '../limits.ts'
import type { WrittenConversation } from './inputs.ts'
import { resolveChannel, resolveUser } from './names.ts'
import { readPlace } from './places.ts'

/** Operators whose operand is a channel. */
const OF_CHANNEL = new Set(['channel', 'stream'])

/** Operators whose operand is one person. */
const OF_PERSON = new Set([
  'sender',
  'from',
  'mentions',
  'dm-including',
  'group-pm-with',
  'group_pm_with',
])

/** Operators whose operand is several people. */
const OF_PEOPLE = new Set(['dm', 'pm-with', 'pm_with'])

/**
 * Terms of a narrow with ids in place of the names that models write; what is no term is left to the operation. Throws
 * `invalid_input` (`BAD_NARROW`) listing candidates for a name that nobody has, or several have.
 */
export async function resolveNarrow(
  lookup: () => Promise<Directory>,
  narrow: readonly unknown[],
): Promise<unknown[]> {
  if (narrow.length > NARROW_MAX_TERMS) return [...narrow]
  try {
    const resolved = await Promise.all(narrow.map(async (term) => resolveTerm(lookup, term)))
    return resolved.flat()
  } catch (thrown) {
    if (!(thrown instanceof OperationError) || thrown.code !== 'invalid_input') throw thrown
    const { message, hint } = thrown
    throw new OperationError('invalid_input', message, {
      ...(hint === undefined ? {} : { hint }),
      fields: { desc: message },
      specCode: 'BAD_NARROW',
      cause: thrown,
    })
  }
}

/** A term as models send it. */
interface WrittenTerm {
  operator: string
  operand?: unknown
  negated?: unknown
}

async function resolveTerm(lookup: () => Promise<Directory>, term: unknown): Promise<object[]> {
  if (!isTerm(term)) return [term as object]
  const { operator, operand } = term
  const bare = operator.replace(/^-/, '')
  if (OF_CHANNEL.has(bare) && typeof operand === 'string') {
    return channelTerms(await lookup(), term, operand)
  }
  if (OF_PERSON.has(bare) && typeof operand === 'string' && operand !== 'me') {
    return [{ ...term, operand: await idOf(await lookup(), operand) }]
  }
  if (OF_PEOPLE.has(bare)) {
    const people = typeof operand === 'string' ? operand.split(',') : operand
    if (!Array.isArray(people) || people.length > CONVERSATION_MAX_USERS) return [term]
    const ids = people
      .filter((one) => String(one).trim() !== '')
      .map(async (one) => (isName(one) ? idOf(await lookup(), one) : (one as number)))
    return [{ ...term, operand: await Promise.all(ids) }]
  }
  return [term]
}

function isTerm(term: unknown): term is WrittenTerm {
  return (
    typeof term === 'object' &&
    term !== null &&
    !Array.isArray(term) &&
    typeof (term as Partial<WrittenTerm>).operator === 'string'
  )
}

function isName(person: unknown): person is string {
  return typeof person === 'string' && person.trim() !== 'me'
}

async function idOf(directory: Directory, name: string): Promise<number> {
  return (await resolveUser(directory, name, { withDeactivated: true })).id
}

/** A channel, and where it is written with its topic, both: only as a term that is not negated. */
async function channelTerms(
  directory: Directory,
  term: WrittenTerm,
  operand: string,
): Promise<object[]> {
  const isNegated = term.operator.startsWith('-') || term.negated === true
  const written: WrittenConversation = { channel: operand }
  const { channel = operand, topic } = isNegated ? written : await readPlace(directory, written)
  const { id } = await resolveChannel(directory, channel)
  return [
    { ...term, operand: id },
    ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic, negated: false }]),
  ]
}
