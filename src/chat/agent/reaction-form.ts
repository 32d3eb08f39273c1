import { z } from 'zod'
import type { Call } from '../../contract/operation.ts'

interface Reaction {
  message_id: number
  emoji: string
}

/** How tools that add or remove a reaction differ: the emoji stands by its name, in words, or as itself. */
export const byEmojiName = {
  input: ({ message_id }: { message_id: z.ZodInt }) => ({
    message_id,
    emoji: z.string().describe('E.g. tada or 👍.'),
  }),
  run: async (
    { input: { message_id, emoji } }: Call<Reaction>,
    react: (input: { message_id: number; emoji_name: string }) => Promise<Record<string, never>>,
  ) => {
    const { readEmojiName } = await import('./emoji-name.ts')
    return react({ message_id, emoji_name: await readEmojiName(emoji) })
  },
}
