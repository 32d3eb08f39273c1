import { badRequest } from '../../kernel/failures.ts'
import type { Sending } from './send-message.ts'

/** A destination as clients write it, in any of the supported forms. */
export interface WrittenDestination {
  type: 'direct' | 'channel' | 'stream' | 'private'
  to: number | string | readonly (number | string)[]
  topic?: string | undefined
}

/** Reads the address of a message: one name or id, a list of them, or names joined by commas. */
export function readDestination({ type, to, topic }: WrittenDestination): Sending['to'] {
  if (type === 'direct' || type === 'private') return { users: readRecipients(to) }
  const [channel, ...more] = Array.isArray(to)
    ? (to as (string | number)[])
    : [to as string | number]
  if (channel === undefined || more.length > 0) throw badRequest('Expected exactly one channel')
  return { channel: unquoted(channel), topic: topic ?? '' }
}

function readRecipients(to: WrittenDestination['to']): (number | string)[] {
  if (typeof to === 'number') return [to]
  if (typeof to !== 'string') return [...to]
  return to
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Some clients send a name as JSON text. */
function unquoted(channel: number | string): number | string {
  if (typeof channel === 'number' || !/^".*"$/s.test(channel)) return channel
  try {
    return String(JSON.parse(channel))
  } catch {
    return channel
  }
}
