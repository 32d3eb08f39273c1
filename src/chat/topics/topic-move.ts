import type { Channel, MessageHead } from '../kernel/rows.ts'

/** Channel and topic that messages are in or move to. */
export interface TopicLocation {
  channel: Channel
  topic: string
}

/** A move that is allowed. */
export interface Move {
  /** The message that the client named. */
  messageId: number
  from: TopicLocation
  to: TopicLocation
  moved: readonly MessageHead[]
  isWholeTopic: boolean
  /** Whether the topic only gets or loses the mark of a resolved one. */
  isResolve: boolean
  mode: PropagateMode
  notifyOldThread: boolean
  notifyNewThread: boolean
}

/** How far a move reaches: the message, it and those after it in the topic, or the whole topic. */
export type PropagateMode = 'change_one' | 'change_later' | 'change_all'
