import type { Dispatcher } from 'undici'
import type { Fetched } from '../../contract/net.ts'
import { upstreamFailed } from '../guard/failures.ts'
import { Refusal } from '../guard/refusal.ts'

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The part of an answer that tells where it redirects to. */
type AnswerHead = Pick<Fetched, 'status' | 'headers'>

/** True for an answer whose body nobody reads. */
export function isRedirect({ status, headers }: AnswerHead): boolean {
  return REDIRECT_STATUSES.has(status) && headers['location'] !== undefined
}

/** Where an answer redirects to; null for one that does not. Throws `upstream_failed` for what is no address. */
export function redirectTarget(answer: AnswerHead, base: URL): URL | null {
  if (!isRedirect(answer)) return null
  // Of a repeated header the first counts. Its bytes arrive as latin1; browsers read them as UTF-8.
  const location = Buffer.from(answer.headers['location'] ?? '', 'latin1').toString('utf8')
  const next = URL.parse(location, base.href)
  if (!next) throw upstreamFailed('The other server redirects to something that is no address.')
  return next
}

/** Refuses to go on from a secure address to one that is not. */
export function requireNoDowngrade(from: URL, to: URL): void {
  if (from.protocol === 'https:' && to.protocol === 'http:') throw new Refusal('downgrade', to.host)
}

/** Headers with one value each: a repeated one is joined by `, `, of a repeated Location the first counts. */
export function joinHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const values = [value ?? ''].flat()
      return [name, name === 'location' ? (values[0] ?? '') : values.join(', ')]
    }),
  )
}
