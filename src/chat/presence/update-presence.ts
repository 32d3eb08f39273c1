import { DAY_MS } from '../../lib/durations.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Tx, User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { PRESENCE_OFFLINE_SECONDS } from '../limits.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { loadAccessibleIds } from '../users/access.ts'
import { apiEmail } from '../users/user-record.ts'
import {
  legacyPresence,
  modernPresence,
  type PresenceQuery,
  presenceMap,
  loadPresentUsers,
  type StoredPresence,
} from './show-presence.ts'

/** A presence report, and which presences of others to return (spec 4.3). */
export interface PresenceReport {
  status: string
  last_update_id?: number | undefined
  history_limit_days: number
  ping_only: boolean
  slim_presence: boolean
}

/** The response to a presence report. */
export interface PresenceAnswer {
  presence_last_update_id: number
  server_timestamp?: number
  presences?: Record<string, unknown>
}

/** Stores the caller's presence, and returns that of others. */
export async function updatePresence(
  chat: Chat,
  actor: Actor,
  report: PresenceReport,
): Promise<PresenceAnswer> {
  const { status } = report
  if (status !== 'active' && status !== 'idle') throw badRequest(`Invalid status: ${status}`)
  const isVisible = settingsOf(actor.user).presence_enabled
  if (isVisible) await store(chat, actor.user, status)
  const passed = report.last_update_id
  if (report.ping_only) return { presence_last_update_id: passed ?? -1 }
  const nowMs = chat.now().getTime()
  const db = reader(chat)
  const member = await loadMember(db, actor, nowMs)
  const query: PresenceQuery = {
    afterUpdate: passed === undefined ? 0 : Math.max(passed, 0),
    sinceMs:
      passed !== undefined && passed > 0
        ? 0
        : Math.max(0, nowMs - report.history_limit_days * DAY_MS),
    userIds: member.realm.limits_presence ? await loadAccessibleIds(db, member) : undefined,
  }
  const { present, updateId } = await loadPresentUsers(db, query)
  const isModern = report.slim_presence || passed !== undefined
  return {
    presence_last_update_id: updateId === 0 ? -1 : updateId,
    server_timestamp: nowMs / 1_000,
    presences: presenceMap(chat, present, isModern),
  }
}

async function store(chat: Chat, user: User, status: 'active' | 'idle'): Promise<void> {
  await writeChat(chat, async (unit) => {
    const { tx } = unit
    const nowMs = chat.now().getTime()
    const before = await tx
      .selectFrom('chat_presence')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    const presence: StoredPresence = {
      // Whoever is idle was active before, if only just: of two equal times, clients take the active one.
      active_at: status === 'active' ? nowMs : endOfActivity(before?.active_at ?? null, nowMs),
      idle_at: nowMs,
    }
    const update_id = await nextUpdate(tx)
    await tx
      .insertInto('chat_presence')
      .values({ user_id: user.id, ...presence, update_id })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...presence, update_id }))
      .execute()
    const wasAway = nowMs - (before?.idle_at ?? 0) > PRESENCE_OFFLINE_SECONDS * 1_000
    const wasActive = (before?.active_at ?? -1) >= (before?.idle_at ?? 0)
    if (wasAway || wasActive !== (status === 'active')) emitPresence(chat, unit, user, presence)
  })
}

function endOfActivity(activeMs: number | null, nowMs: number): number | null {
  return activeMs === null ? null : Math.min(activeMs, nowMs - 1)
}

/** Ids of presence updates only grow, so that a client can ask for what came later. */
async function nextUpdate(tx: Tx): Promise<number> {
  const { value } = await tx
    .updateTable('chat_counter')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'presence')
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** Notifies others of a user who comes back; continued presence they learn by asking. */
function emitPresence(chat: Chat, { emit }: ChatWork, user: User, presence: StoredPresence): void {
  const nowMs = chat.now().getTime()
  const { website } = legacyPresence(presence)
  emit({
    payload: {
      type: 'presence',
      user_id: user.id,
      email: apiEmail(chat, user),
      server_timestamp: nowMs / 1_000,
      presence: { website },
      modern: { [user.id]: modernPresence(presence) },
    },
    to: 'all',
    isTransient: true,
  })
}
