import { loadKnownChannels } from '../channels/access.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import { REALM_GROUP_DEFAULTS, type RealmGroupSetting } from '../organization/realm-settings.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { requireManaging } from './membership-permission.ts'
import { groupById } from './membership.ts'

/** Something that still uses a group. */
type Objection =
  | { type: 'subgroup'; supergroup_ids: number[] }
  | { type: 'realm'; settings: string[] }
  | { type: 'channel'; channel_id?: number; settings: string[] }
  | { type: 'user_group'; group_id: number; settings: string[] }

/** Deactivates a group. Throws while permissions or other groups use it. */
export async function deactivateGroup(chat: Chat, actor: Actor, groupId: number): Promise<void> {
  await writeChat(chat, async ({ tx, emit }) => {
    const member = await loadMember(tx, actor, chat.now().getTime())
    const group = await groupById(tx, groupId)
    requireManaging(member, group)
    if (group.is_deactivated) throw badRequest('User group is already deactivated.')
    const objections = await objectionsTo(tx, member, groupId)
    if (objections.length > 0) {
      const message = 'Cannot deactivate user group in use.'
      throw badRequest(message, { objections }, 'CANNOT_DEACTIVATE_GROUP_IN_USE')
    }
    await tx
      .updateTable('chat_group')
      .set({ is_deactivated: 1 })
      .where('id', '=', groupId)
      .execute()
    const data = { deactivated: true }
    emit({ payload: { type: 'user_group', op: 'update', group_id: groupId, data }, to: 'all' })
  })
}

async function objectionsTo(tx: Tx, member: Member, groupId: number): Promise<Objection[]> {
  const outer = await tx
    .selectFrom('chat_group_subgroup')
    .innerJoin('chat_group', 'chat_group.id', 'chat_group_subgroup.group_id')
    .where('subgroup_id', '=', groupId)
    .where('chat_group.is_deactivated', '=', 0)
    .select(['chat_group.id', 'chat_group.name'])
    .execute()
  const supers = outer.filter(({ name }) => name !== null).map(({ id }) => id)
  // Groups without a name are values of settings.
  const values = new Set([
    groupId,
    ...outer.filter(({ name }) => name === null).map(({ id }) => id),
  ])
  const using = (settings: object) =>
    Object.entries(settings).flatMap(([name, id]) => (values.has(id as number) ? [name] : []))
  const realm = await loadRealm(tx)
  const names = Object.keys(REALM_GROUP_DEFAULTS) as RealmGroupSetting[]
  const realmSettings = names.filter((name) => values.has(realm[name]))
  const channels = await tx.selectFrom('chat_channel').selectAll().execute()
  // The caller may not know of every channel that uses the group: hidden ones are not named.
  const known = new Set((await loadKnownChannels(tx, member)).map(({ channel }) => channel.id))
  const groups = await tx
    .selectFrom('chat_group')
    .selectAll()
    .where('name', 'is not', null)
    .where('is_deactivated', '=', 0)
    .where('id', '!=', groupId)
    .execute()
  return [
    ...(supers.length > 0 ? [{ type: 'subgroup' as const, supergroup_ids: supers }] : []),
    ...(realmSettings.length > 0 ? [{ type: 'realm' as const, settings: realmSettings }] : []),
    ...channels
      .filter(({ is_archived }) => !is_archived)
      .map(({ id, settings }) => ({
        type: 'channel' as const,
        ...(known.has(id) ? { channel_id: id } : {}),
        settings: using(JSON.parse(settings) as object),
      }))
      .filter(({ settings }) => settings.length > 0),
    ...groups
      .map(({ id, settings }) => ({
        type: 'user_group' as const,
        group_id: id,
        settings: using(JSON.parse(settings) as object),
      }))
      .filter(({ settings }) => settings.length > 0),
  ]
}
