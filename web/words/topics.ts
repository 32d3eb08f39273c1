/** Texts of the topics of a channel. */
export const topicsText = {
  search: 'Find a topic',
  empty: 'No topics yet',
  emptyHint: 'The first message of the channel makes one.',
  nothing: 'No topic has these words in its name',
  all: 'All messages',
  more: 'Show older topics',
} as const
