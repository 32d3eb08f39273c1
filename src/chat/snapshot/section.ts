import type { WantedSubscribers } from '../channels/subscribers.ts'
import type { Chat, Reader } from '../port.ts'
import type { Viewer } from '../viewer.ts'

/** What a snapshot is made for. */
export interface SnapshotContext {
  chat: Chat
  db: Reader
  viewer: Viewer
  nowMs: number
  clientExtavatar: boolean
  includeSubscribers: WantedSubscribers
  slimPresence: boolean
  presenceHistoryDays: number
  capabilities: Readonly<Record<string, boolean>>
}

/** One part of the registration snapshot (spec 4.10), fetched when one of its kinds is wanted. */
export interface SnapshotSection {
  kinds: readonly string[]
  load(context: SnapshotContext): Promise<Record<string, unknown>>
}
