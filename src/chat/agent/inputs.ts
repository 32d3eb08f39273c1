import { z } from 'zod'
import { textUpTo } from '../../lib/text-bounds.ts'
import { AGENT_SPLIT_MAX_CHARS, MESSAGE_MAX_CHARS, TOPIC_MAX_CHARS } from '../limits.ts'
import type { Operand } from '../narrow/term.ts'

/** Most things that a tool lists at once. */
const LISTED_MAX_COUNT = 500

/**
 * A channel, person or group as models name them: a name or an id. Published as a string type, which every host supports; an id
 * may also be a number.
 */
export const nameOrId = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string(),
)

/** Tells a model the length of its text: routes cut longer ones without a word to it. */
const itHas = (chars: number) => `: it has ${chars}`

/** The content of one message. */
export const messageText = textUpTo(MESSAGE_MAX_CHARS, z.string(), itHas)

/** The content of one message, or of several. */
export const splittableText = textUpTo(AGENT_SPLIT_MAX_CHARS, z.string(), itHas)

/** The name of a topic. */
export const topicName = textUpTo(TOPIC_MAX_CHARS, z.string().trim(), itHas)

/** WrittenConversation of messages, as models give it. */
export const conversationInputs = {
  channel: nameOrId.optional().describe('Name or id.'),
  topic: topicName.optional(),
  people: z.array(nameOrId).optional().describe('Names or ids, for direct messages.'),
}

/** How many of a list a model wants. */
export function limitField(byDefault = 100) {
  return z.int().min(1).max(LISTED_MAX_COUNT).default(byDefault)
}

/** The fields of a tool that lists things by name. */
export const searchFields = {
  query: z.string().optional().describe('Part of the name.'),
  limit: limitField(),
}

/** The things that `searchFields` ask for, and how many there are. */
export function namedLike<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  { query = '', limit }: { query?: string | undefined; limit: number },
): { listed: T[]; total: number } {
  const namePart = query.replace(/^[#@]/, '').toLowerCase()
  const found = all.filter((one) => nameOf(one).toLowerCase().includes(namePart))
  return { listed: found.slice(0, limit), total: found.length }
}

/** The JSON schema of a term as models see it; more is taken, such as ids as numbers and lists, and the operation validates it. */
const TERM_FIELDS = {
  properties: {
    operator: { type: 'string' },
    operand: { type: 'string' },
    negated: { type: 'boolean' },
  },
  required: ['operator', 'operand'],
}

/** Terms of a narrow, each as its schema describes it; older clients write pairs. */
export function termsOf<Term extends z.ZodType>(term: Term) {
  const fromPair = (written: unknown): unknown => {
    if (!Array.isArray(written) || written.length !== 2) return written
    const [operator, operand] = written as unknown[]
    return { operator, operand }
  }
  return z.array(z.preprocess(fromPair, term))
}

/** Terms of a narrow, described as far as a model needs; the operation validates them. */
export const narrowInput = termsOf(z.looseObject({}).meta(TERM_FIELDS))

/** A field that a call must hold, unless it holds the one of the route that replaces it: see `ToolDifferences.replaced`. */
export function replaceable<Output, Input>(
  field: z.ZodType<Output, Input>,
): z.ZodType<Output | undefined, Input | undefined> {
  return field
}

/** A place as a model gives it. */
export interface WrittenConversation {
  channel?: string | undefined
  topic?: string | undefined
  people?: readonly string[] | undefined
}

/** A term of a narrow, complete. */
export interface FullTerm {
  operator: string
  operand: Operand
  negated: boolean
}

/** How many of a list are shown, and where not all are, how to see others. `query` is whether its tool finds by part of a name. */
export function countLine(listed: number, total: number, things: string, query = true): string {
  const count = `${listed} of ${total} ${things}`
  if (listed >= total) return count
  return `${count}; for others raise limit${query ? ', or give a part of the name as query' : ''}`
}
