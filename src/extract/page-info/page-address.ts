const ADDRESS_MAX_CHARS = 4096

/** Makes an address found in the page absolute; empty for anything that is not http or https, or too long. */
export function absoluteAddress(address: string, base: string): string {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.length > ADDRESS_MAX_CHARS) return ''
  const url = URL.parse(trimmed, base)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return ''
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  return url.href
}

/** The address that relative ones of the page resolve against: its `<base href>`, else its own. */
export function baseAddress(baseHref: string, pageUrl: string): string {
  return absoluteAddress(baseHref, pageUrl) || pageUrl
}

/** True when both addresses name the same page: host without www and path, ignoring case, query and slashes. */
export function samePage(one: string, other: string): boolean {
  return pageKey(one) === pageKey(other)
}

/** True for the root of a site, where dates and authors belong to the site, not to a page; `/?p=123` is a page of many blogs. */
export function isSiteRoot(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { pathname, search } = new URL(address)
  return (
    /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w{1,5})?$/i.test(pathname) &&
    !/[?&](?:p|id|page_id|article|post|story|t)=\d+(?:&|$|\/)/i.test(search)
  )
}

function pageKey(address: string): string {
  if (!URL.canParse(address)) return address
  const { host, pathname } = new URL(address)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`.toLowerCase()
}

/** The last part of the path of an address, empty at the root. */
export function lastPart(url: string): string {
  const { pathname } = URL.canParse(url) ? new URL(url) : { pathname: '' }
  return pathname.split('/').findLast((part) => part !== '') ?? ''
}

/** Whether an address is of a handbook, whose pages are written anew again and again. */
export function isHandbook(url: string): boolean {
  const { hostname, pathname } = URL.canParse(url) ? new URL(url) : { hostname: '', pathname: '' }
  return handbookAddress.test(hostname + pathname)
}

// A word of a longer name is none: /t/help-with-my-keyboard
const handbookAddress =
  /(?:^|[/.])(?:docs?|documentation|wiki|manual|reference|api|help|support|kb|developers?)(?:[/.]|$)/i

const HEADLINE_MIN_WORDS = 3

/** Whether an address ends with a headline, as those of articles do: /three-or-more-words. */
export function hasHeadline(url: string): boolean {
  return lastPart(url).split(/[-_]/).length >= HEADLINE_MIN_WORDS
}
