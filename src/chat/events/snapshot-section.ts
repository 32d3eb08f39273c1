import type { SubscriberDetail } from '../channels/subscribers.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'

/** Context of a snapshot. */
export interface SnapshotContext {
  chat: Chat
  db: Reader
  requester: Requester
  nowMs: number
  clientExtavatar: boolean
  includeSubscribers: SubscriberDetail
  slimPresence: boolean
  presenceHistoryDays: number
  capabilities: Readonly<Record<string, boolean>>
}

/** One part of the registration snapshot (spec 4.10), fetched when one of its kinds is wanted. */
export interface SnapshotSection {
  kinds: readonly string[]
  load(context: SnapshotContext): Promise<Record<string, unknown>>
}
