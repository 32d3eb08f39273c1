import type { SourceNames } from '../convert/directory.ts'
import { convertPieces } from '../convert/outside-code.ts'
import { rowsIn, textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'
import { accountKey, channelKey } from './directory.ts'

/** Somebody who is mentioned, or everybody. Names may end in signs that end a sentence. */
const MENTION = /(?<![\w@.`/*-])@([a-z0-9][a-z0-9._-]{0,63})/gi

const CHANNEL = /(?<![\w~/`])~([a-z0-9][a-z0-9_-]{0,63})/gi

/** Words that mention all of a channel. */
const EVERYBODY = /^(?:all|channel|here)$/i

/** Names that a text may have, and whom it mentions. */
export interface PostReferences {
  names: SourceNames
  /** The team whose channels it names. */
  team: string
  mentioned: Set<number>
}

/** A text with the mentions, links to channels and emoji that count here; it is Markdown in both. */
export function convertText(text: string, { names, team, mentioned }: PostReferences): string {
  return convertPieces(text, (piece, isCode) => {
    if (isCode) return piece
    const withPeople = piece.replaceAll(MENTION, (all, name: string) => {
      for (let end = name.length; end > 0; end -= 1) {
        const [username, rest] = [name.slice(0, end), name.slice(end)]
        if (EVERYBODY.test(username)) return `@**all**${rest}`
        const account = names.account(accountKey(username))
        if (account) {
          mentioned.add(account.id)
          return `@**${account.name}|${account.id}**${rest}`
        }
        if (!/[._-]$/.test(username)) break
      }
      return all
    })
    const withChannels = withPeople.replaceAll(CHANNEL, (all, name: string) => {
      const channel = names.channel(channelKey(team, name.toLowerCase()))
      return channel === undefined ? all : `#**${channel}**`
    })
    return names.renameEmoji(withChannels)
  })
}

/** The text of what integrations attach to a post, in Markdown. */
export function attachedText(attachment: ExportRow): string {
  const [pretext, author, title, text, image, footer, fallback] = [
    'pretext',
    'author_name',
    'title',
    'text',
    'image_url',
    'footer',
    'fallback',
  ].map((name) => textIn(attachment, name))
  const parts = [
    pretext,
    author,
    title && linked(`**${title}**`, textIn(attachment, 'title_link')),
    text,
    ...rowsIn(attachment['fields']).map(
      (field) => `**${textIn(field, 'title')}**: ${plainValue(field['value'])}`,
    ),
    image,
    footer,
  ].filter((part) => part)
  return parts.length > 0 ? parts.join('\n') : (fallback ?? '')
}

/** The value of a field, which need not be a text. */
function plainValue(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function linked(label: string, url: string): string {
  return /^https?:\/\/[^\s()<>]+$/.test(url) ? `[${label.replaceAll(/[[\]]/g, '')}](${url})` : label
}
