import type { ElicitRequestFormParams, ElicitRequestURLParams } from '@modelcontextprotocol/server'
import type { Progress, Resumption } from '../../contract/operation.ts'

/** What a call tells of itself while it runs, and how it is ended. */
export interface Course {
  signal: AbortSignal
  progress(step: Progress): void
  /** Told how another call would go on with this one (`Call.resumable`). */
  resumable?(resumption: Resumption): void
  /** Has the client show a form or an address while the call runs (2025 revisions); absent where its answer comes with another call. */
  elicit?(
    what: ElicitRequestFormParams | ElicitRequestURLParams,
    signal: AbortSignal,
  ): Promise<unknown>
  /** Told which account of the chat here it acts as. */
  actAs?(accountId: number): void
}
