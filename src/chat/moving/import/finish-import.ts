import { sql } from 'kysely'
import { findNewestEventId } from '../../kernel/event-log.ts'
import type { Tx } from '../../kernel/rows.ts'
import { findNewestMessageId } from '../../messages/access.ts'
import { REALM_DEFAULTS, REALM_GROUP_DEFAULTS } from '../../organization/realm-settings.ts'
import { storeRealm } from '../../organization/store-realm.ts'
import { countWithoutKey } from './import-accounts.ts'
import { groupValues } from './import-groups.ts'
import { type Importing, type ImportUnit, importUnit } from './progress.ts'

/** Settings of the organization that stay as they are here. */
const OWN_SETTINGS = new Set(['uuid', 'limits_presence', 'moderation_request_channel_id'])

/** Tables that have no place here; what is in them is counted, and said in the report. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  zerver_scheduledmessage: 'scheduled messages',
  zerver_realmauditlog: 'entries of the audit log',
  zerver_service: 'outgoing webhooks',
  zerver_realmexport: 'earlier exports',
}

/** Tables whose rows mean nothing elsewhere, or are made anew. */
const MEANINGLESS =
  /^(?:left_out|messages_found)$|^zerver_(?:realm|recipient|client|huddle|usergroup|presencesequence|userpresence|useractivity|useractivityinterval|onboardingstep|realmauthenticationmethod|realmuserdefault)$/

/** Settings of the organization, where the chat was new; and the end of all that was open. */
export async function finishImport(importing: Importing, isNew: boolean): Promise<void> {
  const { source, state } = importing
  if (state.isFinished) return
  await importUnit(importing, async (unit) => {
    const { tx } = unit
    if (isNew) await bringRealm(importing, unit)
    await settleSpans(tx, importing)
    for (const table of source.tables) {
      const rows = source.rows(table)
      const what = LEFT_OUT[table] ?? (isKnown(table) ? undefined : `rows of ${table.slice(0, 60)}`)
      if (what !== undefined) unit.leaveOut(what, rows)
      unit.leaveOut('entries of tables that are no rows', source.otherEntries(table))
    }
    unit.brought('people without a password', await countWithoutKey(tx))
    // What clients have seen so far says nothing of all this: they register anew.
    await tx.deleteFrom('chat_queue').execute()
    await tx.deleteFrom('chat_import_id').where('fingerprint', '=', importing.fingerprint).execute()
    unit.state.isFinished = true
    unit.state.done = {}
  })
  await importing.leftOutFile?.end(importing.state.leftOutBytes)
}

function isKnown(table: string): boolean {
  return MEANINGLESS.test(table) || KNOWN.has(table)
}

const KNOWN = new Set(
  [
    'userprofile userprofile_mirrordummy userprofile_crossrealm namedusergroup usergroupmembership',
    'groupgroupmembership stream subscription defaultstream reaction realmemoji realmdomain realmfilter',
    'realmplayground customprofilefield customprofilefieldvalue alertword muteduser savedsnippet userstatus',
    'usertopic botstoragedata botconfigdata channelfolder',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `zerver_${name}`),
)

async function bringRealm({ source }: Importing, unit: ImportUnit): Promise<void> {
  const [row] = source.rows('zerver_realm')
  if (!row) return
  const plain = Object.entries(REALM_DEFAULTS).filter(([name, standard]) => {
    const isGroup = name in REALM_GROUP_DEFAULTS
    const value = row[name]
    const isSame =
      typeof value === typeof standard && (typeof value !== 'string' || value.length < 1_000)
    // Nothing says what else than nothing these may hold: paths of this server, and addresses.
    return standard !== null && !isGroup && !OWN_SETTINGS.has(name) && isSame
  })
  await storeRealm(unit.tx, {
    ...Object.fromEntries(plain.map(([name]) => [name, row[name]])),
    ...groupValues(unit, row, Object.keys(REALM_GROUP_DEFAULTS)),
  })
}

/** Spans of subscriptions that are over end, and every subscription that goes on has one that does. */
async function settleSpans(tx: Tx, { ids }: Importing): Promise<void> {
  const [to_message, event] = [await findNewestMessageId(tx), await findNewestEventId(tx)]
  const channels = [...ids].filter(([key]) => key.startsWith('channel:')).map(([, id]) => id)
  for (const channel_id of channels) {
    await sql`update chat_interval set to_message = ${to_message}, to_event = from_event
      where channel_id = ${channel_id} and to_message is null and from_event < 0 and not exists (
        select 1 from chat_subscription s where s.user_id = chat_interval.user_id
          and s.channel_id = ${channel_id} and s.is_active = 1)`.execute(tx)
    await sql`insert into chat_interval
        (user_id, channel_id, from_message, to_message, from_event, to_event)
      select s.user_id, s.channel_id, ${to_message}, null, ${event}, null from chat_subscription s
      where s.channel_id = ${channel_id} and s.is_active = 1 and not exists (
        select 1 from chat_interval i where i.user_id = s.user_id
          and i.channel_id = s.channel_id and i.to_message is null)`.execute(tx)
  }
}
