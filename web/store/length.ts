import { state } from './state.ts'

/** How many characters a message may have. */
export function lengthMax(): number {
  return Number(state.server.value['max_message_length'] ?? 10_000)
}

/** How many characters a text has, as the server counts them: each is one or two units of the text. */
export function countChars(text: string): number {
  return Array.from(text).length
}

/** By how many characters a text is too long to be sent. */
export function excessOf(text: string): number {
  const max = lengthMax()
  return text.length <= max ? 0 : Math.max(0, countChars(text.trim()) - max)
}
