import type { Context, Hono } from 'hono'
import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Services } from '../../contract/operation.ts'
import type { Webhook } from '../../contract/prompt.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import { runOperation } from '../../core/run/run.ts'
import { readLargeBody, type RequestRoom } from '../bodies/request-body.ts'
import type { Callers } from '../callers/callers.ts'
import type { NodeBindings } from '../callers/peer.ts'
import type { Dialect } from './dialect.ts'
import { type Json, jsonAnswer, type Paths } from './route-says.ts'

/** Largest event of another service. */
const EVENT_MAX_BYTES = 100_000

/** Dependencies of the webhook routes. */
export interface WebhookRouteParts {
  operations: readonly AnyOperation[]
  services: Services
  callers: Callers
  /** The dialect of the chat routes, for the format of failures. */
  dialect: Dialect
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
  /** Room for request bodies. */
  room: RequestRoom
}

/** An operation that takes events of other services. */
interface Listener {
  operation: AnyOperation
  webhook: Webhook
}

function listenersAmong(operations: readonly AnyOperation[]): Listener[] {
  return operations.flatMap((operation) =>
    (operation.webhooks ?? []).map((webhook) => ({ operation, webhook })),
  )
}

const query = ([name, description]: [string, string]): Json => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})

const refusal = (status: number): Json => ({ $ref: `#/components/responses/Refusal${status}` })

/** Where other services post their events. */
export function webhookPaths(operations: readonly AnyOperation[], base: string): Paths {
  const paths = listenersAmong(operations).map(({ webhook }) => [
    base + webhook.path,
    { post: described(webhook) },
  ])
  return Object.fromEntries(paths) as Paths
}

function described(webhook: Webhook) {
  return {
    operationId: webhook.name,
    summary: webhook.title,
    security: [{ webhookKey: [] }],
    parameters: [
      ...Object.entries(webhook.query).map(query),
      {
        name: 'X-Hub-Signature-256',
        in: 'header',
        description: 'HMAC of the body; needed where the account is a bot with a secret.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: {} },
        'application/x-www-form-urlencoded': { schema: { type: 'object' } },
      },
    },
    responses: {
      200: jsonAnswer('The event was posted as a message.', {
        type: 'object',
        required: ['result', 'msg'],
        properties: { result: { const: 'success' }, msg: { type: 'string' } },
      }),
      ...Object.fromEntries(
        [400, 401, 403, 404, 413, 429, 500, 503].map((status) => [status, refusal(status)]),
      ),
    },
  }
}

/**
 * Adds the routes where any service that posts JSON calls an operation, as the account of `api_key` in its
 * address. Where that is a bot with a secret (chat spec 2.10), only by events that are signed with it.
 */
export function addWebhookRoutes(
  app: Hono<{ Bindings: NodeBindings }>,
  { operations, services, callers, dialect, peerOf, room }: WebhookRouteParts,
): void {
  for (const { operation, webhook } of listenersAmong(operations)) {
    app.post(dialect.base + webhook.path, async (c) => {
      const { api_key: key = '', ...said } = c.req.query()
      // Services that post events cannot sign in otherwise.
      const actor = await callers.admitKey(c, peerOf(c), key)
      const principal = principalOfUser(actor.user.id)
      using _ = room.take(c.req.raw, principal.id)
      using large = room.leaseLarge(principal.id)
      const bytes = await readLargeBody(c.req.raw, EVENT_MAX_BYTES, large)
      const signature = c.req.header('x-hub-signature-256')
      await (await services.chat()).requireSignature(actor.user.id, { body: bytes, signature })
      const ownerId = actor.user.bot_owner_id ?? actor.user.id
      const content = parsed(bytes, c.req.header('content-type') ?? '')
      const header = (name: string) => c.req.header(name)
      const input = await webhook.input({ content, said, header, ownerId })
      if (input === undefined) return c.json({ result: 'success', msg: '' })
      const { signal } = c.req.raw
      const call = { services, caller: undefined, actor, principal, signal, progress: () => {} }
      await runOperation(operation, input, call)
      return c.json({ result: 'success', msg: '' })
    })
  }
}

/** JSON; or of a form, the JSON in its field `payload`, else its fields. */
function parsed(bytes: Buffer, type: string): unknown {
  try {
    const text = bytes.toString('utf8')
    if (!type.startsWith('application/x-www-form-urlencoded')) return JSON.parse(text)
    const fields = new URLSearchParams(text)
    const payload = fields.get('payload')
    return payload === null ? Object.fromEntries(fields) : JSON.parse(payload)
  } catch (cause) {
    throw new OperationError('invalid_input', 'Malformed JSON', { specCode: 'BAD_REQUEST', cause })
  }
}
