/** Links of one header that are looked at. */
const LINKS_MAX_COUNT = 50
/** Characters of the header that are read. */
const HEADER_MAX_CHARS = 8192

/** A link that an HTTP header names. */
export interface HeaderLink {
  href: string
  /** Parameters such as `rel` and `type`, names in lower case. */
  parameters: ReadonlyMap<string, string>
}

const LINK = /<([^<>]*)>([^<]*)/g
const PARAMETER = /;\s*([a-z]{1,20})\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/gi

/** The links of a `Link` header (RFC 8288), in their order. */
export function readLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = []
  for (const [, href = '', rest = ''] of header.slice(0, HEADER_MAX_CHARS).matchAll(LINK)) {
    if (links.length === LINKS_MAX_COUNT) break
    const parameters = new Map<string, string>()
    for (const [, name = '', quoted, bare] of rest.matchAll(PARAMETER)) {
      parameters.set(name.toLowerCase(), quoted ?? bare ?? '')
    }
    links.push({ href, parameters })
  }
  return links
}
