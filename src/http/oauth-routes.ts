import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ALL_OAUTH_SCOPES, type OAuth, OAUTH_PATHS } from '../contract/oauth.ts'
import type { Services } from '../contract/operation.ts'
import { admitCall } from '../contract/rate-limited.ts'
import { RateLimit } from '../lib/rate-limit.ts'
import { RESOURCE_METADATA_PATH } from './bearer-challenge.ts'
import type { Callers } from './callers.ts'
import { OAUTH_REGISTRATIONS, REGISTRATION_MAX_BYTES } from './limits.ts'
import { answerByNode } from './node-answer.ts'
import type { ShowPage } from './page.ts'
import type { NodeBindings } from './peer.ts'
import { readText } from './read-body.ts'
import { methodNotAllowed } from './route.ts'

/** Dependencies of the routes of programs that come in by OAuth. */
export interface OAuthRouteParts {
  oauth: OAuth
  services: Services
  callers: Callers
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
  { oauth, services, callers, peerOf, showPage }: OAuthRouteParts,
): void {
  const { issuer, resource, server } = oauth
  const described = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: ALL_OAUTH_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Bellhop',
  }
  for (const path of [RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}/mcp`]) {
    app.get(path, (c) => c.json(described, 200, { 'access-control-allow-origin': '*' }))
  }
  if (!server) return
  const registrations = new RateLimit([OAUTH_REGISTRATIONS])

  const answer = async (c: Context) =>
    answerByNode(c, async (exchange) => (await server()).serve(exchange))
  for (const path of [...METADATA_PATHS, token, revocation, jwks]) {
    app.all(path, answer)
  }
  const authorize = async (c: Context) => {
    // Each of them is a visit that is written down.
    callers.count(c, peerOf(c))
    const answered = await answer(c)
    if (answered.status < 400) return answered
    c.status(400)
    return showPage(
      c,
      'This did not work',
      html`<p class="note bad">${await problemIn(answered)}</p>`,
    )
  }
  app.get(AUTHORIZE, authorize)
  app.get(`${AUTHORIZE}/:uid{[A-Za-z0-9_-]{10,100}}`, authorize)
  app.options(REGISTER, (c) => c.body(null, 204, PREFLIGHT))
  app.post(REGISTER, async (c) => {
    admitCall(registrations, peerOf(c), services.now().getTime())
    const metadata = await readText(c.req.raw, REGISTRATION_MAX_BYTES)
    const answered = await answerByNode(c, async (exchange) =>
      (await server()).register(exchange, metadata),
    )
    answered.headers.set('access-control-allow-origin', '*')
    return answered
  })
  app.all(REGISTER, (c) => {
    c.header('allow', 'POST')
    throw methodNotAllowed('POST')
  })
}

/** What an error of the authorization server says (RFC 6749, section 5.2). */
async function problemIn(answered: Response): Promise<string> {
  const { error_description, error } = (await answered.json()) as Record<string, string>
  return error_description ?? error ?? ''
}
