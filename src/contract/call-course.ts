import type { OperationError } from './errors.ts'

/** A call that is under way, as those who look after the server see it. Surfaces fill in what they learn. */
export interface CallCourse {
  readonly surface: string
  readonly operation: string
  /** Whether it takes part in the team chat. */
  readonly usesChat: boolean
  /** Whether it waits for events, again and again. */
  readonly polls?: boolean
  readonly startedMs: number
  /** Whether an agent calls: over MCP, or with the key of a bot. */
  isAgent?: boolean
  /** User id of the chat account that calls. */
  account?: number
  /** Self-declared name of its program. */
  client?: string
  /** What it paid, in USD, one amount for each payment. */
  paid?: string[]
}

/** How a call ended: `ok` or an error code, and what its caller was told of the error. */
export interface CallEnding {
  outcome: string
  seconds: number
  error?: Pick<OperationError, 'message' | 'hint'>
}

/** Told of each call as it begins; returns what is told of its end. */
export type FollowCall = (course: CallCourse) => (ending: CallEnding) => void
