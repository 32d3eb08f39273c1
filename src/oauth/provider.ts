import { errors, type Client, type Context, Provider } from 'oidc-provider'
import { ALL_OAUTH_SCOPES, OAUTH_PATHS } from '../contract/oauth.ts'
import { admitCall } from '../contract/rate-limited.ts'
import { RateLimit } from '../lib/rate-limit.ts'
import type { ClientDocuments } from './client-documents.ts'
import { Clients } from './clients.ts'
import type { Keys } from './keys.ts'
import {
  ACCESS_TOKEN_SECONDS,
  CODE_SECONDS,
  CONSENT_SECONDS,
  GRANT_SECONDS,
  REFRESH_TOKEN_SECONDS,
  TOKENS_PER_ACCOUNT,
} from './limits.ts'
import { CLIENT_AUTH_METHODS } from './narrow-client.ts'
import { type RecordParts, Records, UsedUp } from './records.ts'
import { toRefusal } from './refusals.ts'

/** What the authorization server is made of. */
export interface ProviderParts extends RecordParts {
  /** Address of the authorization server, without a path or a slash at the end. */
  issuer: string
  /** What its tokens are for. */
  resource: string
  keys: Keys
  documents: ClientDocuments
  /** Whether an account may still be used. */
  isActive(accountId: number): Promise<boolean>
}

/** The certified library, set up as an authorization server for one resource: codes with PKCE, opaque tokens, rotation. */
export function createProvider(parts: ProviderParts): Provider {
  const { issuer, resource, keys } = parts
  const scopes = ALL_OAUTH_SCOPES.join(' ')
  const tokens = new RateLimit([TOKENS_PER_ACCOUNT])
  const provider = new Provider(issuer, {
    adapter: (kind: string) => recordsOf(kind, parts, tokens),
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      names: { session: '_oauth', interaction: '_oauth_i', resume: '_oauth_r' },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    // Whatever is to be known of a client is in what `Clients` finds.
    fetch: async () => Promise.reject(new Error('the library fetches nothing')),
    clientDefaults: {
      application_type: 'native',
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientAuthMethods: CLIENT_AUTH_METHODS,
    clientBasedCORS: () => true,
    scopes: ['offline_access', ...ALL_OAUTH_SCOPES],
    routes: {
      authorization: OAUTH_PATHS.authorization,
      token: OAUTH_PATHS.token,
      registration: OAUTH_PATHS.registration,
      revocation: OAUTH_PATHS.revocation,
      jwks: OAUTH_PATHS.jwks,
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    // Programs rarely know to ask for offline_access: whoever may refresh gets the means.
    issueRefreshToken: async (_: Context, client: Client) =>
      client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: () => ACCESS_TOKEN_SECONDS,
      AuthorizationCode: () => CODE_SECONDS,
      RefreshToken: () => REFRESH_TOKEN_SECONDS,
      Grant: () => GRANT_SECONDS,
      Interaction: () => CONSENT_SECONDS,
      Session: () => CONSENT_SECONDS,
      IdToken: () => CODE_SECONDS,
    },
    interactions: {
      url: (_: Context, { uid }: { uid: string }) => `${OAUTH_PATHS.consent}/${uid}`,
    },
    findAccount: async (_: Context, id: string) =>
      (await parts.isActive(Number(id)))
        ? { accountId: id, claims: async () => ({ sub: id }) }
        : undefined,
    // Pages are the surface's own: what goes wrong where a browser is sent is told like everything else.
    renderError(context: Context, body: object) {
      context.type = 'json'
      context.body = body
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_: Context, { clientId }: Client, token: { clientId?: string }) =>
          token.clientId === clientId,
      },
      registration: {
        enabled: true,
        initialAccessToken: false,
        issueRegistrationAccessToken: false,
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: () => false,
      },
      resourceIndicators: {
        enabled: true,
        // There is one resource, and programs of before RFC 8707 do not name it.
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_: Context, indicator: string) => {
          if (![resource, issuer, `${issuer}/`].includes(indicator)) {
            throw new errors.InvalidTarget()
          }
          return {
            scope: scopes,
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: ACCESS_TOKEN_SECONDS,
          }
        },
      },
    },
  })
  // What clients see is the public address, which each request says in the headers of a proxy: see `serve`.
  provider.proxy = true
  return provider
}

function recordsOf(kind: string, parts: ProviderParts, tokens: RateLimit): Records {
  const records = kind === 'Client' ? new Clients(parts, parts.documents) : new Records(kind, parts)
  const find = records.find.bind(records)
  const consume = records.consume.bind(records)
  records.find = async (id) => {
    try {
      const found = await find(id)
      if (found?.accountId !== undefined && TAKEN.has(kind)) {
        admitCall(tokens, found.accountId, parts.now().getTime())
      }
      return found
    } catch (thrown) {
      throw toRefusal(thrown)
    }
  }
  records.consume = async (id) => {
    try {
      await consume(id)
    } catch (thrown) {
      throw thrown instanceof UsedUp ? new errors.InvalidGrant('code already used') : thrown
    }
  }
  return records
}

/** What programs get new tokens for. */
const TAKEN: ReadonlySet<string> = new Set(['AuthorizationCode', 'RefreshToken'])
