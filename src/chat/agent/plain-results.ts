import { z } from 'zod'
import { cleanText } from '../../text.ts'
import { AGENT_MESSAGES_MAX_CHARS } from '../limits.ts'

/** A result, as far as it is known here. */
export type Result = Record<string, unknown>

/** The field of a result that holds a list which may be long; undefined where there is none, or several. */
export function pageable(output: z.ZodObject): string | undefined {
  const lists = Object.entries(output.shape).filter(([, schema]) => schema instanceof z.ZodArray)
  return lists.length === 1 ? lists[0]?.[0] : undefined
}

/** What of a list fits one answer from a place on, one item at least, and where the next part begins. */
export function partOf<T>(list: readonly T[], from: number): { items: T[]; next?: number } {
  let chars = 0
  let end = from
  while (end < list.length) {
    chars += JSON.stringify(list[end]).length
    if (end > from && chars > AGENT_MESSAGES_MAX_CHARS) break
    end += 1
  }
  return { items: list.slice(from, end), ...(end < list.length ? { next: end } : {}) }
}

/** A result without what nobody sees and models obey. */
export function cleaned<T>(result: T): T {
  const text = JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  )
  return JSON.parse(text) as T
}
