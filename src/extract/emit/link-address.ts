import { absoluteAddress } from '../page-info/page-address.ts'
import { withoutTracking } from './tracking-parameters.ts'

const ADDRESS_MAX_CHARS = 4096

/**
 * The address that a link of a page is written with: absolute, without what only tracks, brackets encoded.
 * Empty for links within the page, and for all but http, https and mailto.
 */
export function linkAddress(href: string, baseUrl: string): string {
  const address = href.trim()
  if (address === '' || address.startsWith('#') || address.length > ADDRESS_MAX_CHARS) return ''
  if (/^mailto:[^\s<>()"]{3,200}$/i.test(address)) return address
  return withoutBrackets(withoutTracking(absoluteAddress(address, baseUrl)))
}

/** An address that ends where it should, also for readers that do not count brackets. */
export function withoutBrackets(address: string): string {
  return address.includes('(') || address.includes(')')
    ? address.replaceAll('(', '%28').replaceAll(')', '%29')
    : address
}
