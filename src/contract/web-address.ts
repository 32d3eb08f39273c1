import { z } from 'zod'

/** A field for the address of something on the web (utility spec 4, rule 3). Agents may leave its scheme away. */
export const webAddress = z.url({ protocol: /^https?$/ })

/** Longest text that is looked at as an address without a scheme. */
const SCHEMELESS_MAX_CHARS = 8_192

/** A host name with a top level of letters, a port, and the rest: no scheme, user, e-mail address or path of a disk. */
const SCHEMELESS =
  /^(?<host>(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:[\p{L}\p{M}]{2,63}|xn--[a-z0-9-]{1,59}))\.?(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/** Names on a chain, which look like hosts and are none. */
const NAME_ON_CHAIN = /\.eth$/i

/** `https://example.com/path` for `example.com/path`; any other text as it is. */
export function withScheme(text: string): string {
  if (text.length > SCHEMELESS_MAX_CHARS) return text
  const host = SCHEMELESS.exec(text)?.groups?.['host']
  return host === undefined || NAME_ON_CHAIN.test(host) ? text : `https://${text}`
}

/** Beginnings of addresses of files on this machine: paths of any system, and `file:`. Links of uploads begin like one. */
const LOCAL_FILE = /^(?:file:|~(?:[\\/]|$)|\/(?!user_uploads\/)|[a-z]:[\\/]|\\)/i

/** Whether an address looks like the path of a file on this machine. */
export function isLocalAddress(address: string): boolean {
  return LOCAL_FILE.test(address)
}
