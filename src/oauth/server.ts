import { Readable } from 'node:stream'
import { type Client, errors } from 'oidc-provider'
import {
  type AuthorizationServer,
  type ConsentRequest,
  type NodeExchange,
  OAUTH_PATHS,
  scopesIn,
  USUAL_OAUTH_SCOPES,
} from '../contract/oauth.ts'
import type { Log } from '../lib/log.ts'
import { isLoopback } from '../lib/loopback.ts'
import { cleanLine } from '../lib/text.ts'
import { isDocumentAddress } from './client-documents.ts'
import { CLIENT_NAME_MAX_CHARS } from './limits.ts'
import { narrowClient } from './narrow-client.ts'
import { openGrant } from './open-grant.ts'
import { createProvider, type ProviderParts } from './provider.ts'
import { secondsOf } from './records.ts'
import { mayRedirectTo, REDIRECT_FORMS } from './redirect-forms.ts'
import { retrySecondsOf } from './refusals.ts'
import { visits } from './visits.ts'

/** What the authorization server is made of. */
export interface ServerParts extends ProviderParts {
  log: Log
  /** Called for each request of a program that is refused. */
  onRefused?(): void
}

/** Errors of the library by which programs are refused. */
const REFUSALS = [
  'authorization.error',
  'grant.error',
  'registration_create.error',
  'revocation.error',
] as const

/** Scopes of OpenID Connect that programs ask for out of habit; there is nothing behind them. */
const HABITUAL_SCOPES = ['openid', 'offline_access']

/** The authorization server over the library, whose requests and answers are Node's own. */
export function openServer(parts: ServerParts): AuthorizationServer {
  const { issuer, resource, store, now, log, documents, onRefused = () => {} } = parts
  const provider = createProvider(parts)
  const answer = provider.callback()
  const { host, protocol } = new URL(issuer)
  for (const refusal of REFUSALS) {
    provider.on(refusal, (context, error) => {
      onRefused()
      const seconds = retrySecondsOf(error)
      if (seconds !== undefined) context.set('retry-after', String(seconds))
    })
  }
  provider.on('server_error', (_, error) => log.error({ err: error }, 'oauth'))

  /** What programs read and where browsers go is the public address, whatever Host and X-Forwarded-* a stranger sends. */
  function nameServer({ headers }: NodeExchange['incoming']): void {
    Object.assign(headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    })
  }

  async function visitOf({ incoming, outgoing }: NodeExchange) {
    try {
      return await provider.interactionDetails(incoming, outgoing)
    } catch (thrown) {
      if (thrown instanceof errors.SessionNotFound) return undefined
      throw thrown
    }
  }

  async function currentVisit(exchange: NodeExchange) {
    const visit = await visitOf(exchange)
    if (!visit) throw new errors.SessionNotFound('the visit is over')
    return visit
  }

  /** The client of a visit. Throws OperationError where it cannot be known now. */
  async function clientOf(params: Readonly<Record<string, unknown>>) {
    try {
      return await provider.Client.find(String(params['client_id']))
    } catch (thrown) {
      throw retrySecondsOf(thrown) === undefined ? thrown : (thrown as Error).cause
    }
  }

  /** Does the work of a request, which is charged to whoever sent it. */
  async function visiting<T>(
    { from, incoming: { url = '' } }: NodeExchange,
    work: () => Promise<T>,
  ): Promise<T> {
    const isNew = [OAUTH_PATHS.authorization, OAUTH_PATHS.consent].some((path) =>
      url.startsWith(path),
    )
    return visits.run({ from, isNew, found: new Map() }, work)
  }

  return {
    async serve(exchange) {
      const { incoming, outgoing } = exchange
      nameServer(incoming)
      if (incoming.method === 'GET') incoming.url = withScope(incoming.url ?? '')
      await visiting(exchange, async () => answer(incoming, outgoing))
    },
    async register(exchange, metadata) {
      const { incoming, outgoing } = exchange
      const narrow = narrowClient(parsed(metadata))
      if (!narrow) {
        onRefused()
        refuse(outgoing, 'invalid_client_metadata', 'this is no metadata of a client')
      } else if (!narrow.redirect_uris.every(mayRedirectTo)) {
        onRefused()
        refuse(outgoing, 'invalid_redirect_uri', REDIRECT_FORMS)
      } else {
        nameServer(incoming)
        const request = replayed(incoming, JSON.stringify(narrow))
        await visiting(exchange, async () => answer(request, outgoing))
      }
    },
    async findConsentRequest(exchange) {
      const visit = await visitOf(exchange)
      if (!visit) return undefined
      const client = await visiting(exchange, async () => clientOf(visit.params))
      return client && requestOf(visit.params, client)
    },
    async allow(exchange, { accountId, scopes }) {
      const { params } = await currentVisit(exchange)
      const clientId = String(params['client_id'])
      const client = await visiting(exchange, async () => clientOf(params))
      if (!client) throw new errors.SessionNotFound('the client is gone')
      const consentRequest = requestOf(params, client)
      const allowed = consentRequest.scopes.filter((scope) => scopes.includes(scope))
      const refused = consentRequest.scopes.filter((scope) => !scopes.includes(scope))
      const grant = new provider.Grant({ accountId: String(accountId), clientId })
      for (const indicator of indicatorsIn(params, resource)) {
        grant.addResourceScope(indicator, allowed.join(' '))
        grant.rejectResourceScope(indicator, refused.join(' '))
      }
      const habitual = HABITUAL_SCOPES.filter((scope) => wordsIn(params['scope']).includes(scope))
      grant.addOIDCScope([...habitual, ...consentRequest.scopes].join(' '))
      const grantId = await grant.save()
      const seconds = secondsOf(now())
      await (
        await store()
      ).write(async (tx) => {
        await openGrant(tx, {
          id: grantId,
          account_id: accountId,
          client_id: clientId,
          client_name: consentRequest.clientName ?? '',
          redirect_host: consentRequest.redirectTo,
          scopes: allowed.join(' '),
          created_at: seconds,
          used_at: seconds,
        })
        await documents.keep(tx, clientId)
      })
      log.info({ account: accountId, client: clientId, scopes: allowed }, 'a program was let in')
      const result = {
        login: { accountId: String(accountId), remember: false },
        consent: { grantId },
      }
      return finish(exchange, result)
    },
    async deny(exchange) {
      return finish(exchange, {
        error: 'access_denied',
        error_description: 'The user did not allow it.',
      })
    },
  }

  async function finish(
    { incoming, outgoing }: NodeExchange,
    result: Parameters<typeof provider.interactionResult>[2],
  ): Promise<string> {
    return provider.interactionResult(incoming, outgoing, result, {
      mergeWithLastSubmission: false,
    })
  }
}

/** What a program asks for, as people are told of it. */
function requestOf(
  params: Readonly<Record<string, unknown>>,
  { clientId, clientName }: Client,
): ConsentRequest {
  const redirect = new URL(String(params['redirect_uri']))
  const name = clientName === undefined ? '' : cleanLine(clientName, CLIENT_NAME_MAX_CHARS)
  return {
    clientId,
    clientName: name === '' ? undefined : name,
    isDocumented: isDocumentAddress(clientId),
    redirectTo:
      redirect.protocol === 'https:' ? redirect.host : `${redirect.protocol}//${redirect.host}`,
    isOnComputer: redirect.protocol !== 'https:' || isLoopback(redirect.hostname),
    scopes: scopesIn(String(params['scope'])),
  }
}

/** A request for authorization that names no scope of ours asks for the usual ones: it would end in nothing else. */
function withScope(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  if (path !== OAUTH_PATHS.authorization) return url
  const params = new URLSearchParams(query)
  const scopeText = params.getAll('scope').join(' ')
  if (scopesIn(scopeText).length > 0) return url
  params.set('scope', [...wordsIn(scopeText), ...USUAL_OAUTH_SCOPES].join(' '))
  return `${path}?${params.toString()}`
}

function wordsIn(text: unknown): string[] {
  return typeof text === 'string' ? text.split(' ').filter(Boolean) : []
}

/** The resources that a program has named; those that are not ours were refused before. */
function indicatorsIn(params: Readonly<Record<string, unknown>>, resource: string): string[] {
  const named = [params['resource'] ?? []].flat().map(String)
  return named.length > 0 ? named : [resource]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A request like another one, with a JSON body in place of the one that was read. */
function replayed(
  { headers, method, url, socket }: NodeExchange['incoming'],
  text: string,
): Readable & Pick<NodeExchange['incoming'], 'headers'> {
  const bytes = Buffer.from(text)
  const length = String(bytes.byteLength)
  return Object.assign(Readable.from([bytes]), {
    headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    method,
    url,
    socket,
  })
}

/** Refuses a registration (RFC 7591, section 3.2.2). */
function refuse(outgoing: NodeExchange['outgoing'], error: string, description: string): void {
  outgoing.statusCode = 400
  outgoing.setHeader('content-type', 'application/json')
  outgoing.setHeader('cache-control', 'no-store')
  outgoing.end(JSON.stringify({ error, error_description: description }))
}
