import type { Context, Hono } from 'hono'
import { OperationError } from '../contract/errors.ts'
import type { AnyOperation, Services } from '../contract/operation.ts'
import { runOperation } from '../core/run.ts'
import type { Callers } from './callers.ts'
import type { Dialect } from './dialect.ts'
import { type Json, jsonAnswer, type Paths } from './openapi/shapes.ts'
import type { NodeBindings } from './peer.ts'
import { readBody } from './read-body.ts'

/** Largest event of another service. */
const EVENT_MAX_BYTES = 100_000

/** Dependencies of the webhook routes. */
export interface WebhookRouteParts {
  services: Services
  callers: Callers
  /** The dialect of the chat routes, for the format of failures. */
  dialect: Dialect
  /** The operation that sends. */
  sendMessage: AnyOperation
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
}

const query = (name: string, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})

const refusal = (status: number): Json => ({ $ref: `#/components/responses/Refusal${status}` })

/** Where other services post their events. */
export const WEBHOOK_PATHS: Paths = {
  '/api/v1/external/json': {
    post: {
      operationId: 'post_event',
      summary: 'Post an event of another service as a message',
      security: [{ webhookKey: [] }],
      parameters: [
        query('stream', 'Channel, by name; a direct message to the owner of the bot when absent.'),
        query('topic', 'Topic in it; `JSON` when absent.'),
        {
          name: 'X-Hub-Signature-256',
          in: 'header',
          description: 'HMAC of the body, where the account is a bot with a secret.',
          schema: { type: 'string' },
        },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: {} } } },
      responses: {
        200: jsonAnswer('Posted.', {
          type: 'object',
          required: ['result', 'msg'],
          properties: { result: { const: 'success' }, msg: { type: 'string' } },
        }),
        ...Object.fromEntries(
          [400, 401, 403, 404, 413, 429, 500, 503].map((status) => [status, refusal(status)]),
        ),
      },
    },
  },
}

/**
 * Adds `POST /external/json`: any service that posts JSON posts it to a channel, as the account of
 * `api_key` in its address. Where that is a bot with a secret (chat spec 2.10), only events that are signed with it.
 */
export function addWebhookRoutes(
  app: Hono<{ Bindings: NodeBindings }>,
  { services, callers, dialect, sendMessage, peerOf }: WebhookRouteParts,
): void {
  app.post(`${dialect.base}/external/json`, async (c) => {
    const { api_key: key = '', stream, topic } = c.req.query()
    // Services that post events cannot sign in otherwise.
    const actor = await callers.admitKey(c, peerOf(c), key)
    const bytes = await readBody(c.req.raw, EVENT_MAX_BYTES)
    const signature = c.req.header('x-hub-signature-256')
    await (await services.chat()).requireSignature(actor.user.id, { body: bytes, signature })
    const event = laidOut(bytes)
    const content = `\`\`\`json\n${event.replaceAll('```', "'''")}\n\`\`\``
    const place =
      stream === undefined
        ? { type: 'direct', to: [actor.user.bot_owner_id ?? actor.user.id] }
        : { type: 'channel', to: stream, topic: topic ?? 'JSON' }
    const { signal } = c.req.raw
    const call = { services, caller: undefined, actor, signal, progress: () => {} }
    await runOperation(sendMessage, { ...place, content }, call)
    return c.json({ result: 'success', msg: '' })
  })
}

/** The event, laid out for people. */
function laidOut(bytes: Buffer): string {
  try {
    return JSON.stringify(JSON.parse(bytes.toString('utf8')), null, 2)
  } catch (cause) {
    throw new OperationError('invalid_input', 'Malformed JSON', { specCode: 'BAD_REQUEST', cause })
  }
}
