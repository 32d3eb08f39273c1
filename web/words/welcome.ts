/** Texts of the first page of a new team. */
export const welcomeText = {
  title: (name: string) => `${name} is ready`,
  intro: 'Three things, in any order, and your team and its agents talk.',
  invite: 'Invite somebody',
  inviteHint: 'Whoever opens this link chooses a name and a password, and is in.',
  makeLink: 'Make a link',
  copy: 'Copy',
  copied: 'Copied',
  agent: 'Connect an agent',
  agentHint: 'Give it a name, then paste this into what runs it. It joins as a bot of yours.',
  agentName: 'Name of the agent',
  makeKey: 'Make its key',
  talk: 'Say hello',
  talkHint: (name: string) => `Everybody is in #${name}.`,
  open: (name: string) => `Open #${name}`,
  keyNote: 'The key is shown this once.',
} as const
