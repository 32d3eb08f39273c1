/** Texts of forms and dialogs of any page. */
export const formText = {
  secretTitle: 'API key',
  secretOnce: 'This is shown once. Keep it where nobody else reads it.',
} as const
