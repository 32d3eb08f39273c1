import type { Isolation } from '../contract/sandbox.ts'
import type { Parcel } from './wire.ts'

/** Why a cell ended: its own exit, what it sent, or that its document could not be read here. */
export interface CellEnd {
  reason: 'exit' | 'oversize' | 'unread'
  /** Exit code, signal or error text, for the log. */
  detail: string
}

/** Events that a ready cell reports to the pool. */
export interface CellEvents {
  body(body: Uint8Array): void
  end(end: CellEnd): void
}

/** One isolated child, a process or a thread, that runs one job at a time. */
export interface Cell {
  /** Id of the process that works, not of one that it was started through; undefined for a thread. */
  readonly pid: number | undefined
  /** Whether Node's permission model is in force in it. */
  readonly guarded: boolean
  /** Sends a job; a document that goes with it is read while it is sent. */
  send(parcel: Parcel): void
  /** Ends it at once. No event follows. */
  kill(): void
  /** Whether it has a job: then it keeps this process alive, and is slowed down when the job is a long one. */
  setWorking(isWorking: boolean): void
  /** Lets it take only what others leave of the processor, from now on. */
  yieldToOthers(): void
  /** Whether it was slowed down, which cannot be undone. */
  readonly isSlow: boolean
}

/** How to start cells on this machine. */
export type Launch =
  | {
      kind: 'process'
      /** The command line but for the entry file. */
      command: readonly [string, ...string[]]
      env: Readonly<Record<string, string>>
      isolation: Isolation
    }
  | { kind: 'thread'; isolation: Isolation }

/** What starting a cell takes, whatever its kind. */
export interface CellOptions {
  entry: URL
  startDeadlineMs: number
  resultMaxBytes: number
  events: CellEvents
  /** Jobs whose engines it loads before it is ready. */
  loads: readonly string[]
}
