/** Texts of what is shown of somebody. */
export const profileText = {
  message: 'Send a message',
  mute: 'Mute',
  unmute: 'Do not mute any more',
  muteHint: 'What they write is not shown as unread, and you are told of nothing.',
  change: 'Change your profile',
  time: 'Time there',
  role: 'Role',
  email: 'E-mail',
  joined: 'Here since',
  owner: 'Belongs to',
  channels: 'Channels that you share',
  noChannels: 'None',
  gone: 'This account is deactivated.',
  unknown: 'There is nobody with this number',
  unknownHint: 'The account may be of another server, or one that you cannot see.',
  toPeople: 'See all people',
} as const
