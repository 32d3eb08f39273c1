import type { Fetched, FetchOptions } from '../contract/net.ts'
import { tooManyRedirects, upstreamFailed } from './failures.ts'
import { REDIRECTS_MAX_HOPS } from './limits.ts'
import { assertNoDowngrade, redirectTarget } from './redirects.ts'
import { sendRequest, type RequestOptions } from './send-request.ts'

/** What following needs besides the caller's options. */
export interface FollowOptions extends RequestOptions, Pick<FetchOptions, 'redirects' | 'from'> {
  /** Checks one hop; throws a Refusal. */
  check(hop: URL): URL
}

/**
 * Requests an address and follows redirects, each hop checked anew. Every request is a GET (the first a
 * POST if the caller says so, and then it is the only one) that carries no credentials, no cookies and
 * nothing of an earlier hop.
 */
export async function follow(first: URL, options: FollowOptions): Promise<Fetched> {
  const { from } = options
  if (from) assertNoDowngrade(new URL(from.url), first)
  let url = options.check(first)
  for (let hops = from ? from.hops + 1 : 0; hops <= REDIRECTS_MAX_HOPS; hops += 1) {
    await options.permit?.(url)
    const answer = await sendRequest(url, options)
    const next = redirectTarget(answer, url)
    if (!next) return { url: url.href, hops, ...answer }
    if (options.post || options.paying || options.redirects === 'refuse') {
      throw upstreamFailed('The other server redirects, which is not followed here.')
    }
    assertNoDowngrade(url, next)
    url = options.check(next)
  }
  throw tooManyRedirects()
}
