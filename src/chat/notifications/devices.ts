import type { Selectable } from 'kysely'
import type { ChatDeviceTable } from '../../store/tables/chat-account-tables.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import { DEVICES_MAX_COUNT } from './limits.ts'

/** A program of a user, as stored. */
export type Device = Selectable<ChatDeviceTable>

/** What clients see of a device. */
export interface DeviceRecord {
  push_key_id: number | null
  push_token_id: string | null
  pending_push_token_id: string | null
  /** UNIX seconds. */
  push_token_last_updated_timestamp: number | null
  push_registration_error_code: string | null
}

/** A user's devices by id, as clients see them. */
export async function loadDeviceRecords(
  db: Reader,
  userId: number,
): Promise<Record<string, DeviceRecord>> {
  const rows = await db
    .selectFrom('chat_device')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return Object.fromEntries(rows.map((row) => [String(row.id), deviceRecord(row)]))
}

function deviceRecord(row: Device): DeviceRecord {
  return {
    push_key_id: row.push_key_id,
    push_token_id: row.token_id,
    pending_push_token_id: row.pending_token_id,
    push_token_last_updated_timestamp:
      row.token_changed_at === null ? null : Math.floor(row.token_changed_at / 1_000),
    push_registration_error_code: row.error_code,
  }
}

/** A device of the user. Throws the same error for another user's device and for an unknown one. */
export async function requireOwnDevice(tx: Tx, userId: number, id: number): Promise<Device> {
  const device = await tx
    .selectFrom('chat_device')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!device) throw badRequest('Invalid `device_id`')
  return device
}

/** Changes a device and notifies its user's clients of visible changes. */
export async function changeDevice(
  { tx, emit }: ChatWork,
  before: Device,
  columns: Partial<Omit<Device, 'id'>>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return
  const after = { ...before, ...columns }
  await tx.updateTable('chat_device').set(columns).where('id', '=', before.id).execute()
  const [old, current] = [deviceRecord(before), deviceRecord(after)]
  const changed = Object.entries(current).filter(
    ([name, value]) => old[name as keyof DeviceRecord] !== value,
  )
  if (changed.length === 0) return
  const changes: Partial<DeviceRecord> = Object.fromEntries(changed)
  emit({
    payload: { type: 'device', op: 'update', device_id: before.id, ...changes },
    to: { users: [before.user_id] },
  })
}

/** Deletes devices of a user: one, or all. */
export async function dropDevices(
  { tx, emit }: ChatWork,
  userId: number,
  deviceId?: number,
): Promise<void> {
  const query = tx.deleteFrom('chat_device').where('user_id', '=', userId)
  const gone = await (deviceId === undefined ? query : query.where('id', '=', deviceId))
    .returning('id')
    .execute()
  for (const { id } of gone) {
    emit({ payload: { type: 'device', op: 'remove', device_id: id }, to: { users: [userId] } })
  }
}

/** Adds a device of the caller. Returns its id. */
export async function registerDevice(chat: Chat, { user }: Actor): Promise<number> {
  return writeChat(chat, async ({ tx, emit }) => {
    const { count } = await tx
      .selectFrom('chat_device')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (count >= DEVICES_MAX_COUNT) {
      throw badRequest(`You have ${DEVICES_MAX_COUNT} devices; remove one first.`)
    }
    const { id } = await tx
      .insertInto('chat_device')
      .values({ user_id: user.id, created_at: chat.now().getTime(), attempts: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    emit({ payload: { type: 'device', op: 'add', device_id: id }, to: { users: [user.id] } })
    return id
  })
}

/** Removes a device of the caller: nothing is pushed to it any more. */
export async function removeDevice(chat: Chat, { user }: Actor, deviceId: number): Promise<void> {
  await writeChat(chat, async (unit) => {
    await requireOwnDevice(unit.tx, user.id, deviceId)
    await dropDevices(unit, user.id, deviceId)
  })
}
