import { isLoopback } from '../lib/loopback.ts'

/**
 * Schemes without a dot of programs that people add this server to. Editors made of VS Code give their own scheme to extensions
 * that come in by themselves.
 */
const KNOWN_SCHEMES: ReadonlySet<string> = new Set([
  'antigravity:',
  'claude:',
  'cursor:',
  'grokbot:',
  'kiro:',
  'raycast:',
  'trae:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'warp:',
  'windsurf:',
])

/** A private-use scheme: the name of a domain, turned round (RFC 8252, section 7.1). */
const DOMAIN_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+:$/

/** What an address consists of (RFC 3986) that has no fragment: parsers of addresses forgive more. */
const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:[\x21\x22\x24-\x5b\x5d-\x7e]+$/

/** What an address must be that browsers are sent back to, in words for whoever writes the program. */
export const REDIRECT_FORMS =
  'redirect_uris must be https, http on localhost, 127.0.0.1 or [::1], or of a private scheme with a dot such as com.example.app:'

/**
 * Whether browsers may be sent to an address with what lets a program in. A list of what is allowed: of all that systems open by a
 * scheme, what is dangerous has no end.
 */
export function mayRedirectTo(address: string): boolean {
  const parsed = ADDRESS.test(address) ? URL.parse(address) : null
  if (!parsed || parsed.username !== '' || parsed.password !== '') return false
  const { protocol } = parsed
  if (protocol === 'https:') return true
  if (protocol === 'http:') return isLoopback(parsed.hostname)
  return KNOWN_SCHEMES.has(protocol) || DOMAIN_SCHEME.test(protocol)
}
