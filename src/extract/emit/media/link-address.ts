import { absoluteAddress } from '../../page-info/page-address.ts'

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

/** Beginnings of the names of parameters that only tell who sent a reader. */
const FAMILIES =
  /^(?:utm_|pk_|piwik_|mtm_|matomo_|hsa_|_hs|vero_|oly_|wt_|at_custom|at_medium|at_campaign|ga_)/

/** Names of parameters that only tell who sent a reader: clicks on advertisements, mails, shared links. */
const NAMES = new Set(
  (
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid li_fat_id igshid igsh srsltid ' +
    'mc_cid mc_eid mkt_tok epik rdt_cid sc_cid s_cid ef_id s_kwcid cmpid ncid _ga _gl _openstat icid ' +
    'hsctatracking ml_subscriber ml_subscriber_hash ref_src ref_url __s __hstc __hssc __hsfp spm guccounter ' +
    'guce_referrer guce_referrer_sig xtor ck_subscriber_id bxid cndid trk_contact trk_msg trk_module trk_sid'
  ).split(' '),
)

/** An address without the parameters that only track its readers, and without a text fragment. */
export function withoutTracking(address: string): string {
  const fragmentAt = address.indexOf('#')
  const end = fragmentAt === -1 ? address.length : fragmentAt
  const fragment = address
    .slice(end)
    .replace(/:~:.*$/s, '')
    .replace(/^#$/, '')
  const queryAt = address.indexOf('?')
  if (queryAt === -1 || queryAt > end) return address.slice(0, end) + fragment
  const parameters = address.slice(queryAt + 1, end).split('&')
  const kept = parameters.filter((parameter) => !isTracking(parameter))
  if (kept.length === parameters.length) return address.slice(0, end) + fragment
  const query = kept.length === 0 ? '' : `?${kept.join('&')}`
  return address.slice(0, queryAt) + query + fragment
}

function isTracking(parameter: string): boolean {
  const name = (/^[^=]{1,40}(?==|$)/.exec(parameter)?.[0] ?? '').toLowerCase()
  return NAMES.has(name) || FAMILIES.test(name)
}
