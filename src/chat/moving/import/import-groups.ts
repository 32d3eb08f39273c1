import { firstChars } from '../../../lib/text.ts'
import { isSystemGroup } from '../../groups/system-groups.ts'
import { GROUP_NAME_MAX_CHARS } from '../../limits.ts'
import { GROUP_GROUP_DEFAULTS } from '../../organization/realm-settings.ts'
import type { ExportRow } from '../rows.ts'
import { freeId } from './free-id.ts'
import { freeName } from './free-name.ts'
import { type Importing, type ImportUnit, importRows } from './progress.ts'
import { flagIn, idIn, msIn, textIn } from './values.ts'

/** Brings groups, named and unnamed, with their members; groups of roles are those that are here. */
export async function importGroups(importing: Importing): Promise<void> {
  const { source } = importing
  const named = source.rows('zerver_namedusergroup')
  const byId = new Map(named.map((row) => [idIn(row, 'usergroup_ptr') ?? idIn(row, 'id'), row]))
  const all = source.rows('zerver_usergroup')
  await importRows(importing, 'groups', all.length > 0 ? all : named, async (unit, row) =>
    bringGroup(importing, unit, row, byId.get(idIn(row, 'id'))),
  )
  await importRows(
    importing,
    'group members',
    source.rows('zerver_usergroupmembership'),
    bringMember,
  )
  await importRows(
    importing,
    'groups in groups',
    source.rows('zerver_groupgroupmembership'),
    bringSubgroup,
  )
  await importRows(importing, 'group settings', named, bringSettings)
}

async function bringGroup(
  { chat }: Importing,
  unit: ImportUnit,
  row: ExportRow,
  named: ExportRow | undefined,
): Promise<void> {
  const { tx } = unit
  const old = idIn(row, 'id')
  if (old === undefined) return unit.leaveOut('groups without an id', [row])
  const name = named && textIn(named, 'name').trim()
  if (named && flagIn(named, 'is_system_group')) {
    const known = await tx
      .selectFrom('chat_group')
      .select('id')
      .where('name', '=', name ?? '')
      .where('is_system', '=', 1)
      .executeTakeFirst()
    if (known) unit.setId('group', old, known.id)
    return undefined
  }
  const id = await freeId(tx, chat.store.kind, 'chat_group', old)
  const groupName =
    name && (await freeName(tx, 'chat_group', firstChars(name, GROUP_NAME_MAX_CHARS)))
  await tx
    .insertInto('chat_group')
    .values({
      id,
      name: groupName ?? null,
      name_key: groupName?.toLowerCase() ?? null,
      description: named ? firstChars(textIn(named, 'description'), 1_024) : '',
      is_system: 0,
      is_deactivated: named ? flagIn(named, 'deactivated') : 0,
      creator_id: (named && unit.idOf('user', idIn(named, 'creator'))) ?? null,
      created_at: (named && msIn(named, 'date_created')) ?? null,
      settings: '{}',
    })
    .execute()
  unit.setId('group', old, id)
  if (groupName) unit.brought('groups')
  return undefined
}

async function bringMember(unit: ImportUnit, row: ExportRow): Promise<void> {
  const group_id = unit.idOf('group', idIn(row, 'user_group'))
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  // Who is in a group of a role follows from the role.
  if (group_id === undefined || user_id === undefined || isSystemGroup(group_id)) return
  await unit.tx
    .insertInto('chat_group_member')
    .values({ group_id, user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function bringSubgroup(unit: ImportUnit, row: ExportRow): Promise<void> {
  const group_id = unit.idOf('group', idIn(row, 'supergroup'))
  const subgroup_id = unit.idOf('group', idIn(row, 'subgroup'))
  if (group_id === undefined || subgroup_id === undefined || isSystemGroup(group_id)) return
  await unit.tx
    .insertInto('chat_group_subgroup')
    .values({ group_id, subgroup_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function bringSettings(unit: ImportUnit, row: ExportRow): Promise<void> {
  const id = unit.idOf('group', idIn(row, 'usergroup_ptr') ?? idIn(row, 'id'))
  if (id === undefined || isSystemGroup(id)) return
  const settings = JSON.stringify(groupValues(unit, row, Object.keys(GROUP_GROUP_DEFAULTS)))
  await unit.tx.updateTable('chat_group').set({ settings }).where('id', '=', id).execute()
}

/** The settings of a row that are groups, by the ids that these have here. */
export function groupValues(
  unit: ImportUnit,
  row: ExportRow,
  names: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    names
      .map((name) => [name, unit.idOf('group', idIn(row, name))] as const)
      .filter((entry): entry is [string, number] => entry[1] !== undefined),
  )
}
