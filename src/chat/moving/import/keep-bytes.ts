import { createHash } from 'node:crypto'
import type { Importing } from './progress.ts'

/** Stores bytes under a key that a repeated run gives them again, so that a break leaves nothing behind. */
export async function keepBytes(
  { chat, fingerprint }: Importing,
  what: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ key: string; bytes: number }> {
  const key = createHash('sha256').update(`${fingerprint} ${what}`).digest('hex').slice(0, 32)
  const { incoming, store } = chat.files
  await incoming.remove(key)
  const size = await incoming.append(key, 0, bytes)
  await store.keep(key, incoming.path(key))
  return { key, bytes: size }
}
