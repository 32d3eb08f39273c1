import CachePolicy from 'http-cache-semantics'
import type { Entry } from './entry.ts'

/** An answer without its body, as far as caching looks at it. */
type Answer = Pick<Entry, 'url' | 'status' | 'headers' | 'asked'>

/** Statuses from here on are never stored: a failure should be seen to pass. */
const STATUS_MIN_BAD = 400

/** Headers of the transfer or the connection, and private ones. */
const UNSTORED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
])

/** Whether a private cache may store the answer to a GET (RFC 9111 3). */
export function isStorable(answer: Answer): boolean {
  if (answer.status >= STATUS_MIN_BAD || answer.headers['vary']?.includes('*')) return false
  return policyOf(answer).storable()
}

/** The headers worth storing; with a Date, by which ages are told. */
export function storedHeaders(
  headers: Readonly<Record<string, string>>,
  at: number,
): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !UNSTORED_HEADERS.has(name))
  return { date: new Date(at).toUTCString(), ...Object.fromEntries(kept) }
}

/** Seconds since the origin made or confirmed the answer (RFC 9111 4.2.3). */
export function ageOf({ headers, at }: Entry, now: number): number {
  return Math.max(0, Number(headers['age'] ?? 0) || 0) + Math.max(0, now - at) / 1000
}

/**
 * Whether the stored answer to the same request (see `isSameRequest`) may be used without asking: younger than the caller wants,
 * and still fresh or not forbidden to be used stale (4.2.4). A caller that gives an age accepts a stale copy.
 */
export function isUsable(entry: Entry, maxAgeS: number, now: number): boolean {
  const age = ageOf(entry, now)
  return age < maxAgeS && (age < policyOf(entry).maxAge() || !mustAsk(entry.headers))
}

/** Whether two requests agree in every header that the answer names in Vary (4.1). */
export function isSameRequest(
  { headers, asked: before }: Entry,
  requestHeaders: Readonly<Record<string, string>>,
): boolean {
  const names = (headers['vary'] ?? '').toLowerCase().split(',')
  return names.every((name) => before[name.trim()] === requestHeaders[name.trim()])
}

/** The headers of a request that asks whether the stored answer still holds (4.3.1). */
export function validatorHeaders({ headers }: Entry): Record<string, string> {
  const { etag, 'last-modified': modified } = headers
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  }
}

/** The stored answer after a 304 (4.3.4); undefined where that speaks of another one. */
export function refreshStored(
  entry: Entry,
  headers: Readonly<Record<string, string>>,
  now: number,
): Entry | undefined {
  const bare = (tag: string | undefined) => tag?.replace(/^\s*W\//, '')
  const { etag } = headers
  if (etag !== undefined && bare(etag) !== bare(entry.headers['etag'])) return undefined
  const { age: _age, date: _date, ...before } = entry.headers
  const changed = Object.entries(headers).filter(([name]) => name !== 'content-type')
  return {
    ...entry,
    at: now,
    headers: { ...before, ...storedHeaders(Object.fromEntries(changed), now) },
  }
}

function mustAsk(headers: Readonly<Record<string, string>>): boolean {
  return /no-cache|must-revalidate/i.test(headers['cache-control'] ?? headers['pragma'] ?? '')
}

function policyOf({ url, status, headers, asked: requestHeaders }: Answer): CachePolicy {
  // Directives are compared by case there, other than in RFC 9111 5.2.
  const control = headers['cache-control']?.toLowerCase()
  return new CachePolicy(
    { url, method: 'GET', headers: requestHeaders },
    { status, headers: control === undefined ? headers : { ...headers, 'cache-control': control } },
    { shared: false },
  )
}
