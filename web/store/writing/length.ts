import { state } from '../state.ts'

/** How many characters a message may have. */
export function lengthMax(): number {
  return Number(state.server.value['max_message_length'] ?? 10_000)
}

/** How many characters a text has, as the server counts them: each is one or two units of the text. */
export function countChars(text: string): number {
  return Array.from(text).length
}

/** How many characters a topic may have. */
export function topicLengthMax(): number {
  return Number(state.server.value['max_topic_length'] ?? 60)
}

/** By how many characters a text is too long to be sent. */
export function excessOf(text: string, max: number = lengthMax()): number {
  return text.length <= max ? 0 : Math.max(0, countChars(text.trim()) - max)
}
