import { DAY_MS } from '../../lib/durations.ts'
import { findNewestEventId } from '../kernel/event-log.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { queueNew, queueRemovals } from './find-notices.ts'
import type { PushRelay } from './push-relay-port.ts'
import { registerDue } from './register-due.ts'
import { sendDue } from './send-due.ts'

/** Interval between checks for due pushes without new events. */
const LOOK_MAX_MS = 30_000

/** Time to the next run without a device: there is nothing to do, and registering one requests a run. */
const REST_MS = 300_000

/** Time to the next run without a relay, where there is nothing to do either. */
const NEVER_MS = DAY_MS

/** Pushes notifications to devices until stopped or until no device is left. For one process at a time. */
export async function pushLoop(
  chat: Chat,
  signal: AbortSignal,
): Promise<{ nextInMs: number } | undefined> {
  const { relay } = chat
  if (!relay) return { nextInMs: NEVER_MS }
  const db = reader(chat)
  while (!signal.aborted) {
    const seen = await findNewestEventId(db)
    await pushOnce(chat, relay, signal)
    if (!(await hasDevices(db))) return { nextInMs: REST_MS }
    const pause = AbortSignal.timeout(await untilDueMs(chat, db))
    await chat.eventLogCache.next(seen, AbortSignal.any([signal, pause]))
  }
  return undefined
}

/** One round: tokens are registered with the relay, notifications found and sent. */
export async function pushOnce(chat: Chat, relay: PushRelay, signal: AbortSignal): Promise<void> {
  await registerDue(chat, relay, signal)
  while (await queueNew(chat));
  await queueRemovals(chat)
  while (!signal.aborted && (await sendDue(chat, relay, signal)) > 0);
}

async function hasDevices(db: Reader): Promise<boolean> {
  const device = await db
    .selectFrom('chat_device')
    .select('id')
    .where('push_key', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return device !== undefined
}

/** Time until the next retry. */
async function untilDueMs(chat: Chat, db: Reader): Promise<number> {
  const nowMs = chat.now().getTime()
  const due: number[] = []
  for (const table of ['chat_push', 'chat_device'] as const) {
    const { next } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.min('due_at').as('next'))
      .executeTakeFirstOrThrow()
    if (next !== null) due.push(next - nowMs)
  }
  return Math.max(0, Math.min(LOOK_MAX_MS, ...due))
}
