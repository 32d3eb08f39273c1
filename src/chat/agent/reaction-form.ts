import { z } from 'zod'
import type { AgentForm } from '../../contract/operation.ts'

const input = z.object({
  message_id: z.int().describe('Id.'),
  emoji: z.string().describe('Name, e.g. tada.'),
})
const output = z.object({})

/** Input of a reaction: the emoji by its name, with or without colons. */
interface ReactionInput {
  message_id: number
  emoji_name: string
}

/** The tool form for adding or removing a reaction. */
export function reactionForm(
  description: string,
): AgentForm<typeof input, typeof output, ReactionInput, z.output<typeof output>> {
  return {
    description,
    input,
    output,
    text: () => 'Done.',
    run: async ({ input: { message_id, emoji } }, react) =>
      react({ message_id, emoji_name: emoji.replaceAll(':', '') }),
  }
}
