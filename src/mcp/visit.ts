import { AsyncLocalStorage } from 'node:async_hooks'
import type { OAuthScope } from '../contract/oauth.ts'
import type { Right } from '../contract/right.ts'
import type { GateOutcome } from '../pay/port.ts'

/** One HTTP request that is being served. */
export interface Visit {
  /** Address of the caller. */
  peer: string | undefined
  /** What the program that sent it may do, where it came in by OAuth. */
  scopes?: ReadonlySet<OAuthScope> | undefined
  /** By what its account of the chat was let in, on which all stands that it leaves open. */
  right?: Right | undefined
  /** The settlement of its payment. */
  settlement?: NonNullable<GateOutcome['settlement']>
}

const visits = new AsyncLocalStorage<Visit>()

/** Keeps the caller's address, what they may do, and by what they were let in, while a request is being served. */
export function serveVisit<T>(
  visit: Omit<Visit, 'settlement'>,
  serve: () => Promise<T>,
): Promise<T> {
  return visits.run({ ...visit }, serve)
}

/** Address that the request being served came from; undefined where it came over stdio. */
export function peerOfVisit(): string | undefined {
  return visits.getStore()?.peer
}

/** Whether the request that is served may cost this instance money: of programs that came in by OAuth, only with that scope. */
export function mayPay(): boolean {
  return visits.getStore()?.scopes?.has('pay') ?? true
}

/** The HTTP request that is being served; undefined over stdio. */
export function currentVisit(): Visit | undefined {
  return visits.getStore()
}
