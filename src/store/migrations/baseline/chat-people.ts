import { type Kysely, sql } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** Creates the tables of users, their stored values, groups and presence. */
export async function createUsers(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createNumberedTable(
    db,
    kind,
    'chat_user',
    'email email_key full_name role:n is_active:n is_deleted:n is_imported_stub:n is_bot:n bot_type:n? ' +
      'bot_owner_id:n? joined_at:n joins_at_sign_in:n timezone avatar_version:n avatar_path? ' +
      'email_visibility:n key_hash? password_hash? deactivations:n=0 settings read_up_to:n',
  )
  await createIndex(db, 'chat_user', ['email_key'], 'unique')
  await createIndex(db, 'chat_user', ['key_hash'], 'unique')
  await createGroups(db, kind)
  await createKeyedTable(
    db,
    'chat_presence',
    ['user_id'],
    'user_id:n active_at:n? idle_at:n? update_id:n',
  )
  await createIndex(db, 'chat_presence', ['update_id'])
  const status = 'user_id:n status_text emoji_name emoji_code reaction_type'
  await createKeyedTable(db, 'chat_status', ['user_id'], status)
}

async function createGroups(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createNumberedTable(
    db,
    kind,
    'chat_group',
    'name? name_key? description is_system:n is_deactivated:n creator_id:n? created_at:n? settings',
  )
  await createIndex(db, 'chat_group', ['name_key'], 'unique')
  await createKeyedTable(db, 'chat_group_member', ['group_id', 'user_id'], 'group_id:n user_id:n')
  await createIndex(db, 'chat_group_member', ['user_id'])
  await createKeyedTable(
    db,
    'chat_group_subgroup',
    ['group_id', 'subgroup_id'],
    'group_id:n subgroup_id:n',
  )
  await createIndex(db, 'chat_group_subgroup', ['subgroup_id'])
  await addSystemGroups(db, kind)
}

/** System groups in the order of their ids, widest first, each within the one before but the last. */
const SYSTEM_GROUPS = [
  ['role:internet', 'Everyone on the Internet'],
  ['role:everyone', 'Everyone in this organization, including guests'],
  ['role:members', 'Members of this organization, not including guests'],
  ['role:fullmembers', 'Members of this organization, not including new accounts and guests'],
  ['role:moderators', 'Moderators of this organization'],
  ['role:administrators', 'Administrators of this organization, including owners'],
  ['role:owners', 'Owners of this organization'],
  ['role:nobody', 'Nobody'],
] as const

/** Their ids are part of the program: settings name them. */
async function addSystemGroups(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  for (const [position, [name, description]] of SYSTEM_GROUPS.entries()) {
    await sql`insert into chat_group
      (id, name, name_key, description, is_system, is_deactivated, settings)
      values (${position + 1}, ${name}, ${name}, ${description}, 1, 0, '{}')`.execute(db)
    if (position > 0 && name !== 'role:nobody') {
      await sql`insert into chat_group_subgroup (group_id, subgroup_id)
        values (${position}, ${position + 1})`.execute(db)
    }
  }
  if (kind === 'postgres') {
    const next = SYSTEM_GROUPS.length + 1
    await sql`alter table chat_group alter column id restart with ${sql.lit(next)}`.execute(db)
  }
}
