import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { type Device, changeDevice } from './devices.ts'
import { PUSH_MAX_AGE_SECONDS } from './limits.ts'
import type { PushRelay } from './push-relay-port.ts'
import { retryPauseMs } from './send-due.ts'

/** Tokens registered with the relay in one run. */
const BATCH_MAX_COUNT = 20

/** Registers devices' tokens with the relay, and notifies the devices of the outcome. */
export async function registerDue(
  chat: Chat,
  relay: PushRelay,
  signal: AbortSignal,
): Promise<void> {
  const db = reader(chat)
  const due = await db
    .selectFrom('chat_device')
    .selectAll()
    .where('due_at', '<=', chat.now().getTime())
    .orderBy('due_at')
    .limit(BATCH_MAX_COUNT)
    .execute()
  const { uuid } = await loadRealm(db)
  for (const device of due) {
    if (signal.aborted) return
    const { pending_token_id: tokenId, relay_key: relayKey, registration: sealed } = device
    if (tokenId === null || relayKey === null || sealed === null) continue
    try {
      const refusal = await relay.register(uuid, { tokenId, relayKey, sealed }, signal)
      await settle(chat, device, refusal)
    } catch (error) {
      chat.log.warn({ err: error, device: device.id }, 'the push relay did not register a device')
      await postpone(chat, device)
    }
  }
}

async function settle(chat: Chat, device: Device, refusal: string | undefined): Promise<void> {
  await change(
    chat,
    device,
    refusal === undefined
      ? {
          token_id: device.pending_token_id,
          pending_token_id: null,
          relay_key: null,
          registration: null,
          due_at: null,
        }
      : { error_code: refusal, due_at: null },
  )
}

async function postpone(chat: Chat, device: Device): Promise<void> {
  const nowMs = chat.now().getTime()
  const ageMs = nowMs - (device.token_changed_at ?? nowMs)
  await change(
    chat,
    device,
    ageMs > PUSH_MAX_AGE_SECONDS * 1_000
      ? { error_code: 'REQUEST_EXPIRED', due_at: null }
      : { attempts: device.attempts + 1, due_at: nowMs + retryPauseMs(device.attempts) },
  )
}

/** Changes a device unless it has registered another token meanwhile. */
async function change(
  chat: Chat,
  { id, registration }: Device,
  columns: Partial<Omit<Device, 'id'>>,
): Promise<void> {
  await writeChat(chat, async (unit) => {
    const now = await unit.tx
      .selectFrom('chat_device')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (now?.registration === registration) await changeDevice(unit, now, columns)
  })
}
