/** Texts of the dialog that goes to a conversation. */
export const switcherText = {
  title: 'Go to',
  hint: 'A topic, channel, person or agent',
  channel: 'channel',
  nothing: 'Nothing has that name.',
} as const
