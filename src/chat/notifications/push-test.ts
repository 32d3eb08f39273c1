import { OperationError } from '../../contract/errors.ts'
import { scheduleBackgroundJob } from '../../store/background-job-queue.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { digestOf } from '../users/sign-in/api-keys.ts'
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

/**
 * Refuses a test notification to a device that an older client registered: nothing is pushed to those, since it would not be
 * encrypted. Throws for a token that is unknown too.
 */
export async function refuseLegacyTest(
  chat: Chat,
  { user }: Actor,
  token: string | undefined,
): Promise<never> {
  const tokens = await reader(chat)
    .selectFrom('chat_push_token')
    .select('token_hash')
    .where('user_id', '=', user.id)
    .execute()
  const isKnown = token !== undefined && tokens.some((one) => one.token_hash === digestOf(token))
  if (token !== undefined && !isKnown) {
    throw badRequest('Device not recognized', {}, 'INVALID_PUSH_DEVICE_TOKEN')
  }
  throw new OperationError('invalid_input', 'Nothing is pushed to devices without encryption.', {
    specCode: 'BAD_REQUEST',
    hint: 'POST /mobile_push/e2ee/test_notification tests those that are registered by /mobile_push/register.',
  })
}
