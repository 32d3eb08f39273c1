import type { Kysely } from 'kysely'
import { createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** How far imports have come, which ids they have given to what they bring, and the exports that administrators asked for. */
export async function createMoving(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createKeyedTable(db, 'chat_import', ['fingerprint'], 'fingerprint state')
  await createKeyedTable(
    db,
    'chat_import_id',
    ['fingerprint', 'kind', 'old_id'],
    'fingerprint kind old_id new_id:n',
  )
  await createNumberedTable(
    db,
    kind,
    'chat_export',
    'user_id:n export_type started_at:n finished_at:n? failed_at:n? deleted_at:n? path? ' +
      'messages_written:n? messages_total:n?',
  )
}
