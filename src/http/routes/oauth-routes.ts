import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ALL_OAUTH_SCOPES, type OAuth, OAUTH_PATHS } from '../../contract/oauth.ts'
import type { Services } from '../../contract/operation.ts'
import { networkOf } from '../../lib/network-of.ts'
import { NetworkRate } from '../../lib/network-rate.ts'
import type { RateVerdict } from '../../lib/rate-limit.ts'
import { answerByNode } from '../bodies/node-answer.ts'
import { readText } from '../bodies/request-body.ts'
import { RESOURCE_METADATA_PATH } from '../callers/bearer.ts'
import type { NodeBindings } from '../callers/peer.ts'
import {
  OAUTH_REGISTRATIONS,
  OAUTH_REQUESTS,
  OAUTH_VISITS,
  REGISTRATION_MAX_BYTES,
} from '../limits.ts'
import { methodNotAllowed } from './dialect.ts'
import type { ShowPage } from './page.ts'

/** Dependencies of the routes of programs that come in by OAuth. */
export interface OAuthRouteParts {
  oauth: OAuth
  services: Services
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
  showPage: ShowPage
}

/** Paths at which programs find the authorization server (RFC 8414; OpenID Connect Discovery). */
const METADATA_PATHS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
] as const

const { authorization: AUTHORIZE, registration: REGISTER, token, revocation, jwks } = OAUTH_PATHS

/** Routes that look at no cookie, so that pages of any origin may call them. */
const FOR_EVERY_PAGE: ReadonlySet<string> = new Set([
  RESOURCE_METADATA_PATH,
  `${RESOURCE_METADATA_PATH}/mcp`,
  ...METADATA_PATHS,
  REGISTER,
  token,
  revocation,
  jwks,
])

/** Whether pages of any origin may call a path. */
export function isForEveryPage(path: string): boolean {
  return FOR_EVERY_PAGE.has(path)
}

/** What a browser is told of a route that its pages may call. */
const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type, mcp-protocol-version',
  'access-control-max-age': '600',
}

/** Adds what programs call: the metadata of `/mcp`, and where this instance is the authorization server, its endpoints. */
export function addOAuthRoutes(
  app: Hono<{ Bindings: NodeBindings }>,
  { oauth, services, peerOf, showPage }: OAuthRouteParts,
): void {
  const { issuer, resource, server } = oauth
  const described = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: ALL_OAUTH_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Bellhop',
  }
  const requests = new NetworkRate(OAUTH_REQUESTS)
  const refusalBy = (rate: NetworkRate, c: Context): RateVerdict | undefined => {
    const address = peerOf(c)
    return rate.refusal({ address, network: networkOf(address) }, services.now().getTime())
  }
  const counted = (rate: NetworkRate, work: (c: Context) => Response | Promise<Response>) => {
    return async (c: Context) => {
      const refusal = refusalBy(rate, c)
      return refusal ? tooMany(refusal) : work(c)
    }
  }
  const describe = counted(requests, (c) =>
    c.json(described, 200, { 'access-control-allow-origin': '*' }),
  )
  for (const path of [RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}/mcp`]) {
    app.get(path, describe)
  }
  if (!server) return
  const registrations = new NetworkRate(OAUTH_REGISTRATIONS)
  const visits = new NetworkRate(OAUTH_VISITS)

  const answer = async (c: Context) =>
    answerByNode(c, peerOf(c), async (exchange) => (await server()).serve(exchange))
  // A revocation tells nobody whether there was anything to revoke.
  for (const path of [...METADATA_PATHS, jwks, revocation]) {
    app.all(path, counted(requests, answer))
  }
  app.all(token, async (c) => {
    // Whoever shows what they were given is not kept out by others of their address.
    const answered = await answer(c)
    const isWrong = answered.status >= 400 && answered.status < 500
    const refusal = isWrong ? refusalBy(requests, c) : undefined
    return refusal ? tooMany(refusal) : answered
  })
  const authorize = async (c: Context) => {
    // Each of them is a visit that is written down.
    const refusal = refusalBy(visits, c)
    const answered = refusal ? tooMany(refusal) : await answer(c)
    if (answered.status < 400) return answered
    const retryAfter = answered.headers.get('retry-after')
    if (retryAfter !== null) c.header('retry-after', retryAfter)
    c.status(answered.status === 503 ? 503 : 400)
    return showPage(
      c,
      'This did not work',
      html`<p class="note bad">${await problemIn(answered)}</p>`,
    )
  }
  app.get(AUTHORIZE, authorize)
  app.get(`${AUTHORIZE}/:uid{[A-Za-z0-9_-]{10,100}}`, authorize)
  app.options(REGISTER, (c) => c.body(null, 204, PREFLIGHT))
  app.post(
    REGISTER,
    counted(registrations, async (c) => {
      const metadata = await readText(c.req.raw, REGISTRATION_MAX_BYTES)
      const answered = await answerByNode(c, peerOf(c), async (exchange) =>
        (await server()).register(exchange, metadata),
      )
      answered.headers.set('access-control-allow-origin', '*')
      return answered
    }),
  )
  app.all(REGISTER, (c) => {
    c.header('allow', 'POST')
    throw methodNotAllowed('POST')
  })
}

/**
 * The refusal of a program that asks too often. Never `invalid_client` nor a status of its own: programs know what to do about
 * this one (RFC 6749, section 4.1.2.1), and throw away what they have about others.
 */
function tooMany({ retryAfterSeconds }: RateVerdict): Response {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  const error_description = `Too many requests from your network. Try again in ${seconds} seconds.`
  return Response.json(
    { error: 'temporarily_unavailable', error_description },
    {
      status: 503,
      headers: {
        'retry-after': String(seconds),
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      },
    },
  )
}

/** What an error of the authorization server says (RFC 6749, section 5.2). */
async function problemIn(answered: Response): Promise<string> {
  const { error_description, error } = (await answered.json()) as Record<string, string>
  return error_description ?? error ?? ''
}
