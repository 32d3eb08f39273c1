/** An address of the chat, taken apart. */
export type Address =
  | { kind: 'inbox' | 'mentions' | 'channels' | 'presence' | 'users' }
  | { kind: 'channel'; channel: string; topic: string | undefined }
  | { kind: 'dm'; people: string[] }
  | { kind: 'events'; queueId: string }

const PLAIN = ['inbox', 'mentions', 'channels', 'presence', 'users'] as const

/** Whether an address is one of the chat, be there anything or not. */
export function isChatAddress(uri: string): boolean {
  return uri.startsWith('chat://')
}

/** Takes an address apart; undefined for one that is none. Names stand as well as ids, percent-encoded. */
export function addressOf(uri: string): Address | undefined {
  const parts = partsOf(uri)
  if (!parts || parts.includes('')) return undefined
  const [kind, first, second, third, ...rest] = parts
  if (rest.length > 0) return undefined
  const plain = PLAIN.find((name) => name === kind)
  if (plain) return first === undefined ? { kind: plain } : undefined
  if (first === undefined) return undefined
  if (kind === 'channel' && second === undefined) {
    return { kind, channel: first, topic: undefined }
  }
  if (kind === 'channel' && second === 'topic' && third !== undefined) {
    return { kind, channel: first, topic: third }
  }
  if (second !== undefined) return undefined
  if (kind === 'dm') return { kind, people: first.split(',') }
  return kind === 'events' ? { kind, queueId: first } : undefined
}

function partsOf(uri: string): string[] | undefined {
  if (!isChatAddress(uri)) return undefined
  try {
    return uri.slice('chat://'.length).split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}
