import { asText } from './as-text.ts'
import type { Message, Submessage } from './types.ts'

/** What a widget or something done with it says: JSON of others. */
export type Data = Readonly<Record<string, unknown>>

/** Reads it; empty where it is no object. */
export function dataOf({ content }: Pick<Submessage, 'content'>): Data {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null ? (value as Data) : {}
  } catch {
    return {}
  }
}

/** One of the answers that a question offers. */
export interface Choice {
  /** The message that whoever takes it sends. */
  reply: string
  short: string
  long: string
}

/** The answers that a message offers by buttons; undefined where it is no such question. */
export function choicesOf({
  submessages,
}: Pick<Message, 'submessages'>): readonly Choice[] | undefined {
  const [first] = submessages
  const { widget_type, extra_data } = first ? dataOf(first) : {}
  const choices = ((extra_data ?? {}) as Data)['choices']
  if (widget_type !== 'zform' || !Array.isArray(choices)) return undefined
  return (choices as readonly Data[]).map((choice) => ({
    reply: asText(choice['reply']),
    short: asText(choice['short_name']),
    long: asText(choice['long_name']),
  }))
}
