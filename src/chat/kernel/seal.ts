import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sharedSecret } from '../../store/shared-secret.ts'
import type { Chat } from './types.ts'

/** What shows that this chat has written a text, on every process of its store. Links hold it as `base64url`. */
export async function sealText(chat: Chat, text: string): Promise<Buffer> {
  return createHmac('sha256', Buffer.from(await sealingKey(chat), 'hex'))
    .update(text)
    .digest()
}

/** Whether what a link shows is this seal. */
export function isSeal(candidate: string, seal: Buffer): boolean {
  const bytes = Buffer.from(candidate.padEnd(43, 'A'), 'base64url')
  return bytes.length === seal.length && timingSafeEqual(bytes, seal)
}

/** Name of the stored key: all processes on a store share it. */
const KEY_NAME = 'chat file seal'

/** The signing key, created on first use. */
async function sealingKey({ store }: Chat): Promise<string> {
  return sharedSecret(store, KEY_NAME, () => randomBytes(32).toString('hex'))
}
