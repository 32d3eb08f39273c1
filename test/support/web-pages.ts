/** Pages of the team, its agents and its server, each with its heading; `BOT` and `CHANNEL` are ids. */
export const TEAM_PAGES: readonly (readonly [hash: string, heading: string])[] = [
  ['#agents', 'Agents'],
  ['#agents/BOT', 'Deploy bot'],
  ['#people', 'People'],
  ['#groups', 'Groups'],
  ['#invites', 'Invitations'],
  ['#channels', 'Channels'],
  ['#channels/CHANNEL', '#general'],
  ['#organization', 'Organization'],
  ['#organization/emoji', 'Emoji'],
  ['#organization/linkifiers', 'Linkifiers'],
  ['#organization/fields', 'Profile fields'],
  ['#organization/domains', 'Domains'],
  ['#organization/webhooks', 'Webhooks'],
  ['#organization/data', 'Data'],
  ['#owner/money', 'Money'],
  ['#owner/server', 'Server'],
  ['#owner/tools', 'Tools'],
  ['#owner/tools/qr', 'Tools'],
]

/** Pages of the chat, and of what is the reader's own. */
export const CHAT_PAGES: readonly string[] = [
  '#inbox',
  '#recent',
  '#drafts',
  '#scheduled',
  '#reminders',
  '#welcome',
  '#settings/profile',
  '#settings/sessions',
  '#narrow/channel/CHANNEL',
  '#narrow/channel/CHANNEL/topic/Plans',
  '#narrow/channel/CHANNEL/topic/Nothing',
  '#narrow/is/starred',
  '#narrow/sender/1/search/zzzz',
  '#nowhere',
]
