import type { OperationError } from '../../contract/errors.ts'
import type { Call } from '../../contract/operation.ts'
import type { Receipt } from '../../contract/spending.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import type { Reading } from './reading.ts'

/** What came of one address. */
export type PartResult = { reading: Reading } | { error: OperationError }

/** A part that need not be read again, and what was paid for it. */
export interface FinishedPart {
  result: PartResult
  receipts: readonly Receipt[]
}

/** Calls that wait for their user's answer; the oldest is forgotten first. */
const CALLS_MAX_COUNT = 32

/** Time for which they wait. */
const WAIT_MAX_MS = 10 * MINUTE_MS

/** Results of a call, kept for when it is made again. */
export interface Repeated {
  parts: ReadonlyMap<string, FinishedPart>
  /** Number of kinds, by address, that another instance says the document is not. */
  refusals: ReadonlyMap<string, number>
}

const waitingOf = new WeakMap<object, Map<string, { at: number; repeated: Repeated }>>()

/**
 * The parts of a call that were read and perhaps paid for, or declined, before another part had to ask the user: the client makes
 * the call again with the answer, and nothing is bought or asked twice. Once taken, they are forgotten.
 */
export function takeFinished(call: Call<unknown>): Repeated {
  const waiting = waitingOf.get(call.services.instance)
  const id = idOf(call)
  const found = waiting?.get(id)
  waiting?.delete(id)
  const isFresh = found && call.services.now().getTime() - found.at <= WAIT_MAX_MS
  return isFresh ? found.repeated : { parts: new Map(), refusals: new Map() }
}

/** Keeps the finished parts of a call for its repetition by the same caller. */
export function keepFinished(call: Call<unknown>, repeated: Repeated): void {
  const { instance, now } = call.services
  const waiting = waitingOf.get(instance) ?? new Map<string, { at: number; repeated: Repeated }>()
  waitingOf.set(instance, waiting)
  waiting.set(idOf(call), { at: now().getTime(), repeated })
  for (const oldest of waiting.keys()) {
    if (waiting.size <= CALLS_MAX_COUNT) break
    waiting.delete(oldest)
  }
}

function idOf({ principal, input }: Call<unknown>): string {
  return JSON.stringify([principal.id, input])
}
