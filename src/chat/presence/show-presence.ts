import { sql } from 'kysely'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { loadAccessibleIds } from '../users/access.ts'
import { findByShownEmail, findSeen } from '../users/find-users.ts'
import { apiEmail } from '../users/user-record.ts'

/** Presence of a user (spec 2.8), in UNIX seconds. */
export interface ModernPresence {
  active_timestamp: number
  idle_timestamp: number
}

/** Presence of a user as older clients read it. */
export interface LegacyPresence {
  aggregated: { client: 'website'; status: 'active' | 'idle'; timestamp: number }
  website: { client: 'website'; status: 'active' | 'idle'; timestamp: number; pushable: false }
}

/** The stored presence of a user. */
export interface StoredPresence {
  active_at: number | null
  idle_at: number | null
}

/** The modern form. */
export function modernPresence({ active_at, idle_at }: StoredPresence): ModernPresence {
  const seconds = (ms: number | null) => Math.floor((ms ?? 0) / 1_000)
  return { active_timestamp: seconds(active_at), idle_timestamp: seconds(idle_at ?? active_at) }
}

/** The form for older clients. */
export function legacyPresence(stored: StoredPresence): LegacyPresence {
  const active = stored.active_at ?? 0
  const idle = stored.idle_at ?? 0
  const isActive = active > 0 && active >= idle
  const timestamp = Math.floor((isActive ? active : Math.max(idle, active)) / 1_000)
  const entry = { client: 'website', status: isActive ? 'active' : 'idle', timestamp } as const
  return { aggregated: entry, website: { ...entry, pushable: false } }
}

/** Which presences are wanted. */
export interface PresenceQuery {
  /** Only what changed after this update. */
  afterUpdate?: number | undefined
  /** Only users active after this time. */
  sinceMs?: number | undefined
  /** Only these users; everybody when absent. */
  userIds?: ReadonlySet<number> | undefined
}

/** A user and when they were last active. */
export interface Present {
  user: User
  presence: StoredPresence
}

/** Active people who let others see their presence, and the id of the newest update among them. */
export async function loadPresentUsers(
  db: Reader,
  { afterUpdate = 0, sinceMs = 0, userIds }: PresenceQuery,
): Promise<{ present: Present[]; updateId: number }> {
  const { rows } = await sql<User & StoredPresence & { update_id: number }>`
    select u.*, p.active_at, p.idle_at, p.update_id
    from chat_presence p join chat_user u on u.id = p.user_id
    where p.update_id > ${afterUpdate} and coalesce(p.idle_at, p.active_at) >= ${sinceMs}
      and u.is_active = 1 and u.is_bot = 0 order by u.id`.execute(db)
  const updateId = rows.reduce((newest, row) => Math.max(newest, row.update_id), afterUpdate)
  const present = rows
    .filter((row) => settingsOf(row).presence_enabled && (userIds?.has(row.id) ?? true))
    .map((row) => ({ user: row, presence: { active_at: row.active_at, idle_at: row.idle_at } }))
  return { present, updateId }
}

/** Presences as one object: by user id in modern form, by API e-mail in the older one. */
export function presenceMap(
  chat: Chat,
  present: readonly Present[],
  isModern: boolean,
): Record<string, ModernPresence | LegacyPresence> {
  return Object.fromEntries(
    present.map(({ user, presence }) =>
      isModern
        ? [String(user.id), modernPresence(presence)]
        : [apiEmail(chat, user), legacyPresence(presence)],
    ),
  )
}

/** Presence of everybody whose presence the caller may see, by address, and the server's time. */
export async function listPresence(chat: Chat, actor: Actor) {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const userIds = member.realm.limits_presence ? await loadAccessibleIds(db, member) : undefined
  const { present } = await loadPresentUsers(db, { userIds })
  return { server_timestamp: nowMs / 1_000, presences: presenceMap(chat, present, false) }
}

/** Presence of one user, by id or address. Throws for bots and for users who were never active. */
export async function showPresence(
  chat: Chat,
  actor: Actor,
  named: string,
): Promise<LegacyPresence> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const isId = /^\d{1,15}$/.test(named)
  const user = isId
    ? await findSeen(db, member, Number(named))
    : await findByShownEmail(chat, db, member, named)
  if (!user?.is_active) throw badRequest('No such user')
  if (user.is_bot) throw badRequest('Presence is not supported for bot users.')
  const { present } = await loadPresentUsers(db, { userIds: new Set([user.id]) })
  const [found] = present
  if (!found) throw badRequest(`No presence data for ${named}`)
  return legacyPresence(found.presence)
}
