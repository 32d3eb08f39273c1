import { scheduleBackgroundJob } from '../../store/background-job-queue.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { PUSH_JOB } from './push-relay-port.ts'
import { requireRelay } from './register-push.ts'

/** Has a test notification pushed to a device of the caller, or to all of them. Throws where none is registered. */
export async function pushTest(
  chat: Chat,
  { user }: Actor,
  deviceId: number | undefined,
): Promise<void> {
  requireRelay(chat)
  const registered = reader(chat)
    .selectFrom('chat_device')
    .select('id')
    .where('user_id', '=', user.id)
    .where('push_key', 'is not', null)
    .where('token_id', 'is not', null)
  const devices = await (
    deviceId === undefined ? registered : registered.where('id', '=', deviceId)
  ).execute()
  if (devices.length === 0) {
    throw badRequest('No active registered push device', {}, 'NO_ACTIVE_PUSH_DEVICE')
  }
  const nowMs = chat.now().getTime()
  await writeChat(chat, async ({ tx }) => {
    const row = { user_id: user.id, kind: 'test' as const, created_at: nowMs, due_at: nowMs }
    const message_ids = JSON.stringify(devices.map(({ id }) => id))
    await tx
      .insertInto('chat_push')
      .values({ ...row, message_ids, attempts: 0 })
      .execute()
    await scheduleBackgroundJob(tx, PUSH_JOB, nowMs)
  })
}
