import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { index, keyed, numbered } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** How the organization is customized. */
export async function createOrganization(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await keyed(db, 'chat_realm', ['name'], 'name value')
  const uuid = JSON.stringify(randomUUID())
  await sql`insert into chat_realm (name, value) values ('uuid', ${uuid})`.execute(db)
  await numbered(
    db,
    kind,
    'chat_linkifier',
    'position:n pattern url_template example_input? reverse_template? alternatives',
  )
  await numbered(db, kind, 'chat_playground', 'name language url_template')
  await numbered(db, kind, 'chat_domain', 'domain allow_subdomains:n')
  await index(db, 'chat_domain', ['domain'], 'unique')
  await numbered(
    db,
    kind,
    'chat_profile_field',
    'position:n type:n name hint field_data in_summary:n is_required:n is_editable:n',
  )
  await numbered(db, kind, 'chat_emoji', 'name author_id:n? path still_path? is_deactivated:n')
}
