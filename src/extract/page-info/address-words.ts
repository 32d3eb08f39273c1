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
