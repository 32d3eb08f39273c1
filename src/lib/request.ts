import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** One request that is being served, as logs, errors and traces name it. */
export interface RequestMark {
  readonly id: string
  /** Place in a trace under which its work is shown (`traceparent`). */
  readonly trace?: string | undefined
}

const requests = new AsyncLocalStorage<RequestMark>()

/** Ids of others that are taken over: they come to stand in logs, headers and errors. */
const SAFE_ID = /^[\w.:-]{1,64}$/

/** The id of a request whose sender, or a proxy, may have given it one (`x-request-id`). */
export function requestIdFrom(sent: unknown): string {
  return typeof sent === 'string' && SAFE_ID.test(sent) ? sent : randomUUID()
}

/** Keeps the mark of a request while it is being served. */
export function serveRequest<T>(mark: RequestMark, serve: () => T): T {
  return requests.run(mark, serve)
}

/** The request that is being served; undefined for what the process does by itself. */
export function currentRequest(): RequestMark | undefined {
  return requests.getStore()
}

/** Does what outlives the request that was the first to need it. */
export function outsideRequests<T>(work: () => T): T {
  return requests.exit(work)
}

/** A function that runs later as part of the request that is being served now. */
export const withinRequest = AsyncLocalStorage.bind.bind(AsyncLocalStorage)

/** The id of the request as a field of an error; empty where there is no request. */
export function requestIdField<Name extends string>(name: Name): Partial<Record<Name, string>> {
  const id = currentRequest()?.id
  return id === undefined ? {} : ({ [name]: id } as Record<Name, string>)
}
