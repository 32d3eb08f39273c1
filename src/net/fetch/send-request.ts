import type { Dispatcher } from 'undici'
import type { Fetched, FetchOptions } from '../../contract/net.ts'
import type { Entry } from '../cache/entry.ts'
import { CACHE_ENTRY_MAX_BYTES } from '../cache/limits.ts'
import type { PageCache } from '../cache/page-cache.ts'
import { ageOf, refreshStored, isSameRequest, isUsable, validatorHeaders } from '../cache/rules.ts'
import { upstreamFailed } from '../guard/failures.ts'
import { HTML_BODY_MAX_BYTES, INTERIM_ANSWERS_MAX_COUNT } from '../limits.ts'
import type { GuardedAgent } from './agent.ts'
import type { KeptBody } from './body-room.ts'
import { ACCEPT_ENCODING, readInto } from './body.ts'
import { isRedirect, joinHeaders } from './redirects.ts'

/** One response, from the server or from the cache. */
export type Answer = Pick<Fetched, 'status' | 'headers' | 'body' | 'held' | 'complete' | 'stored'>

/** Dependencies of a single request besides the caller's options. */
export interface RequestOptions extends Omit<
  FetchOptions,
  'signal' | 'redirects' | 'from' | 'principal' | 'hold'
> {
  /** Opens the agent of one request. */
  open(): GuardedAgent
  /** Headers for the proxy to which a request is handed whole; undefined where it goes to the server. */
  forwarding(url: URL): Readonly<Record<string, string>> | undefined
  /** Checks an address without connecting; throws a Refusal. */
  vet(url: URL): Promise<void>
  /** Starts to keep a body; who fails later discards it. */
  keep(): KeptBody
  userAgent: string
  /** Aborts on the caller's signal, on the deadline, and on the limits kept here. */
  stop: AbortController
  /** Where copies are, if the caller wants any. */
  pages: PageCache | undefined
}

const NOT_MODIFIED = 304

type Headers = Readonly<Record<string, string>>

/** Serves one request: from the cache where allowed, revalidating the copy where required. */
export async function sendRequest(url: URL, options: RequestOptions): Promise<Answer> {
  const headers = requestHeaders(options)
  const { cache, pages, post, paying } = options
  if (!cache || !pages || post || paying) return request(url, headers, options)
  const { owner, maxAgeS } = cache
  const held = await pages.find(owner, url.href, headers)
  if (held && held.body.byteLength <= maxBytesOf(options) && isSameRequest(held, headers)) {
    if (isUsable(held, maxAgeS, pages.now())) {
      // The name may resolve differently by now, or the operator may have removed an exception.
      await options.vet(url)
      return ofCache(held, pages.now())
    }
    const answer = await request(url, { ...headers, ...validatorHeaders(held) }, options)
    if (answer.status !== NOT_MODIFIED) return stored(url, headers, answer, options)
    const still = refreshStored(held, answer.headers, pages.now())
    if (still) {
      await pages.keep(owner, still)
      return ofCache(still, pages.now())
    }
    await pages.forget(owner, held)
  }
  return stored(url, headers, await request(url, headers, options), options)
}

function ofCache(entry: Entry, now: number): Answer {
  const { status, headers, body, at } = entry
  const ageS = Math.round(ageOf(entry, now))
  return { status, headers, body, complete: true, stored: { at: new Date(at), ageS } }
}

async function stored(
  url: URL,
  sentHeaders: Headers,
  answer: Answer,
  { cache, pages }: RequestOptions,
): Promise<Answer> {
  const { status, headers, complete } = answer
  if (cache && pages && complete) {
    const body = await storableBody(answer)
    const page = { url: url.href, status, headers, asked: sentHeaders }
    if (body) await pages.store(cache.owner, { ...page, body })
    else await pages.forget(cache.owner, page)
  }
  return answer
}

/** The whole body; undefined of one that is too large to be stored. */
async function storableBody({ body, held }: Answer): Promise<Uint8Array | undefined> {
  if (!held) return body
  if (held.byteLength > CACHE_ENTRY_MAX_BYTES) return undefined
  const bytes = Buffer.allocUnsafe(held.byteLength)
  let at = 0
  for await (const piece of held.pieces()) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

function requestHeaders({
  userAgent,
  accept,
  post,
  paying,
}: RequestOptions): Record<string, string> {
  return {
    ...paying?.headers,
    'user-agent': userAgent,
    accept: accept ?? '*/*',
    'accept-encoding': ACCEPT_ENCODING,
    ...(post ? { 'content-type': post.contentType } : {}),
  }
}

function maxBytesOf({ maxBytes = HTML_BODY_MAX_BYTES }: RequestOptions): number {
  return maxBytes
}

async function request(url: URL, headers: Headers, options: RequestOptions): Promise<Answer> {
  // No request reuses a connection of another: each is looked up, vetted and dialled by itself.
  const agent = options.open()
  try {
    const response = await send(url, headers, agent.dispatcher, options)
    const answer = { status: response.statusCode, headers: joinHeaders(response.headers) }
    if (isRedirect(answer)) return { ...answer, body: new Uint8Array(), complete: true }
    const kept = options.keep()
    const limits = { ...options, maxBytes: maxBytesOf(options) }
    const complete = await readInto(kept, response.body, answer.headers, limits)
    const { bytes, ...rest } = await kept.finish()
    return { ...answer, body: bytes, ...rest, complete }
  } finally {
    await agent.close()
  }
}

async function send(
  url: URL,
  headers: Headers,
  dispatcher: Dispatcher,
  { post, paying, stop, forwarding }: RequestOptions,
): Promise<Dispatcher.ResponseData> {
  let interim = 0
  const path = url.pathname + url.search
  const forProxy = forwarding(url)
  const response = await dispatcher.request({
    origin: url.origin,
    path: forProxy ? url.origin + path : path,
    method: paying?.method ?? (post ? 'POST' : 'GET'),
    body: paying?.body ?? post?.body ?? null,
    headers: { ...headers, ...forProxy },
    onInfo: () => {
      interim += 1
      if (interim > INTERIM_ANSWERS_MAX_COUNT) {
        stop.abort(upstreamFailed('The other server sent only interim answers.'))
      }
    },
  })
  response.body.on('error', () => {
    // An unread body ends in an error; its reader gets the error as well.
  })
  return response
}
