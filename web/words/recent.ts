import { plural } from './plural.ts'

/** Texts of recent conversations. */
export const recentText = {
  empty: 'Nothing was written yet',
  emptyHint: 'Conversations come here, the last one first.',
  nothing: 'No conversation is like that',
  nothingHint: 'Take away a filter, or look at older ones.',
  conversation: 'Conversation',
  people: 'People',
  last: 'Last message',
  unread: (count: number) => plural(count, 'unread message', 'unread messages'),
  filters: 'Show only',
  only: { unread: 'Unread', participated: 'Mine', bots: 'With agents' },
  channel: 'Channel',
  everywhere: 'Everywhere',
  followed: 'Followed',
  muted: 'Muted',
  more: 'Show older conversations',
} as const
