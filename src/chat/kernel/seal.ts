import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Reader } from './rows.ts'
import type { Chat } from './types.ts'
import { reader } from './unit-of-work.ts'

/** What shows that this chat has written a text, on every process of its store. Links hold it as `base64url`. */
export async function sealText(chat: Chat, text: string): Promise<Buffer> {
  return createHmac('sha256', Buffer.from(await sealingKey(chat), 'hex'))
    .update(text)
    .digest()
}

/** Whether what a link shows is this seal. */
export function isSeal(shown: string, seal: Buffer): boolean {
  const bytes = Buffer.from(shown.padEnd(43, 'A'), 'base64url')
  return bytes.length === seal.length && timingSafeEqual(bytes, seal)
}

/** Name of the stored key: all processes on a store share it. */
const KEY_NAME = 'chat file seal'

/** The signing key, created on first use. */
async function sealingKey(chat: Chat): Promise<string> {
  const known = await storedKey(reader(chat))
  if (known !== undefined) return known
  return chat.store.write(async (tx) => {
    const value = randomBytes(32).toString('hex')
    await tx
      .insertInto('setting')
      .values({ name: KEY_NAME, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return (await storedKey(tx)) ?? value
  })
}

async function storedKey(db: Reader): Promise<string | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', KEY_NAME)
    .executeTakeFirst()
  return row?.value
}
