import type { EmojiGroup } from '../lib/emoji-groups.ts'

/** Texts of picking emoji. */
export const emojiText = {
  search: 'Search emoji',
  none: 'No emoji has such a name.',
  groupsLabel: 'Groups',
  recent: 'Used of late',
  own: 'Of this team',
  groups: {
    smileys: 'Smileys',
    people: 'People',
    nature: 'Animals and plants',
    food: 'Food and drink',
    travel: 'Travel and places',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
    flags: 'Flags',
  } satisfies Record<EmojiGroup, string>,
} as const
