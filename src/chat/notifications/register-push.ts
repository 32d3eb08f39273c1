import { scheduleBackgroundJob } from '../../store/background-job-queue.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import { changeDevice, type Device, requireOwnDevice } from './devices.ts'
import { REGISTRATION_MAX_CHARS } from './limits.ts'
import { requirePushKey } from './payload.ts'
import { PUSH_JOB } from './push-relay-port.ts'

/** What a device sends to have notifications pushed to it (spec 4.8). */
export interface PushWish {
  device_id: number
  push_key_id?: number | undefined
  push_key?: string | undefined
  token_kind?: 'apns' | 'fcm' | undefined
  token_id?: string | undefined
  bouncer_public_key?: string | undefined
  encrypted_push_registration?: string | undefined
}

type Columns = Partial<Omit<Device, 'id'>>

const KEY_FIELDS = ['push_key', 'push_key_id'] as const
const TOKEN_FIELDS = [
  'token_kind',
  'token_id',
  'bouncer_public_key',
  'encrypted_push_registration',
] as const

/** Registers a device for pushes, or changes its key or token. The relay gets the token soon after. */
export async function registerPush(chat: Chat, { user }: Actor, wish: PushWish): Promise<void> {
  requireRelay(chat)
  const [hasKey, hasToken] = [has(wish, KEY_FIELDS), has(wish, TOKEN_FIELDS)]
  if (!hasKey && !hasToken) throw missing()
  const nowMs = chat.now().getTime()
  await writeChat(chat, async (unit) => {
    const device = await requireOwnDevice(unit.tx, user.id, wish.device_id)
    if (device.push_key === null && !(hasKey && hasToken)) {
      const what = hasKey ? 'key' : 'token'
      throw badRequest(`No push registration exists to rotate ${what} for.`)
    }
    const key = hasKey ? keyColumns(wish) : {}
    const token = hasToken && isNewToken(device, wish) ? tokenColumns(wish, nowMs) : {}
    await changeDevice(unit, device, { ...key, ...token })
    if (hasToken) await dropOtherTokens(unit, device, wish)
    await scheduleBackgroundJob(unit.tx, PUSH_JOB, nowMs)
  })
}

/** Throws unless there is a relay that pushes. */
export function requireRelay({ relay }: Chat): void {
  if (relay) return
  const message = 'Server is not configured to use push notification service.'
  throw badRequest(message, {}, 'PUSH_SERVICE_NOT_CONFIGURED')
}

/** Whether all of the fields are there. Throws when only some are. */
function has(wish: PushWish, fields: readonly (keyof PushWish)[]): boolean {
  const given = fields.filter((name) => wish[name] !== undefined).length
  if (given !== 0 && given !== fields.length) throw missing()
  return given > 0
}

function missing() {
  return badRequest(
    'Missing parameters: must provide either all push key fields, all token fields, or both.',
  )
}

function keyColumns({ push_key = '', push_key_id = 0 }: PushWish): Columns {
  requirePushKey(push_key)
  return { push_key, push_key_id }
}

/** A token that the relay already knows need not be sent again. */
function isNewToken({ token_id, pending_token_id, token_kind }: Device, wish: PushWish): boolean {
  return token_id !== wish.token_id || token_kind !== wish.token_kind || pending_token_id !== null
}

function tokenColumns(wish: PushWish, nowMs: number): Columns {
  const { token_id = '', token_kind = null, bouncer_public_key = '' } = wish
  const { encrypted_push_registration = '' } = wish
  const id = Buffer.from(token_id, 'base64')
  if (id.toString('base64') !== token_id || id.byteLength !== TOKEN_ID_BYTES) {
    throw badRequest('`token_id` is not Base64 encoded')
  }
  if (bouncer_public_key.length + encrypted_push_registration.length > REGISTRATION_MAX_CHARS) {
    throw badRequest('Invalid encrypted_push_registration')
  }
  return {
    token_kind,
    pending_token_id: token_id,
    token_changed_at: nowMs,
    relay_key: bouncer_public_key,
    registration: encrypted_push_registration,
    attempts: 0,
    due_at: nowMs,
    error_code: null,
  }
}

/** The first 8 bytes of the token's SHA-256. */
const TOKEN_ID_BYTES = 8

/** A phone is registered once for a user: other devices lose the token. What older clients register is not kept at all. */
async function dropOtherTokens(
  unit: ChatWork,
  { id, user_id }: Device,
  { token_id = '' }: PushWish,
): Promise<void> {
  const others = await unit.tx
    .selectFrom('chat_device')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where('token_id', '=', token_id)
    .execute()
  for (const other of others) await changeDevice(unit, other, { token_id: null })
}
