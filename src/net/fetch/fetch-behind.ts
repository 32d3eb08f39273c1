import { cancelled } from '../../contract/errors.ts'
import type { Fetched, FetchOptions } from '../../contract/net.ts'
import type { Log } from '../../lib/log.ts'
import type { PageCache } from '../cache/page-cache.ts'
import { type AllowedHosts, bareHost } from '../guard/allow-hosts.ts'
import { timedOut, toFetchError, tooManyRedirects, upstreamFailed } from '../guard/failures.ts'
import type { Guards } from '../guard/guards.ts'
import { isForwarded, type OutgoingProxy, proxyHeaders } from '../guard/outgoing-proxy.ts'
import { Refusal } from '../guard/refusal.ts'
import { type Resolve, resolveVetted, systemResolve } from '../guard/resolve.ts'
import { parseAddress, portOf } from '../guard/url-policy.ts'
import { FETCH_DEADLINE_MS, REDIRECTS_MAX_HOPS } from '../limits.ts'
import { openGuardedAgent } from './agent.ts'
import type { BodyRoom, KeptBody } from './body-room.ts'
import { Deadline } from './deadline.ts'
import { requireNoDowngrade, redirectTarget } from './redirects.ts'
import { sendRequest, type RequestOptions } from './send-request.ts'

/** Who is charged for a fetch that is nobody's in particular. */
const ANYBODY = 'anybody'

/** What every fetch of one process shares. */
export interface FetchContext {
  allow: AllowedHosts
  userAgent: string
  log: Log
  /** Default: the system's resolver. Its answers are checked either way. */
  resolve?: Resolve | undefined
  /** Copies of pages, loaded by the first fetch that wants one. Default: none are kept. */
  pages?: (() => Promise<PageCache>) | undefined
  /** Room for bodies, made by the first fetch. */
  room(): Promise<BodyRoom>
  /** The proxy by which all is reached that is not allowed by name. Default: nothing stands between. */
  proxy?: OutgoingProxy | undefined
  /** Milliseconds for one fetch. Default: `FETCH_DEADLINE_MS`. */
  deadlineMs?: number | undefined
  /** Milliseconds of one fetch until a connection stands. Default: `CONNECT_MAX_MS`. */
  connectMaxMs?: number | undefined
}

/** What following needs besides the caller's options. */
interface FollowOptions extends RequestOptions, Pick<FetchOptions, 'redirects' | 'from'> {
  /** Checks one hop; throws a Refusal. */
  check(hop: URL): URL
}

/** One fetch behind the given guards. Production passes all of them (`createGuardedFetch`). */
export async function fetchBehind(
  guards: Guards,
  context: FetchContext,
  address: string,
  { signal, principal, hold = false, permit, ...options }: FetchOptions,
): Promise<Fetched> {
  const { allow, userAgent, log, resolve = systemResolve, proxy } = context
  const { deadlineMs = FETCH_DEADLINE_MS, connectMaxMs } = context
  const stop = new AbortController()
  const cancel = (): void => stop.abort(cancelled(signal.reason))
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const deadline = new Deadline(deadlineMs, () => stop.abort(timedOut(deadlineMs)))
  const kept: KeptBody[] = []
  let hops = 0
  try {
    const room = await context.room()
    const fetched = await follow(parseAddress(address), {
      ...options,
      ...(permit ? { permit: async (url: URL) => until(stop.signal, permit(url)) } : {}),
      open: () => {
        stop.signal.throwIfAborted()
        return openGuardedAgent({
          guards,
          allow,
          resolve,
          proxy,
          signal: stop.signal,
          connectMaxMs,
        })
      },
      forwarding: (url) =>
        proxy && isForwarded(proxy, allow, url) ? proxyHeaders(proxy) : undefined,
      vet: async (url) => {
        if (allow.has(url.hostname, portOf(url))) return
        const host = bareHost(url.hostname)
        guards.literal(host)
        if (!proxy?.resolves) await until(stop.signal, resolveVetted(resolve, host, guards.answer))
      },
      keep: () => {
        const body = room.keep({
          principalId: principal?.id ?? ANYBODY,
          hold,
          signal: stop.signal,
          waitFor: async (work) => deadline.pausedFor(work),
        })
        kept.push(body)
        return body
      },
      userAgent,
      stop,
      pages: options.cache && (await context.pages?.()),
      check: (hop) => {
        hops += 1
        return guards.url(hop, allow)
      },
    })
    // A body that ends where its connection ends looks whole when the connection is cut.
    stop.signal.throwIfAborted()
    return fetched
  } catch (thrown) {
    for (const body of kept) body.discard()
    if (thrown instanceof Refusal) {
      log.info({ refusal: thrown.reason, detail: thrown.detail, hop: hops }, 'fetch refused')
    }
    throw stop.signal.aborted ? stop.signal.reason : toFetchError(thrown, principal)
  } finally {
    deadline.stop()
    signal.removeEventListener('abort', cancel)
  }
}

/** Waits for work that cannot be stopped, but not longer than the signal lasts. */
async function until(signal: AbortSignal, work: Promise<unknown>): Promise<void> {
  signal.throwIfAborted()
  const stopped = Promise.withResolvers<never>()
  const abort = (): void => stopped.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([work, stopped.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Requests an address and follows redirects, each hop checked anew. Every request is a GET (the first a
 * POST if the caller says so, and then it is the only one) that carries no credentials, no cookies and
 * nothing of an earlier hop.
 */
async function follow(first: URL, options: FollowOptions): Promise<Fetched> {
  const { from } = options
  if (from) requireNoDowngrade(new URL(from.url), first)
  let url = options.check(first)
  for (let hops = from ? from.hops + 1 : 0; hops <= REDIRECTS_MAX_HOPS; hops += 1) {
    await options.permit?.(url)
    const answer = await sendRequest(url, options)
    const next = redirectTarget(answer, url)
    if (!next) return { url: url.href, hops, ...answer }
    if (options.post || options.paying || options.redirects === 'refuse') {
      throw upstreamFailed('The other server redirects, which is not followed here.')
    }
    requireNoDowngrade(url, next)
    url = options.check(next)
  }
  throw tooManyRedirects()
}
