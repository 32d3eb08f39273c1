import { isRecord } from '../../lib/is-record.ts'
import { cleanLine, cleanText, firstChars } from '../../lib/text.ts'

/** An event of another service, as a message. */
export interface EventMessage {
  topic: string
  /** Markdown. */
  content: string
}

/** Longest line that is shown of an event, and longest text. */
const LINE_MAX_CHARS = 300
const TEXT_MAX_CHARS = 2_000

/** Mentions, which would notify people: services repeat whatever anybody writes to them. */
const LOUD_MENTION = /@(?=\*)/g

/** The value at a path of names, each of which an object must have itself. */
export function valueAt(event: unknown, path: string): unknown {
  let value = event
  for (const name of path.split('.')) {
    if (Array.isArray(value) && /^\d{1,4}$/.test(name)) value = (value as unknown[])[Number(name)]
    else if (isRecord(value) && Object.hasOwn(value, name)) value = value[name]
    else return undefined
  }
  return value
}

/** The text or number at a path, on one line, which mentions nobody; empty for anything else. */
export function lineAt(event: unknown, path: string): string {
  return asLine(valueAt(event, path))
}

/** A text or number on one line, which mentions nobody. */
export function asLine(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return ''
  const line = cleanLine(firstChars(value, LINE_MAX_CHARS)).trim()
  return line.replaceAll(LOUD_MENTION, '@_')
}

/** The items of a list at a path; nothing for anything else. */
export function listAt(event: unknown, path: string): readonly unknown[] {
  const value = valueAt(event, path)
  return Array.isArray(value) ? value : []
}

/** A link, where the path leads to a web address; the text alone where it does not. */
export function linkTo(text: string, address: unknown): string {
  const label = text.replaceAll(/[[\]]/g, '')
  const isWeb = typeof address === 'string' && /^https?:\/\/[^\s()<>[\]]{1,1000}$/.test(address)
  return isWeb ? `[${label}](${address})` : label
}

/** A text of somebody else as a quote, which mentions nobody; empty for none. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? cleanText(firstChars(value, TEXT_MAX_CHARS)).trim() : ''
  if (text === '') return ''
  const ticks = [...text.matchAll(/[`~]{3,}/g)].map(([fence]) => fence.length)
  const fence = '`'.repeat(Math.max(3, ...ticks.map((length) => length + 1)))
  return `\n${fence}quote\n${text.replaceAll(LOUD_MENTION, '@_')}\n${fence}`
}

/** A text of many lines, which mentions nobody. */
export function asText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return cleanText(firstChars(value, TEXT_MAX_CHARS)).trim().replaceAll(LOUD_MENTION, '@_')
}

/** Words that are there, joined. */
export function joined(words: readonly string[], separator = ' '): string {
  return words.filter((word) => word !== '').join(separator)
}

/** Parts of the topic of a thing of a project, e.g. `app / PR #7 Mend it`. */
export function topicOf(project: string, thing: string): string {
  return joined([project, thing], ' / ')
}

/** A word in the past, as services name what was done: `opened`, `ready_for_review`. */
export function actionWords(action: string): string {
  return action.replaceAll('_', ' ')
}
