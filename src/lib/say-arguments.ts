import { isRecord } from './is-record.ts'
import { cleanLine } from './text.ts'

/** Longest line, and longest value in it. */
const LINE_MAX_CHARS = 300
const VALUE_MAX_CHARS = 120

/** Fields and items that are named of one object or list, and how deep. */
const NAMED_MAX_COUNT = 12
const DEPTH_MAX = 3

/** Stands for what is not said. */
const UNSAID = '…'

/** Names of fields that hold what opens something. */
const SECRET_NAME =
  /key$|api_?key|token|secret|passw|passphrase|authoriz|^auth$|cookie|credential|signature|mnemonic|private|^code$/i

/** Names of fields that hold what a call is about, and not what is done with it. */
const PAYLOAD_NAME =
  /^(?:data|body|content|contents|text|html|markdown|payload|bytes|file|message|question|headers?)$/i

/** The arguments of a call in one short line for people: names and small values, never what may be secret, nor long texts. */
export function sayArguments(args: unknown): string | undefined {
  if (!isRecord(args)) return undefined
  const line = sayFields(args, 1)
  return line === '' ? undefined : cleanLine(line, LINE_MAX_CHARS)
}

function sayFields(fields: Readonly<Record<string, unknown>>, depth: number): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .slice(0, NAMED_MAX_COUNT)
    .map(([name, value]) => `${cleanLine(name, VALUE_MAX_CHARS)}: ${sayField(name, value, depth)}`)
    .join(', ')
}

function sayField(name: string, value: unknown, depth: number): string {
  if (SECRET_NAME.test(name)) return UNSAID
  if (PAYLOAD_NAME.test(name)) return typeof value === 'string' ? sizeOf(value) : UNSAID
  return sayValue(value, depth)
}

function sayValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return sayText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth >= DEPTH_MAX) return UNSAID
  if (!Array.isArray(value)) return `{${sayFields({ ...value }, depth + 1)}}`
  const said = value.slice(0, NAMED_MAX_COUNT).map((one) => sayValue(one, depth + 1))
  return `[${said.join(', ')}${value.length > said.length ? `, ${UNSAID}` : ''}]`
}

function sayText(text: string): string {
  if (text.length > VALUE_MAX_CHARS && !URL.canParse(text)) return sizeOf(text)
  const said = URL.canParse(text) ? sayAddress(new URL(text)) : text
  return cleanLine(said.split(/(\s+)/).map(unlessSecret).join(''), VALUE_MAX_CHARS)
}

/** An address without who is to be let in, and without values that may let in. */
function sayAddress({ protocol, host, pathname, search }: URL): string {
  if (protocol !== 'http:' && protocol !== 'https:') return `${protocol}${UNSAID}`
  const path = pathname.split('/').map(unlessSecret).join('/')
  return `${protocol}//${host}${path}${search === '' ? '' : `?${UNSAID}`}`
}

function unlessSecret(word: string): string {
  return isSecret(word) ? UNSAID : word
}

/** Whether a word looks like a key: long, of mixed signs, as nobody writes. Addresses of accounts on chains are public. */
function isSecret(word: string): boolean {
  if (/^0x[\da-f]{40}$/i.test(word)) return false
  const isMixed = /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word)
  if (isMixed && /[\w+=~.-]{24,}/.test(word)) return true
  return (word.match(/[a-z\d]{20,}/gi) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run))
}

function sizeOf(text: string): string {
  return `(${text.length} ${text.length === 1 ? 'character' : 'characters'})`
}
