/** Flags of a message for one user, as bits of a receipt. `read` is kept apart, see the read marks. */
export const MESSAGE_FLAGS = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topic_wildcard_mentioned: 8,
  has_alert_word: 16,
  /** Received without having been subscribed when it was sent. */
  historical: 32,
} as const

/** Name of a flag that has a bit. */
export type MessageFlag = keyof typeof MESSAGE_FLAGS

/** The flags that users may set and unset, besides `read`. */
export const OWN_FLAGS: readonly MessageFlag[] = ['starred', 'collapsed']

/** State of one message for one user. */
export interface FlagState {
  /** Bits of the receipt, 0 without one. */
  bits: number
  isRead: boolean
  /** Whether the whole channel was mentioned while the user received it. */
  isChannelMentioned: boolean
}

/** Bits of a receipt that say its user was mentioned. */
export const MENTION_BITS = MESSAGE_FLAGS.mentioned | MESSAGE_FLAGS.topic_wildcard_mentioned

const NAMED_BITS = Object.entries(MESSAGE_FLAGS)

/** Names of the flags as clients read them, older names of mentions included. */
export function flagNames({ bits, isRead, isChannelMentioned }: FlagState): string[] {
  const names: string[] = []
  if (isRead) names.push('read')
  if (bits !== 0) for (const [name, bit] of NAMED_BITS) if (bits & bit) names.push(name)
  if (isChannelMentioned) names.push('stream_wildcard_mentioned')
  const isWildcard = isChannelMentioned || (bits & MESSAGE_FLAGS.topic_wildcard_mentioned) !== 0
  if (isWildcard) names.push('wildcard_mentioned')
  return names
}
