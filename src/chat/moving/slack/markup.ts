import { isRecord } from '../../../lib/is-record.ts'
import type { SourceNames } from '../convert/directory.ts'
import { convertPieces } from '../convert/outside-code.ts'
import { rowsIn, textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'
import { textOfBlocks } from './blocks.ts'

/** A text in Markdown, and who is mentioned in it. */
export interface ReadMarkup {
  content: string
  mentioned: ReadonlySet<number>
}

/** What stands in angle brackets: a person, a channel, an address, or a word for everybody. */
const BRACKETS = /<([^<>\n]{1,2000})>/g

/** What a text may refer to, and whom it does. */
interface Names {
  names: SourceNames
  mentioned: Set<number>
}

/** Reads the text of a message with its files and attachments as Markdown. */
export function readMarkup(row: ExportRow, names: SourceNames): ReadMarkup {
  const references: Names = { names, mentioned: new Set() }
  const text = textIn(row, 'text')
  const written = text.trim() === '' ? textOfBlocks(row['blocks']) : text
  const parts = [convert(written, references)]
  if (textIn(row, 'subtype') === 'me_message') parts[0] = `/me ${parts[0]}`
  const commentIn = (value: unknown) =>
    isRecord(value) ? convert(textIn(value, 'comment'), references) : ''
  for (const file of filesOf(row)) parts.push(linkOf(file), commentIn(file['initial_comment']))
  parts.push(commentIn(row['comment']))
  for (const attachment of rowsIn(row['attachments']))
    parts.push(attachmentOf(attachment, references))
  return {
    content: parts.filter((part) => part !== '').join('\n'),
    mentioned: references.mentioned,
  }
}

function convert(text: string, references: Names): string {
  return convertPieces(text, (piece, isCode) => {
    const named = piece.replaceAll(BRACKETS, (all, inner: string) =>
      convertBrackets(all, inner, references),
    )
    return unescape(isCode ? named : references.names.renameEmoji(convertEmphasis(named)))
  })
}

/** Writes emphasis of Slack as Markdown: one asterisk is bold there, and two here; `_` and `~` differ alike. */
function convertEmphasis(text: string): string {
  return text
    .replaceAll(/(?<![\w*])\*([^*\n]{1,2000})\*(?![\w*])/g, '**$1**')
    .replaceAll(/(?<![\w_])_([^_\n]{1,2000})_(?![\w_])/g, '*$1*')
    .replaceAll(/(?<![\w~])~([^~\n]{1,2000})~(?![\w~])/g, '~~$1~~')
}

function convertBrackets(all: string, inner: string, { names, mentioned }: Names): string {
  const [what = '', label = ''] = inner.split('|', 2)
  if (what.startsWith('@')) {
    const person = names.account(what.slice(1))
    if (!person) return `@${label || what.slice(1)}`
    mentioned.add(person.id)
    return `@**${person.name}|${person.id}**`
  }
  if (what.startsWith('#')) {
    const name = names.channel(what.slice(1)) ?? label
    return name === '' ? all : `#**${name}**`
  }
  if (/^!(?:here|channel|everyone)$/.test(what)) return '@**all**'
  if (what.startsWith('!')) return label || what.slice(1)
  if (!/^(?:https?|mailto|tel):/i.test(what)) return all
  return label === '' || label === what ? what : `[${label.replaceAll(/[[\]]/g, '')}](${what})`
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Files of a message; older rows have one, in a field of its own. */
function filesOf(row: ExportRow): ExportRow[] {
  return isRecord(row['file']) ? [row['file'], ...rowsIn(row['files'])] : rowsIn(row['files'])
}

function linkOf(file: ExportRow): string {
  const url = textIn(file, 'url_private') || textIn(file, 'permalink')
  const name = (textIn(file, 'title') || textIn(file, 'name') || 'file').replaceAll(/[[\]\n]/g, '')
  return /^https?:\/\/[^\s()<>]+$/.test(url) ? `[${name}](${url})` : name
}

function attachmentOf(attachment: ExportRow, references: Names): string {
  const texts = ['pretext', 'title', 'text', 'fallback'].map((name) => textIn(attachment, name))
  const [pretext = '', title = '', text = '', fallback = ''] = texts
  const url = textIn(attachment, 'title_link') || textIn(attachment, 'from_url')
  const isLink = title !== '' && /^https?:\/\/[^\s<>|]+$/.test(url)
  const head = isLink ? `<${url}|${title}>` : title && `*${title}*`
  const picture = textIn(attachment, 'image_url')
  const blocks = textOfBlocks(attachment['blocks'])
  const body = [pretext, head, text || blocks, picture].filter((part) => part !== '').join('\n')
  const fields = rowsIn(attachment['fields']).map(
    (field) => `*${textIn(field, 'title')}*: ${textIn(field, 'value')}`,
  )
  const whole = [body || fallback, ...fields].filter((part) => part !== '').join('\n')
  return convert(whole, references)
}
