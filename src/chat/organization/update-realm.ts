import type { z } from 'zod'
import { requireChannelById } from '../channels/access.ts'
import type { EmittedEventOf } from '../events/event.ts'
import { dropReplaced, showGroupSettings, storeGroupSetting } from '../groups/group-settings.ts'
import { groupSettingChange, newValueOf } from '../groups/setting-value.ts'
import { requireSupported } from '../groups/supported-settings.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, requireAdministrator } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { writeDirectory } from './directory-space.ts'
import type { realmInputs } from './inputs.ts'
import { REALM_GROUP_DEFAULTS, type RealmGroupSetting } from './realm-settings.ts'
import { loadRealm, storeRealm } from './store-realm.ts'

type RealmData = EmittedEventOf<'realm'>['data']

/** Changes to settings; absent ones stay. */
export type RealmChange = z.output<z.ZodObject<typeof realmInputs>>

/** Settings that are channels, in which something is announced. */
const ANNOUNCEMENTS = [
  'signup_announcements_stream_id',
  'new_stream_announcements_stream_id',
] as const

/** Stands for no channel. */
const NO_CHANNEL = -1

/** Changes settings of the organization and notifies everybody. For administrators. */
export async function updateRealm(chat: Chat, actor: Actor, change: RealmChange): Promise<void> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  requireAdministrator(member)
  const { moderation_request_channel_id: reports = NO_CHANNEL } = change
  if (
    reports !== NO_CHANNEL &&
    !(await requireChannelById(db, member, reports)).channel.is_private
  ) {
    throw badRequest('Moderation request channel must be private.')
  }
  for (const name of ANNOUNCEMENTS) {
    const id = change[name] ?? NO_CHANNEL
    if (id !== NO_CHANNEL) await requireChannelById(db, member, id)
  }
  const requested = Object.entries(change).filter(([, value]) => value !== undefined)
  if (requested.length === 0) throw badRequest('No new data supplied')
  await writeDirectory(chat, actor, async ({ tx, emit }) => {
    const realm = await loadRealm(tx)
    const stored: Record<string, unknown> = {}
    const replaced: Record<string, number> = {}
    for (const [name, value] of requested) {
      if (name in REALM_GROUP_DEFAULTS) {
        const current = realm[name as RealmGroupSetting]
        const show = await showGroupSettings(tx, [current])
        const group = newValueOf(groupSettingChange.parse(value), show(current))
        const id = await storeGroupSetting(tx, member, group)
        requireSupported('realm', name, id)
        stored[name] = id
        replaced[name] = current
      } else {
        const isNone = name === 'jitsi_server_url' && value === 'default'
        stored[name] = isNone ? null : value === 'unlimited' ? unlimited(name) : value
      }
    }
    await storeRealm(tx, stored)
    const groupIds = Object.keys(stored)
      .filter((name) => name in REALM_GROUP_DEFAULTS)
      .map((name) => Number(stored[name]))
    await dropReplaced(tx, replaced, Object.fromEntries(groupIds.entries()))
    const show = await showGroupSettings(tx, groupIds)
    const data: RealmData = Object.fromEntries(
      Object.entries(stored).map(([name, value]) => [
        name,
        name in REALM_GROUP_DEFAULTS ? show(Number(value)) : value,
      ]),
    )
    emit({ payload: { type: 'realm', op: 'update_dict', property: 'default', data }, to: 'all' })
  })
}

/** Value of a setting that means no limit. */
function unlimited(name: string): number | null {
  return name === 'message_retention_days' ? -1 : null
}
