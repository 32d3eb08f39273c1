import { plural } from './plural.ts'

/** Texts of recent conversations. */
export const recentText = {
  empty: 'Nothing was written yet',
  conversation: 'Conversation',
  people: 'People',
  last: 'Last message',
  unread: (count: number) => plural(count, 'unread message', 'unread messages'),
} as const
