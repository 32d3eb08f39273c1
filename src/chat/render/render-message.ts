import type { Reader } from '../port.ts'

/** A message text turned into HTML, and what it refers to. */
export interface RenderedMessage {
  html: string
  /** Users mentioned by name, without silent mentions. */
  mentionedUsers: readonly number[]
  /** Groups mentioned by name, without silent mentions. */
  mentionedGroups: readonly number[]
  /** Whether everybody in the channel, or everybody in the topic, is mentioned. */
  wildcard: 'channel' | 'topic' | undefined
  isMeMessage: boolean
  hasAttachment: boolean
  hasImage: boolean
  hasLink: boolean
}

const MENTION = /@\*\*([^*\n|]{1,100})(?:\|(\d{1,15}))?\*\*/g
const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream'])

/** Renders a message; who and what it refers to is looked up in `db`. */
export async function renderMessage(db: Reader, content: string): Promise<RenderedMessage> {
  const names = [...content.matchAll(MENTION)]
  const mentionedUsers = new Set<number>()
  let wildcard: RenderedMessage['wildcard']
  for (const [, name = '', id] of names) {
    if (CHANNEL_WILDCARDS.has(name)) wildcard = 'channel'
    else if (name === 'topic') wildcard ??= 'topic'
    else {
      const query = db.selectFrom('chat_user').select('id').where('is_active', '=', 1)
      const found = await (
        id === undefined ? query.where('full_name', '=', name) : query.where('id', '=', Number(id))
      ).execute()
      for (const user of found) mentionedUsers.add(user.id)
    }
  }
  return {
    html: renderText(content),
    mentionedUsers: [...mentionedUsers],
    mentionedGroups: [],
    wildcard,
    isMeMessage: content.startsWith('/me '),
    hasAttachment: content.includes('/user_uploads/'),
    hasImage: false,
    hasLink: /https?:\/\//.test(content),
  }
}

/** Renders a text that mentions nobody, such as a description. */
export function renderText(content: string): string {
  if (content === '') return ''
  return content
    .split(/\n{2,}/)
    .map((block) => `<p>${escapeHtml(block).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
