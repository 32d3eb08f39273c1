import { z } from 'zod'
import type { Operand } from '../narrow/term.ts'

/** A channel or a person as models name them. */
const nameOrId = z.union([z.string(), z.int()])

/** A name or an id. */
export type NameOrId = z.infer<typeof nameOrId>

/** Where messages are, as models say it. */
export const placeInputs = {
  channel: nameOrId.optional().describe('Name or id.'),
  topic: z.string().optional().describe('In that channel.'),
  people: z
    .array(nameOrId)
    .optional()
    .describe('Instead of a channel: whom the direct messages are with, names or ids.'),
}

/** A channel that must be named. */
export const channelInput = nameOrId.describe('Name or id.')

/** A place as a model says it. */
export interface Place {
  channel?: NameOrId | undefined
  topic?: string | undefined
  people?: readonly NameOrId[] | undefined
}

/** A term of a narrow, complete. */
export interface FullTerm {
  operator: string
  operand: Operand
  negated: boolean
}
