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

/** A piece of work in a trace. */
export interface Span {
  /** Place of what is done within it (`traceparent`). */
  readonly trace: string
  /** Ends it: with `ok` or an error code, and what became known. */
  end(outcome: string, facts?: SpanFacts): void
}

/** Facts of a piece of work, for its span: never addresses, texts or secrets of callers. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** Follows work for a collector of the operator. */
export interface Tracer {
  begin(name: string, parent: string | undefined, facts: SpanFacts): Span
}

/** Does work as a span of the request that is being served; `note` tells of an outcome that is not thrown. */
export async function traced<T>(
  tracer: Tracer | undefined,
  [name, facts]: readonly [name: string, facts: SpanFacts],
  work: (note: Span['end']) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(() => {})
  const { id, trace } = currentRequest() ?? { id: requestIdFrom(undefined) }
  const span = tracer.begin(name, trace, { ...facts, 'bellhop.request_id': id })
  let ending: Parameters<Span['end']> = ['ok']
  try {
    return await serveRequest({ id, trace: span.trace }, async () =>
      work((...noted) => {
        ending = noted
      }),
    )
  } catch (thrown) {
    const code: unknown = thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined
    ending = [typeof code === 'string' ? code : 'internal']
    throw thrown
  } finally {
    span.end(...ending)
  }
}

/** Version, trace, span and flags (W3C Trace Context, section 3.2); later versions may say more behind these. */
const PARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.{0,100})?$/

/** The place in a trace that a caller names for its request; undefined where it is none. */
export function traceFrom(sent: unknown): string | undefined {
  return typeof sent === 'string' && PARENT.test(sent) ? sent.slice(0, 55) : undefined
}

/** Whether two places belong to one trace. */
export function isSameTrace(one: string | undefined, other: string | undefined): boolean {
  return one?.slice(3, 35) === other?.slice(3, 35)
}
