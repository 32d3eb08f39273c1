import { AsyncLocalStorage } from 'node:async_hooks'
import type { GateOutcome } from '../pay/port.ts'

/** One HTTP request that is being served. */
export interface Visit {
  /** Address of the caller. */
  peer: string | undefined
  /** The settlement of its payment. */
  settlement?: NonNullable<GateOutcome['settlement']>
}

const visits = new AsyncLocalStorage<Visit>()

/** Keeps the caller's address while a request is being served. */
export function servePeer<T>(peer: string | undefined, serve: () => Promise<T>): Promise<T> {
  return visits.run({ peer }, serve)
}

/** Address that the request being served came from; undefined where it came over stdio. */
export function peerOfVisit(): string | undefined {
  return visits.getStore()?.peer
}

/** The HTTP request that is being served; undefined over stdio. */
export function currentVisit(): Visit | undefined {
  return visits.getStore()
}
