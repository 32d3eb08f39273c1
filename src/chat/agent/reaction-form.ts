import { z } from 'zod'
import type { Call } from '../../contract/operation.ts'

interface Reaction {
  message_id: number
  emoji: string
}

/** How tools that add or remove a reaction differ: the emoji stands by its name, with or without colons. */
export const byEmojiName = {
  input: ({ message_id }: { message_id: z.ZodInt }) => ({
    message_id,
    emoji: z.string().describe('E.g. tada.'),
  }),
  run: async (
    { input: { message_id, emoji } }: Call<Reaction>,
    react: (input: { message_id: number; emoji_name: string }) => Promise<Record<string, never>>,
  ) => react({ message_id, emoji_name: emoji.replaceAll(':', '') }),
}
