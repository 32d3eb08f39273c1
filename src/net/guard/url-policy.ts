import { isIP } from 'node:net'
import { OperationError } from '../../contract/errors.ts'
import { URL_MAX_CHARS } from '../limits.ts'
import { isPublicAddress } from './address.ts'
import { bareHost, type AllowedHosts } from './allow-hosts.ts'
import { Refusal } from './refusal.ts'

const PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443])

/** Last labels that never lead to the public web: reserved by RFC 6761/6762/8375/9476, or private by habit. */
const PRIVATE_TLDS: ReadonlySet<string> = new Set([
  'alt',
  'arpa',
  'consul',
  'corp',
  'domain',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'svc',
  'test',
  'workgroup',
])

/** Public names of metadata services; their subdomains count too. */
const METADATA_NAMES = [
  'metadata.goog',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
]

const NAME_MAX_CHARS = 253
const LABEL = /^[a-z0-9_-]{1,63}$/

/**
 * Reads an address from a caller. Throws `invalid_input` when it is no URL at all, a Refusal when
 * it only becomes one by the URL parser's leniency (controls, blanks, backslashes, missing or extra slashes).
 */
export function parseAddress(input: string): URL {
  const text = input.trim()
  const url = text.length <= URL_MAX_CHARS ? URL.parse(text) : null
  if (!url) {
    throw new OperationError('invalid_input', 'The address is not a valid URL.', {
      hint: `Give an absolute address such as https://example.com/page, at most ${URL_MAX_CHARS} characters.`,
    })
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for.
  if (/[\u0000-\u0020\u007f\\]/.test(text)) throw new Refusal('syntax', 'control, blank or \\')
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) throw new Refusal('syntax', 'no scheme://host')
  return url
}

/**
 * Applies the address policy to one hop and returns the URL to request, without fragment or final
 * dot. Decides on the WHATWG parser's output only, so every spelling of a host is one spelling.
 */
export function requireAllowedUrl(hop: URL, allow: AllowedHosts): URL {
  const url = new URL(hop)
  url.hash = ''
  if (url.href.length > URL_MAX_CHARS) throw new Refusal('syntax', 'too long')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Refusal('scheme', url.protocol)
  }
  if (url.username || url.password) throw new Refusal('userinfo', url.hostname)
  const port = portOf(url)
  if (!allow.has(url.hostname, port)) {
    if (!PORTS.has(port)) throw new Refusal('port', url.host)
    requireAllowedHost(bareHost(url.hostname))
  }
  if (url.hostname.endsWith('.')) url.hostname = bareHost(url.hostname)
  return url
}

/** The port a URL is requested on. */
export function portOf({ protocol, port }: { protocol: string; port: string }): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

function requireAllowedHost(host: string): void {
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw new Refusal('literal_address', host)
    return
  }
  const labels = host.split('.')
  if (
    labels.length < 2 ||
    host.length > NAME_MAX_CHARS ||
    !labels.every((label) => LABEL.test(label)) ||
    PRIVATE_TLDS.has(labels.at(-1) ?? '') ||
    METADATA_NAMES.some((name) => host === name || host.endsWith(`.${name}`))
  ) {
    throw new Refusal('name', host)
  }
}
