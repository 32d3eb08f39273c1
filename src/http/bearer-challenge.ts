import { type OAuth, type OAuthScope, USUAL_OAUTH_SCOPES } from '../contract/oauth.ts'

/** Path of what describes `/mcp` to programs that look for its authorization server (RFC 9728, section 3.1). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'

/**
 * The challenge of `/mcp` where programs may come in by OAuth (RFC 6750, section 3; RFC 9728, section 5.1). It names what people use
 * every day, unless a call needs other scopes; `error` is absent where nothing was shown.
 */
export function bearerChallenge(
  { resource }: Pick<OAuth, 'resource'>,
  {
    error,
    scopes = USUAL_OAUTH_SCOPES,
  }: { error?: string | undefined; scopes?: readonly OAuthScope[] } = {},
): string {
  const { origin, pathname } = new URL(resource)
  const fields = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `scope="${scopes.join(' ')}"`,
    `resource_metadata="${origin}${RESOURCE_METADATA_PATH}${pathname}"`,
  ]
  return `Bearer ${fields.join(', ')}`
}
