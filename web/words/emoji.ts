/** Texts of picking emoji. */
export const emojiText = {
  search: 'Search emoji',
  none: 'No emoji has such a name.',
} as const
