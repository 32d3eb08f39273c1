import { type RawBuilder, sql } from 'kysely'
import { MIB } from '../files/quota.ts'
import { ROLES } from '../groups/system-groups.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { DIRECTORY_SHARE } from './limits.ts'

/** Records that everybody's registration holds, each with who made it and what it takes there in bytes, about. */
const CARRIED: readonly RawBuilder<unknown>[] = [
  carried('chat_channel', 850, ['name', 'description', 'rendered_description'], 'creator_id'),
  // A group without a name is the value of a setting.
  carried('chat_group', 450, ['name', 'description'], 'creator_id', sql`name is not null`),
  carried('chat_group', 60, [], 'creator_id', sql`name is null`),
  listed('chat_group_member'),
  listed('chat_group_subgroup'),
  carried('chat_emoji', 100, ['name', 'path', 'still_path'], 'author_id'),
  carried('chat_folder', 200, ['name', 'description', 'rendered_description'], 'creator_id'),
  // With the longest name.
  carried('chat_user', 900, [], 'bot_owner_id', sql`is_bot = 1 and bot_owner_id is not null`),
  carried('chat_profile_value', 50, ['value', 'rendered'], 'user_id'),
  carried('chat_profile_field', 200, ['name', 'hint', 'field_data']),
  carried('chat_linkifier', 150, [
    'pattern',
    'url_template',
    'example_input',
    'reverse_template',
    'alternatives',
  ]),
  carried('chat_playground', 100, ['name', 'language', 'url_template']),
  carried('chat_domain', 60, ['domain']),
]

function carried(
  table: string,
  recordBytes: number,
  texts: readonly string[],
  maker?: string,
  condition = sql`1 = 1`,
): RawBuilder<unknown> {
  const sizes = texts.map((name) => sql` + coalesce(octet_length(${sql.ref(name)}), 0)`)
  if (maker === undefined) {
    return sql`select cast(null as bigint) as maker_id,
      cast(sum(${sql.lit(recordBytes)}${sql.join(sizes, sql``)}) as bigint) as bytes
      from ${sql.table(table)}`
  }
  return sql`select ${sql.ref(maker)} as maker_id,
    cast(sum(${sql.lit(recordBytes)}${sql.join(sizes, sql``)}) as bigint) as bytes
    from ${sql.table(table)} where ${condition} group by ${sql.ref(maker)}`
}

/** The ids that groups list. */
function listed(table: string): RawBuilder<unknown> {
  return sql`select g.creator_id as maker_id, cast(sum(7 * l.items) as bigint) as bytes
    from (select group_id, count(*) as items from ${sql.table(table)} group by group_id) l
    join chat_group g on g.id = l.group_id group by g.creator_id`
}

/** What registrations hold of the organization, in bytes, about, by the person who made it, with their bots; null for nobody. */
export async function measureDirectory(db: Reader): Promise<ReadonlyMap<number | null, number>> {
  const { rows } = await sql<{ payer_id: number | null; bytes: number }>`
    select coalesce(u.bot_owner_id, c.maker_id) as payer_id, cast(sum(c.bytes) as bigint) as bytes
    from (${sql.join(CARRIED, sql` union all `)}) c left join chat_user u on u.id = c.maker_id
    group by coalesce(u.bot_owner_id, c.maker_id)`.execute(db)
  return new Map(rows.map(({ payer_id, bytes }) => [payer_id, bytes]))
}

/**
 * Makes a change after which registrations may hold more. Throws where that is more than they may: in all, or of what one person
 * made, unless it is an administrator who changes it.
 */
export async function growDirectory<T>(
  chat: Chat,
  { tx }: Pick<ChatWork, 'tx'>,
  { user }: Actor,
  change: () => Promise<T>,
): Promise<T> {
  const { directoryQuotaMib = 0 } = chat
  const result = await change()
  if (directoryQuotaMib === 0) return result
  const ownMib = directoryQuotaMib * DIRECTORY_SHARE
  const after = await measureDirectory(tx)
  const isFull = sum(after) > directoryQuotaMib * MIB
  const over = [...after].filter(([payer, bytes]) => payer !== null && bytes > ownMib * MIB)
  if (!isFull && over.length === 0) return result
  // What was so before, and is not more now, may stay.
  const before = await measureDirectory(reader(chat))
  if (user.role > ROLES.administrator) {
    const hasGrown = over.some(([payer, bytes]) => bytes > (before.get(payer) ?? 0))
    if (hasGrown) throw overOwnShare(ownMib)
  }
  if (isFull && sum(after) > sum(before)) throw overQuota(directoryQuotaMib)
  return result
}

/** Runs one unit of work after which registrations may hold more (`growDirectory`). */
export async function writeDirectory<T>(
  chat: Chat,
  actor: Actor,
  work: (unit: ChatWork) => Promise<T>,
): Promise<T> {
  return writeChat(chat, async (unit) => growDirectory(chat, unit, actor, async () => work(unit)))
}

function sum(bytesByPayer: ReadonlyMap<unknown, number>): number {
  return [...bytesByPayer.values()].reduce((all, bytes) => all + bytes, 0)
}

function overOwnShare(mib: number): Error {
  return badRequest(
    `The channels, groups, emoji, profile and bots that one member made may take ${mib} MiB together, because every client loads them. ` +
      'Make descriptions or lists of members shorter, or ask an administrator to do this.',
  )
}

function overQuota(mib: number): Error {
  return badRequest(
    `The channels, groups, emoji, profiles and bots of this organization may take ${mib} MiB together, because every client loads them. ` +
      'Make descriptions or lists of members shorter, or ask the operator of this server to raise `--directory-quota-mib`.',
  )
}
