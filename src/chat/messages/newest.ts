import type { Reader } from '../port.ts'
import { prepare } from '../prepared.ts'

/** Id of the newest message; 0 where there is none. */
export async function newestMessageId(db: Reader): Promise<number> {
  const [row] = await selectNewest(db, {})
  return row?.id ?? 0
}

const selectNewest = prepare<Record<never, never>, { id: number | null }>((db) =>
  db
    .selectFrom('chat_message')
    .select((eb) => eb.fn.max('id').as('id'))
    .compile(),
)
