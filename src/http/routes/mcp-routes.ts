import type { Context, Hono } from 'hono'
import type { ChatService } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import { type OAuth, ScopeMissing } from '../../contract/oauth.ts'
import type { Right } from '../../contract/right.ts'
import { DAY_SECONDS } from '../../lib/durations.ts'
import { answerError } from '../bodies/envelope.ts'
import { bearerChallenge } from '../callers/bearer.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { methodNotAllowed, notFound } from './dialect.ts'
import { errorAnswer, type Json, type Paths, RETRY_AFTER, pathText } from './route-says.ts'

const METHODS = ['GET', 'POST', 'DELETE']

/** People write a slash after the address that they add. */
const ADDRESSES = ['/mcp', '/mcp/']

/** How long a stream stays open once its right has ended: calls that run answer why they fail. */
const ANSWER_MAX_MS = 250

const MESSAGE: Json = {
  type: 'object',
  required: ['jsonrpc'],
  properties: { jsonrpc: { const: '2.0' } },
}

const STREAM: Json = { 'text/event-stream': { schema: { type: 'string' } } }

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

const SESSION = header('Mcp-Session-Id', 'Id of the session; clients of 2025 revisions send it.')

const REFUSALS = {
  400: {
    description: 'The message is none of the protocol, or does not fit here: a JSON-RPC error.',
    content: { 'application/json': { schema: MESSAGE } },
  },
  401: errorAnswer('`unauthorized`: a bearer key is required and missing or wrong.'),
  403: errorAnswer('`forbidden`: Host or Origin is not allowed.'),
  429: {
    ...errorAnswer('`rate_limited`: too many wrong keys came from this address.'),
    headers: RETRY_AFTER,
  },
}

const NO_SESSION: Json = { description: 'There is no such session: a JSON-RPC error.' }

/** The endpoint of the Model Context Protocol. */
export const MCP_PATHS: Paths = {
  '/mcp': {
    post: {
      operationId: 'mcp_post',
      summary: 'A message of the Model Context Protocol',
      description:
        'Takes messages by Streamable HTTP, of the protocol revisions of 2025 and 2026-07-28.',
      parameters: [
        SESSION,
        header('X-MCP-Toolsets', 'Toolsets to list, separated by commas.'),
        header('X-MCP-Tools', 'Tools to list, separated by commas.'),
        header('X-MCP-Exclude-Tools', 'Tools to leave out, separated by commas.'),
        header('X-MCP-Readonly', '`true` leaves out every tool that changes something.'),
        header(
          'X-Bellhop-Chat-Name',
          'Name that the agent takes in the team chat, percent-encoded where it is not ASCII.',
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: MESSAGE } } },
      responses: {
        200: {
          description: 'The answer, or a stream that ends with it.',
          content: { 'application/json': { schema: MESSAGE }, ...STREAM },
        },
        202: { description: 'The message was taken; it asks for no answer.' },
        ...REFUSALS,
        404: NO_SESSION,
        413: { description: 'The message is too large: a JSON-RPC error.' },
        429: { description: 'The caller has too many sessions or streams: a JSON-RPC error.' },
        503: {
          description: 'All callers together have too many sessions or streams: a JSON-RPC error.',
        },
      },
    },
    get: {
      operationId: 'mcp_get',
      summary: 'What a session is told between calls',
      parameters: [SESSION],
      responses: {
        200: { description: 'A stream of messages from the server.', content: STREAM },
        ...REFUSALS,
        404: NO_SESSION,
        405: { description: 'The request names no session: a JSON-RPC error.' },
      },
    },
    delete: {
      operationId: 'mcp_delete',
      summary: 'End a session',
      parameters: [SESSION],
      responses: { 200: { description: 'The session has ended.' }, ...REFUSALS, 404: NO_SESSION },
    },
  },
}

/** Icons that lists of tools name. */
export const ICON_PATHS: Paths = {
  '/icons/{name}': {
    get: {
      operationId: 'get_icon',
      summary: 'The icon of a toolset, kept for a day',
      security: [],
      parameters: [pathText('name', 'Name of the file.')],
      responses: {
        200: { description: 'The icon, as an SVG drawing.', content: { 'image/svg+xml': {} } },
        404: { description: 'There is no icon of that name.' },
      },
    },
  },
}

/** Adds the icons of toolsets, for everybody. */
export function addIconRoutes(app: App): void {
  app.get('/icons/:name', async (c) => {
    const { findIcon } = await import('../../core/select/toolset-icons.ts')
    const icon = findIcon(c.req.param('name'))
    if (icon === undefined) throw notFound()
    return c.body(icon, 200, {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
      'cache-control': `public, max-age=${DAY_SECONDS}`,
      'access-control-allow-origin': '*',
    })
  })
}

type App = Hono<{ Bindings: NodeBindings }>

/** Adds `/mcp`; refusals say how programs come in, where they may by OAuth. */
export function addMcpRoutes(
  app: App,
  oauth: OAuth | undefined,
  answer: (c: Context<{ Bindings: NodeBindings }>) => Promise<Response>,
): void {
  app.on(METHODS, ADDRESSES, async (c) => {
    try {
      const response = await answer(c)
      // nginx would hold events back until a page of them is full.
      if (isEventStream(response)) response.headers.set('x-accel-buffering', 'no')
      return response
    } catch (thrown) {
      if (!oauth || !(thrown instanceof OperationError)) throw thrown
      const challenge = challengeFor(oauth, c, thrown)
      if (challenge === undefined) throw thrown
      const refused = answerError(c, thrown)
      refused.headers.set('www-authenticate', challenge)
      return refused
    }
  })
  app.on('ALL', ADDRESSES, (c) => {
    c.header('allow', METHODS.join(', '))
    throw methodNotAllowed(METHODS.join(', '))
  })
}

/** The challenge of a refusal that a program can do something about. */
function challengeFor(oauth: OAuth, c: Context, error: OperationError): string | undefined {
  if (error instanceof ScopeMissing) {
    return bearerChallenge(oauth, { error: 'insufficient_scope', scopes: error.scopes })
  }
  if (error.code !== 'unauthorized') return undefined
  const isShown = c.req.header('authorization') !== undefined
  return bearerChallenge(oauth, isShown ? { error: 'invalid_token' } : {})
}

/** Passes a response on; an event stream ends with the right of its request: at the door, only new requests are seen. */
export function endWithRight(
  response: Response,
  right: Right,
  chat: Pick<ChatService, 'holdRight'>,
): Response {
  if (!response.body || !isEventStream(response)) return response
  let letGo = (): void => {}
  let ending: NodeJS.Timeout | undefined
  const over = (): void => {
    letGo()
    clearTimeout(ending)
  }
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      letGo = chat.holdRight(right, () => {
        ending = setTimeout(() => controller.terminate(), ANSWER_MAX_MS)
      })
    },
    flush: over,
    cancel: over,
  })
  return new Response(response.body.pipeThrough(passing), response)
}

/** Whether a response goes on with events. */
function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}
