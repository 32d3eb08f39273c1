import { z } from 'zod'
import type { Call } from '../../contract/operation.ts'
import { replaceable } from './inputs.ts'

interface Reaction {
  message_id: number
  emoji: string | undefined
}

/** How tools that add or remove a reaction differ: the emoji stands by its name, in words, or as itself. */
export const byEmojiName = {
  input: ({ message_id }: { message_id: z.ZodInt }) => ({
    message_id,
    emoji: replaceable(z.string().describe('E.g. tada or 👍.')),
  }),
  replaced: { emoji: 'emoji_name' },
  run: async (
    { input: { message_id, emoji } }: Call<Reaction>,
    react: (input: {
      message_id: number
      emoji_name?: string | undefined
    }) => Promise<Record<string, never>>,
  ) => {
    const { readEmojiName } = await import('./emoji-name.ts')
    const emoji_name = emoji === undefined ? undefined : await readEmojiName(emoji)
    return react({ message_id, emoji_name })
  },
}
