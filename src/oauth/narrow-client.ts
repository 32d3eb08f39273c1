import { isRecord } from '../lib/is-record.ts'
import { cleanLine } from '../lib/text.ts'
import { CLIENT_NAME_MAX_CHARS, REDIRECT_URI_MAX_CHARS, REDIRECT_URIS_MAX_COUNT } from './limits.ts'

/** The grants that programs may use here. */
const GRANTS = ['authorization_code', 'refresh_token'] as const

/** Fields kept as a program gives them; everything else that a program says of itself has no meaning here, or makes others be asked. */
const KEPT = ['client_id', 'jwks', 'jwks_uri', 'client_secret'] as const

/** Ways in which programs may show who they are. */
export const CLIENT_AUTH_METHODS = [
  'none',
  'client_secret_post',
  'client_secret_basic',
  'private_key_jwt',
] as const

/** Metadata of a client of which nothing was kept that has no meaning here. */
export interface NarrowClient {
  redirect_uris: string[]
  [name: string]: unknown
}

/**
 * What a program says of itself without what this server knows nothing of (RFC 7591, section 2, lets it): other grants, scopes,
 * ways to sign, addresses to be asked. Hosts that never say so are programs on a computer all the same: such may be sent to any port of
 * it, to schemes of their own and to the web, but never by plain http elsewhere. Undefined for what is no metadata, or too much.
 */
export function narrowClient(metadata: unknown): NarrowClient | undefined {
  if (!isRecord(metadata)) return undefined
  const { redirect_uris } = metadata
  if (!areFewRedirects(redirect_uris)) return undefined
  const method = metadata['token_endpoint_auth_method']
  const grantTypes = Array.isArray(metadata['grant_types']) ? metadata['grant_types'] : GRANTS
  const name = metadata['client_name']
  return {
    ...Object.fromEntries(
      KEPT.flatMap((key) => (Object.hasOwn(metadata, key) ? [[key, metadata[key]]] : [])),
    ),
    ...(typeof name === 'string' && cleanLine(name) !== ''
      ? { client_name: cleanLine(name, CLIENT_NAME_MAX_CHARS) }
      : {}),
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
    redirect_uris,
    grant_types: [
      'authorization_code',
      ...(grantTypes.includes('refresh_token') ? [GRANTS[1]] : []),
    ],
    response_types: ['code'],
    application_type: 'native',
  }
}

function areFewRedirects(uris: unknown): uris is string[] {
  return (
    Array.isArray(uris) &&
    uris.length <= REDIRECT_URIS_MAX_COUNT &&
    uris.every((uri) => typeof uri === 'string' && uri.length <= REDIRECT_URI_MAX_CHARS)
  )
}
