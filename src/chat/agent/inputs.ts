import { z } from 'zod'
import type { Operand } from '../narrow/term.ts'

/**
 * A channel, a person or a group as models name them: a name or an id. Published as text, which every host
 * can put into words; an id may come as a number.
 */
export const nameOrId = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string(),
)

/** Where messages are, as models say it. */
export const conversationInputs = {
  channel: nameOrId.optional().describe('Name or id.'),
  topic: z.string().optional().describe('In that channel.'),
  people: z
    .array(nameOrId)
    .optional()
    .describe('Direct messages instead: with whom, names or ids.'),
}

/** A channel that must be named. */
export const channelInput = nameOrId.describe('Name or id.')

/** Terms of a narrow, as far as a model needs to know; the operation checks them. */
export const narrowInput = z.array(z.looseObject({}))

/** A place as a model says it. */
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
