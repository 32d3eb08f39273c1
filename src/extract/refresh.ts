import type { Fetched } from '../contract/net.ts'
import { absoluteAddress } from './page-info/page-address.ts'

/** Delay, separator, `url=` (HTML standard, "shared declarative refresh steps"); only delays under a second. */
const IMMEDIATE = /^\s{0,9}0{1,3}(?:\.\d{0,3})?(?:\s{0,9}[;,]|\s)\s{0,9}(?:url\s{0,9}=\s{0,9})?/i

/** Where the content of `<meta http-equiv=refresh>` leads at once; empty when it waits, or stays where it is. */
export function immediateRefresh(content: string, base: string, url: string): string {
  const start = IMMEDIATE.exec(content)?.[0]
  if (start === undefined) return ''
  const rest = content.slice(start.length)
  const quote = /^["']/.exec(rest)?.[0]
  const target = quote === undefined ? rest : (rest.slice(1).split(quote, 1)[0] ?? '')
  const address = absoluteAddress(target, base)
  return withoutHash(address) === withoutHash(url) ? '' : address
}

/**
 * Fetches and reads a page, following immediate redirects of the page. Each time counts as a redirect, so that it ends;
 * `fetchPage` must hand `from` to the guarded fetch.
 */
export async function readFollowing<T extends { refresh: string }>(
  url: string,
  fetchPage: (url: string, from?: Fetched) => Promise<Fetched>,
  read: (fetched: Fetched) => Promise<T>,
): Promise<{ fetched: Fetched; page: T }> {
  let fetched = await fetchPage(url)
  for (;;) {
    const page = await read(fetched)
    if (page.refresh === '') return { fetched, page }
    fetched = await fetchPage(page.refresh, fetched)
  }
}

function withoutHash(address: string): string {
  return address.split('#', 1)[0] ?? ''
}
