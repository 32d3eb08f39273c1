import type { Dispatcher } from 'undici'
import type { GuardedAgent } from './agent.ts'
import { ACCEPT_ENCODING, readBody } from './body.ts'
import { upstreamFailed } from './failures.ts'
import { HTML_BODY_MAX_BYTES, INTERIM_ANSWERS_MAX_COUNT, REDIRECTS_MAX_HOPS } from './limits.ts'
import type { Fetched, FetchOptions } from './port.ts'
import { Refusal } from './refusal.ts'

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** What following needs besides the caller's options. */
export interface FollowOptions extends Omit<FetchOptions, 'signal'> {
  /** Opens the agent of one hop. */
  open(): GuardedAgent
  userAgent: string
  /** Ends everything: the caller's signal, the deadline, and the limits kept here. */
  stop: AbortController
  /** Checks one hop; throws a Refusal. */
  check(hop: URL): URL
}

/**
 * Requests an address and follows redirects, each hop checked anew. Every request is a GET (the first a
 * POST if the caller says so, and then it is the only one) that carries no credentials, no cookies and
 * nothing of an earlier hop.
 */
export async function follow(first: URL, options: FollowOptions): Promise<Fetched> {
  let url = options.check(first)
  for (let hop = 0; hop <= REDIRECTS_MAX_HOPS; hop += 1) {
    // No hop reuses a connection of another: each is looked up, vetted and dialled by itself.
    const agent = options.open()
    try {
      const response = await get(url, agent.dispatcher, options)
      const headers = joinHeaders(response.headers)
      const next = redirectTarget(response, url)
      if (!next) {
        const { bytes, complete } = await readBody(response.body, headers, {
          ...options,
          maxBytes: options.maxBytes ?? HTML_BODY_MAX_BYTES,
        })
        return { url: url.href, status: response.statusCode, headers, body: bytes, complete }
      }
      if (options.post || options.redirects === 'refuse') {
        throw upstreamFailed('The other server redirects, which is not followed here.')
      }
      if (url.protocol === 'https:' && next.protocol === 'http:') {
        throw new Refusal('downgrade', next.host)
      }
      url = options.check(next)
    } finally {
      await agent.close()
    }
  }
  throw upstreamFailed('The other server redirects too many times.')
}

async function get(
  url: URL,
  dispatcher: Dispatcher,
  { userAgent, accept, post, stop }: FollowOptions,
): Promise<Dispatcher.ResponseData> {
  let interim = 0
  const response = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: post ? 'POST' : 'GET',
    body: post?.body ?? null,
    headers: {
      'user-agent': userAgent,
      accept: accept ?? '*/*',
      'accept-encoding': ACCEPT_ENCODING,
      ...(post ? { 'content-type': post.contentType } : {}),
    },
    onInfo: () => {
      interim += 1
      if (interim > INTERIM_ANSWERS_MAX_COUNT) {
        stop.abort(upstreamFailed('The other server sent only interim answers.'))
      }
    },
  })
  response.body.on('error', () => {
    // A body that is left unread ends in an error; whoever reads it sees it as well.
  })
  return response
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, base: URL): URL | null {
  const location = [headers.location].flat()[0]
  if (!REDIRECT_STATUSES.has(statusCode) || location === undefined) return null
  // Header bytes arrive as latin1; browsers read them as UTF-8.
  const next = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), base.href)
  if (!next) throw upstreamFailed('The other server redirects to something that is no address.')
  return next
}

/** Headers with one value each: a repeated one is joined by `, `. */
export function joinHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}
