/** Credentials of a caller: an account's address and key, or the key alone. */
export interface Credentials {
  email: string | undefined
  key: string
}

/**
 * Reads an Authorization header: `Basic` (RFC 7617) with address and key, or `Bearer` with the key.
 * Undefined without a header; null for one that cannot be read.
 */
export function readCredentials(authorization: string | null): Credentials | undefined | null {
  if (authorization === null) return undefined
  const [, scheme = '', token = ''] = /^(\w+) +(\S+)$/.exec(authorization.trim()) ?? []
  if (/^bearer$/i.test(scheme)) return { email: undefined, key: token }
  if (!/^basic$/i.test(scheme)) return null
  const decoded = Buffer.from(token, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1) return null
  return { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}
