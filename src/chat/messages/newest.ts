import type { Reader } from '../port.ts'

/** Id of the newest message; 0 where there is none. */
export async function newestMessageId(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('chat_message')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
