import type { OperationError } from './errors.ts'

/** How a caller is let in: by this machine, by a key, by OAuth, by the session of a browser, or as anybody is. */
export type CallWay = 'local' | 'key' | 'oauth' | 'session' | 'open'

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
  /** Self-declared name of its program, with its version. */
  client?: string
  /** How it was let in. */
  way?: CallWay
  /** Id of the consent by which its program came in, where that was by OAuth. */
  programId?: string
  /** Equal for calls of one caller, whose account may come to be known by a later one. */
  caller?: string
  /** Id of a message of the conversation that it is part of. */
  message?: number
  /** What it was called with, shortened (`sayArguments`). */
  arguments?: string
  /** What it signed for, in USD, one amount for each payment. */
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
