import { z } from 'zod'
import { nameUpTo } from '../../lib/text-bounds.ts'
import { TOPIC_MAX_CHARS } from '../limits.ts'
import type { Operand } from '../narrow/term.ts'

/**
 * A channel, person or group as models name them: a name or an id. Published as a string type, which every host supports; an id
 * may also be a number.
 */
export const nameOrId = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string(),
)

/** WrittenConversation of messages, as models give it. */
export const conversationInputs = {
  channel: nameOrId.optional().describe('Name or id.'),
  topic: nameUpTo(TOPIC_MAX_CHARS).optional().describe('In that channel.'),
  people: z.array(nameOrId).optional().describe('Direct messages instead: names or ids.'),
}

/** A required channel. */
export const channelInput = nameOrId.describe('Name or id.')

/** Terms of a narrow, described as far as a model needs; the operation validates them. */
export const narrowInput = z.array(z.looseObject({}))

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
