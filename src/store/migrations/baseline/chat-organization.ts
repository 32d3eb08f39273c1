import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** How the organization is customized. */
export async function createOrganization(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createKeyedTable(db, 'chat_realm', ['name'], 'name value')
  const uuid = JSON.stringify(randomUUID())
  await sql`insert into chat_realm (name, value) values ('uuid', ${uuid})`.execute(db)
  await createNumberedTable(
    db,
    kind,
    'chat_linkifier',
    'position:n pattern url_template example_input? reverse_template? alternatives',
  )
  await createNumberedTable(db, kind, 'chat_playground', 'name language url_template')
  await createNumberedTable(db, kind, 'chat_domain', 'domain allow_subdomains:n')
  await createIndex(db, 'chat_domain', ['domain'], 'unique')
  await createNumberedTable(
    db,
    kind,
    'chat_profile_field',
    'position:n type:n name hint field_data in_summary:n is_required:n is_editable:n',
  )
  await createNumberedTable(
    db,
    kind,
    'chat_emoji',
    'name author_id:n? path still_path? is_deactivated:n',
  )
}
