import { call } from '../lib/api.ts'
import { glyphOf } from '../lib/emoji.ts'
import { formatNames } from '../lib/format.ts'
import type { Message, Reaction } from '../lib/types.ts'
import { userName } from '../store/names.ts'
import { state } from '../store/state.ts'
import { sayFailure } from '../ui/toast.tsx'
import { chatText as t } from '../words/chat.ts'

/** An emoji as the API names it. */
export type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** An emoji: a glyph, or the picture of a custom one. */
export function EmojiGlyph({ emoji }: { emoji: Emoji }) {
  if (emoji.reaction_type === 'unicode_emoji') {
    return <span class="glyph">{glyphOf(emoji.emoji_code)}</span>
  }
  const custom = state.customEmoji.value.get(emoji.emoji_code)
  return custom ? (
    <img class="emoji" src={custom.source_url} alt={`:${custom.name}:`} />
  ) : (
    <span class="glyph">{`:${emoji.emoji_name}:`}</span>
  )
}

/** Puts an emoji of the reader under a message, or takes it away. */
export async function toggleReaction(message: Message, emoji: Emoji): Promise<void> {
  const isThere = message.reactions.some(
    (one) =>
      one.user_id === state.me.value &&
      one.emoji_code === emoji.emoji_code &&
      one.reaction_type === emoji.reaction_type,
  )
  const { emoji_name, emoji_code, reaction_type } = emoji
  const fields = { emoji_name, emoji_code, reaction_type }
  await call(isThere ? 'DELETE' : 'POST', `messages/${message.id}/reactions`, fields)
}

/** The emoji under a message, each with how many gave it. */
export function Reactions({ message }: { message: Message }) {
  if (message.reactions.length === 0) return null
  const groups = new Map<string, Reaction[]>()
  for (const one of message.reactions) {
    const key = `${one.reaction_type} ${one.emoji_code}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return (
    <div class="reactions">
      {[...groups].map(([key, all]) => (
        <ReactionButton key={key} message={message} all={all} />
      ))}
    </div>
  )
}

function ReactionButton({ message, all }: { message: Message; all: readonly Reaction[] }) {
  const [first] = all
  if (!first) return null
  const names = all.map(({ user_id }) => (user_id === state.me.value ? t.you : userName(user_id)))
  const label = t.reactedBy(formatNames(names), first.emoji_name)
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={all.some(({ user_id }) => user_id === state.me.value)}
      title={label}
      aria-label={label}
      onClick={() => void toggleReaction(message, first).catch(sayFailure)}
    >
      <EmojiGlyph emoji={first} />
      <span class="tally">{all.length}</span>
    </button>
  )
}
