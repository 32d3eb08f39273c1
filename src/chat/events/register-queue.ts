import { setImmediate as nextTurn } from 'node:timers/promises'
import { channelSections } from '../channels/snapshot-sections.ts'
import { getCachedReader } from '../kernel/directory-cache.ts'
import { findNewestEventId } from '../kernel/event-log.ts'
import { loadRequester } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { messageSections } from '../messages/fetch/snapshot-sections.ts'
import {
  organizationSections,
  realmSection,
  serverFacts,
} from '../organization/snapshot-sections.ts'
import { ownSections } from '../personal/snapshot-sections.ts'
import { userSections } from '../users/snapshot-sections.ts'
import {
  QUEUE_IDLE_DEFAULT_SECONDS,
  QUEUE_IDLE_MAX_SECONDS,
  QUEUE_IDLE_MIN_SECONDS,
  QUEUE_IDLE_MOBILE_SECONDS,
} from './limits.ts'
import { addQueue, type QueueOptions } from './queues.ts'
import { constantSections } from './snapshot-constants.ts'
import type { SnapshotContext, SnapshotSection } from './snapshot-section.ts'

/** What a client registers a queue for. */
export interface Registration extends Omit<
  SnapshotContext,
  'chat' | 'db' | 'requester' | 'nowMs' | 'capabilities'
> {
  options: QueueOptions
  /** Kinds of data in the snapshot; all when absent. */
  fetchEventTypes: readonly string[] | undefined
  /** Seconds, `mobile`, or the default. */
  idleTimeout: number | 'mobile' | undefined
}

const SECTIONS: readonly SnapshotSection[] = [
  realmSection,
  ...userSections,
  ...channelSections,
  ...messageSections,
  ...organizationSections,
  ...ownSections,
  ...constantSections,
]

/** Last event id of a client without events: the first event in a queue is numbered 0. */
const NO_EVENT = -1

/** Time after which other calls have their turn. */
const TURN_MAX_MS = 10

/** Tries to read a snapshot between concurrent changes, before changes are made to wait. */
const TRIES_MAX = 3

/**
 * Adds a queue and returns it with a snapshot of exactly the state before the queue's first event: when something changes while
 * the snapshot is read, it is read again. Without an account there is only a snapshot.
 */
export async function register(
  chat: Chat,
  actor: Actor | undefined,
  registration: Registration,
): Promise<Record<string, unknown>> {
  const idle = idleSeconds(registration.idleTimeout)
  if (!actor) {
    const snapshot = await takeSnapshot(chat, await getCachedReader(chat), undefined, registration)
    return { ...snapshot, queue_id: null, last_event_id: NO_EVENT, idle_queue_timeout_secs: idle }
  }
  const enqueue = async (acked: number | undefined) =>
    writeChat(chat, async ({ tx }) => {
      const newest = await findNewestEventId(tx)
      if (acked !== undefined && newest !== acked) return undefined
      const snapshot =
        acked === undefined ? await takeSnapshot(chat, tx, actor, registration) : undefined
      const place = {
        started: newest,
        activeAt: chat.now().getTime(),
        idleTimeoutMs: idle * 1_000,
      }
      const queueId = await addQueue(tx, actor, registration.options, place)
      return { queue_id: queueId, last_event_id: NO_EVENT, snapshot }
    })
  for (let tries = 1; ; tries += 1) {
    const isLast = tries === TRIES_MAX
    const before = isLast ? undefined : await findNewestEventId(reader(chat))
    // Read after the newest event id, so that cached data is no older than it.
    const db = isLast ? undefined : await getCachedReader(chat)
    const read = db && (await takeSnapshot(chat, db, actor, registration))
    const added = await enqueue(before)
    if (added) {
      const { snapshot = read, ...queue } = added
      return { ...snapshot, ...queue, idle_queue_timeout_secs: idle }
    }
  }
}

async function takeSnapshot(
  chat: Chat,
  db: Reader,
  actor: Actor | undefined,
  registration: Registration,
): Promise<Record<string, unknown>> {
  const nowMs = chat.now().getTime()
  const requester = await loadRequester(db, actor, nowMs)
  const { options, fetchEventTypes, ...rest } = registration
  const context = { ...rest, chat, db, requester, nowMs, capabilities: options.capabilities }
  const includedTypes = fetchEventTypes && new Set(fetchEventTypes)
  const snapshot = serverFacts(chat)
  let turnMs = performance.now()
  for (const { kinds, load } of SECTIONS) {
    if (includedTypes && !kinds.some((kind) => includedTypes.has(kind))) continue
    Object.assign(snapshot, await load(context))
    if (performance.now() - turnMs < TURN_MAX_MS) continue
    await nextTurn()
    turnMs = performance.now()
  }
  return snapshot
}

function idleSeconds(requested: Registration['idleTimeout']): number {
  if (requested === 'mobile') return QUEUE_IDLE_MOBILE_SECONDS
  if (requested === undefined || requested <= 0) return QUEUE_IDLE_DEFAULT_SECONDS
  return Math.min(Math.max(requested, QUEUE_IDLE_MIN_SECONDS), QUEUE_IDLE_MAX_SECONDS)
}
