import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { findById } from '../users/find-users.ts'
import { type Device, changeDevice } from './devices.ts'
import { PUSH_MAX_AGE_SECONDS } from './limits.ts'
import { makePayload, type Push, seal } from './payload.ts'
import type { PushRelay, PushRequest } from './push-relay-port.ts'

/** Notifications in one request to the relay. */
const BATCH_MAX_COUNT = 50

/** First pause after a failure; each further one is twice as long. */
const RETRY_MIN_MS = 2_000

/** Longest pause. */
const RETRY_MAX_MS = 600_000

/** Pause before something is tried again that failed so many times before. */
export function retryPauseMs(attempts: number): number {
  return Math.min(RETRY_MIN_MS * 2 ** Math.min(attempts, 20), RETRY_MAX_MS)
}

/**
 * Sends due notifications to the relay, in queue order. Returns how many were processed. What the relay does not accept is
 * retried with growing pauses until it expires.
 */
export async function sendDue(chat: Chat, relay: PushRelay, signal: AbortSignal): Promise<number> {
  const db = reader(chat)
  const due = await db
    .selectFrom('chat_push')
    .selectAll()
    .where('due_at', '<=', chat.now().getTime())
    .orderBy('id')
    .limit(BATCH_MAX_COUNT)
    .execute()
  if (due.length === 0) return 0
  const requests: PushRequest[] = []
  for (const push of due) requests.push(...(await requestsOf(chat, db, push)))
  try {
    const { uuid } = await loadRealm(db)
    const gone = requests.length === 0 ? [] : await relay.notify(uuid, requests, signal)
    await settle(chat, due, gone)
  } catch (error) {
    chat.log.warn({ err: error, count: due.length }, 'the push relay did not take notifications')
    await postpone(chat, due)
  }
  return due.length
}

async function requestsOf(chat: Chat, db: Reader, push: Push): Promise<PushRequest[]> {
  const user = await findById(db, push.user_id)
  if (!user?.is_active) return []
  const registered = await db
    .selectFrom('chat_device')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('push_key', 'is not', null)
    .where('token_id', 'is not', null)
    .orderBy('id')
    .execute()
  const tested = push.kind === 'test' ? (JSON.parse(push.message_ids) as number[]) : undefined
  const devices = registered.filter(({ id }) => tested?.includes(id) ?? true)
  const payload = devices.length === 0 ? undefined : await makePayload(chat, db, user, push)
  if (!payload) return []
  const text = JSON.stringify(payload)
  return Promise.all(devices.map(async (device) => requestFor(device, push, text)))
}

/** The envelope of the encrypted payload, in each provider's format. */
async function requestFor(device: Device, { kind }: Push, text: string): Promise<PushRequest> {
  const sealed = {
    push_key_id: String(device.push_key_id),
    encrypted_data: await seal(device.push_key ?? '', text),
  }
  const token_id = device.token_id ?? ''
  const isShown = kind !== 'remove'
  if (device.token_kind === 'fcm') {
    return { token_id, fcm_priority: isShown ? 'high' : 'normal', payload: sealed }
  }
  const aps = isShown
    ? { 'mutable-content': 1, alert: { title: 'New notification' }, sound: 'default' }
    : { 'content-available': 1 }
  const http_headers = isShown
    ? ({ apns_priority: 10, apns_push_type: 'alert' } as const)
    : ({ apns_priority: 5, apns_push_type: 'background' } as const)
  return { token_id, http_headers, payload: { ...sealed, aps } }
}

/** Deletes delivered notifications and dead tokens. */
async function settle(chat: Chat, sent: readonly Push[], gone: readonly string[]): Promise<void> {
  await writeChat(chat, async (unit) => {
    const ids = sent.map(({ id }) => id)
    await unit.tx.deleteFrom('chat_push').where('id', 'in', ids).execute()
    if (gone.length === 0) return
    const dead = await unit.tx
      .selectFrom('chat_device')
      .selectAll()
      .where('token_id', 'in', [...gone])
      .execute()
    for (const device of dead) await changeDevice(unit, device, { token_id: null })
  })
}

async function postpone(chat: Chat, pushes: readonly Push[]): Promise<void> {
  const nowMs = chat.now().getTime()
  await writeChat(chat, async ({ tx }) => {
    for (const { id, attempts, created_at } of pushes) {
      if (nowMs - created_at > PUSH_MAX_AGE_SECONDS * 1_000) {
        await tx.deleteFrom('chat_push').where('id', '=', id).execute()
        continue
      }
      const due_at = nowMs + retryPauseMs(attempts)
      await tx
        .updateTable('chat_push')
        .set({ attempts: attempts + 1, due_at })
        .where('id', '=', id)
        .execute()
    }
  })
}
