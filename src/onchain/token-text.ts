import { cleanLine } from '../lib/text.ts'
import { toUint } from './hex.ts'

/** A text of a token contract as it may be shown, and whether something had to be taken out. */
export interface TokenText {
  text: string
  changed: boolean
}

/**
 * Makes one short line of what a contract calls itself: NFC, nothing invisible or bidirectional, at most
 * `maxChars` characters. It stays a stranger's text. A character that is cut in half at the end is dropped.
 */
export function tokenText(bytes: Uint8Array, maxChars: number): TokenText {
  const raw = new TextDecoder().decode(bytes, { stream: true })
  const characters = Array.from(cleanLine(raw).normalize('NFC'))
  const text = characters.slice(0, maxChars).join('').trim()
  return { text, changed: text !== raw }
}

/** The beginning of a string, or of a word that is one (as MKR has it); nothing where it is neither. */
export function textBytes(data: Uint8Array, maxBytes: number): Uint8Array {
  if (data.length === 32) {
    const end = data.indexOf(0)
    return end === -1 ? data : data.subarray(0, end)
  }
  if (data.length < 64) return new Uint8Array()
  if (toUint(data.subarray(0, 32)) !== 32n) return new Uint8Array()
  const length = toUint(data.subarray(32, 64))
  return data.subarray(64, 64 + Number(length < BigInt(maxBytes) ? length : maxBytes))
}
