import { createHash } from 'node:crypto'
import { isRecord } from '../../lib/is-record.ts'

/** One stored answer. The bytes are still untrusted. */
export interface Entry {
  /** Address of the hop that was asked. */
  url: string
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  /** The request headers that the answer may depend on (RFC 9111 4.1), lower-case names. */
  asked: Readonly<Record<string, string>>
  /** When it was received or last confirmed, in milliseconds. */
  at: number
  /** The decoded body; empty for a redirect. */
  body: Uint8Array
}

const NEWLINE = 0x0a
const DIGEST_CHARS = 64

/** An entry as the bytes of a file: digest of the rest, head as JSON, body; a line break between them. */
export function packEntry({ body, ...head }: Entry): Uint8Array {
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body])
  return Buffer.concat([Buffer.from(`${digestOf(rest)}\n`), rest])
}

/** Reads such bytes; undefined where a single bit is not as it was written, or the shape is another. */
export function unpackEntry(bytes: Uint8Array): Entry | undefined {
  const rest = bytes.subarray(DIGEST_CHARS + 1)
  if (Buffer.from(bytes.subarray(0, DIGEST_CHARS + 1)).toString('latin1') !== `${digestOf(rest)}\n`)
    return undefined
  const end = rest.indexOf(NEWLINE)
  const head = readJson(Buffer.from(rest.subarray(0, end)).toString())
  return isHead(head) ? { ...head, body: rest.subarray(end + 1) } : undefined
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isHead(value: unknown): value is Omit<Entry, 'body'> {
  if (!isRecord(value)) return false
  const { url, status, headers, asked: requestHeaders, at } = value
  return (
    typeof url === 'string' &&
    typeof status === 'number' &&
    typeof at === 'number' &&
    isTexts(headers) &&
    isTexts(requestHeaders)
  )
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
}
