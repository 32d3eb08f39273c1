/** Texts of signing in. */
export const entryText = {
  title: 'Sign in',
  again: 'Then you go on where you were. What you have written is kept.',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  forgot: 'Forgotten your password?',
  byKey: 'Use an API key',
  byPassword: 'Use a password',
  key: 'API key',
  keyHint: 'Exchanged for a session of this browser; it is kept nowhere.',
  reset: 'Mail me a link',
  resetTitle: 'Set a new password',
  resetSent: 'If there is an account with this address, a link is on its way to it.',
  noMail: 'This server sends no mail. Whoever runs it can print a link for you:',
  yourAddress: 'you@example.com',
  firstTime: 'New here? Whoever runs this server prints a link:',
} as const
