import { AsyncLocalStorage } from 'node:async_hooks'
import type { OAuthScope } from '../../contract/oauth.ts'
import type { Services } from '../../contract/operation.ts'
import type { Right } from '../../contract/right.ts'
import type { GateOutcome } from '../../pay/seller/port.ts'

/** One HTTP request that is being served. */
export interface Visit {
  /** Address of the caller. */
  peer: string | undefined
  /** What the program that sent it may do, where it came in by OAuth. */
  scopes?: ReadonlySet<OAuthScope> | undefined
  /** The right by which its account of the chat was let in, on which all stands that it leaves open. */
  right?: Right | undefined
  /** Id of the consent that let its program in. */
  programId?: string | undefined
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

/**
 * Runs a call until the right ends by which its request was let in: then it is aborted, and fails as the next request does. Calls
 * outlive their requests as tasks.
 */
export async function withinRight<T>(
  { chat }: Pick<Services, 'chat'>,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const right = currentVisit()?.right
  if (!right) return run(signal)
  const ended = new AbortController()
  const service = await chat()
  const letGo = service.holdRight(right, (error) => ended.abort(error))
  try {
    return await run(AbortSignal.any([signal, ended.signal]))
  } catch (thrown) {
    if (ended.signal.aborted) throw ended.signal.reason
    // It may have failed because of that end, which is looked for only now and then.
    throw signal.aborted ? thrown : ((await service.findRightEnd(right)) ?? thrown)
  } finally {
    letGo()
  }
}
