import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** An identity provider of a company, at which whoever comes is signed in as the same person. */
export interface CompanyProvider extends AsyncDisposable {
  issuer: string
  /** Where its one client wants people to be sent back to; to be set before anybody comes. */
  redirectUri: string
  /** Claims of whoever comes next, with `sub`. */
  person: Record<string, unknown> & { sub: string }
}

/** Starts one with a client of that id and secret. */
export async function startCompanyProvider(client: {
  id: string
  secret: string
}): Promise<CompanyProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = { person: { sub: 'nobody' } as CompanyProvider['person'], redirectUri: '' }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const open = () =>
    new Provider(issuer, {
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['only of a test'] },
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [state.redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: {
        email: ['email', 'email_verified'],
        profile: ['name', 'groups'],
      },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      findAccount: async (_: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => state.person,
      }),
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
    })
  let opened: Provider | undefined
  server.on('request', (incoming, outgoing) => {
    const provider = (opened ??= open())
    const answer = provider.callback()
    const signIn = async () => {
      const { params } = await provider.interactionDetails(incoming, outgoing)
      const accountId = state.person.sub
      const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
      grant.addOIDCScope('openid email profile')
      const result = {
        login: { accountId, remember: false },
        consent: { grantId: await grant.save() },
      }
      const options = { mergeWithLastSubmission: false }
      const location = await provider.interactionResult(incoming, outgoing, result, options)
      outgoing.writeHead(303, { location }).end()
    }
    void (incoming.url?.startsWith('/interaction/') ? signIn() : answer(incoming, outgoing))
  })
  return {
    issuer,
    get redirectUri() {
      return state.redirectUri
    },
    set redirectUri(address) {
      state.redirectUri = address
    },
    get person() {
      return state.person
    },
    set person(person) {
      state.person = person
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** An authorization server of a company that makes JSON web tokens of whatever it is told. */
export interface TokenIssuer extends AsyncDisposable {
  issuer: string
  key: KeyObject
  /** A token with these claims, signed by its key unless another one is given. */
  token(
    claims: Record<string, unknown>,
    key?: KeyObject | Uint8Array,
    alg?: string,
  ): Promise<string>
}

/** Starts one, with its metadata and public key. */
export async function startTokenIssuer(): Promise<TokenIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' }
  const server = createServer(({ url }, outgoing) => {
    const body =
      url === '/keys'
        ? { keys: [jwk] }
        : url === '/.well-known/oauth-authorization-server' && {
            issuer,
            jwks_uri: `${issuer}/keys`,
          }
    outgoing.writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify(body || {}))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    key: publicKey,
    token: async (claims, key = privateKey, alg = 'ES256') =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: 'one', typ: 'at+jwt' }).sign(key),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
