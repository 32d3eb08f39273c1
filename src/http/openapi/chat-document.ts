import type { AnyOperation } from '../../contract/operation.ts'
import { sessionCookieName } from '../callers/browser.ts'
import { OWNER_PATHS, OWNER_FILE_PATHS } from '../owner/routes.ts'
import { EMAIL_PATHS } from '../routes/email-routes.ts'
import { ENTRY_PAGES } from '../routes/entry-pages.ts'
import { ENTRY_PATHS } from '../routes/entry-routes.ts'
import { FILE_PATHS } from '../routes/file-routes.ts'
import { CHAT_BASE, CHAT_DOCUMENT_PATH } from '../routes/form-dialect.ts'
import { documentPaths } from '../routes/operator-routes.ts'
import { errorAnswer, type Json, REQUEST_ID, RETRY_AFTER, tagRoutes } from '../routes/route-says.ts'
import { SESSION_PATHS } from '../routes/session-routes.ts'
import { WEB_PATHS } from '../routes/web-page.ts'
import { webhookPaths } from '../routes/webhook-routes.ts'
import { ACCOUNT, chatOperations } from './chat-operations.ts'
import { CONTRACT_VERSION } from './utility-document.ts'

/** What an instance serves of a chat. */
export interface ChatDocumentParts {
  operations: readonly AnyOperation[]
  baseUrl: string
}

/**
 * The OpenAPI 3.1 description of the chat: its operations, generated from their definitions, and what browsers, other
 * services and clients with large files ask besides. It is beside that of the utility routes, which it names.
 */
export function chatDocument({ operations, baseUrl }: ChatDocumentParts): Json {
  const { paths, schemas } = chatOperations(operations)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bellhop team chat API',
      version: CONTRACT_VERSION,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: {
      description: 'The utility routes and those for operators, as OpenAPI 3.1.0.',
      url: `${baseUrl}/openapi.json`,
    },
    servers: [{ url: baseUrl }],
    paths: {
      ...paths,
      ...tagRoutes('files', FILE_PATHS),
      ...tagRoutes('sessions', SESSION_PATHS),
      ...tagRoutes('sessions', ENTRY_PATHS),
      ...tagRoutes('email', ENTRY_PAGES),
      ...tagRoutes('email', EMAIL_PATHS),
      ...tagRoutes('page', WEB_PATHS),
      ...tagRoutes('owner', { ...OWNER_PATHS, ...OWNER_FILE_PATHS }),
      ...tagRoutes('webhooks', webhookPaths(operations, CHAT_BASE)),
      ...tagRoutes('document', documentPaths(CHAT_DOCUMENT_PATH, 'openapi')),
    },
    security: ACCOUNT,
    components: {
      schemas: { Error: ERROR_SCHEMA, ...schemas },
      responses: REFUSALS,
      headers: RATE_HEADERS,
      securitySchemes: securitySchemes(baseUrl),
    },
  }
}

const INTRODUCTION = [
  'Parameters of GET and DELETE travel in the query; those of other methods as form fields or as one JSON object.',
  'In queries and forms, arrays and objects are written as JSON text. DELETE takes form fields too.',
  'Every answer has `result` and `msg`; failures add `code`, and some of them further fields.',
].join(' ')

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['result', 'msg', 'code'],
  properties: {
    result: { const: 'error' },
    msg: { type: 'string', description: 'What is wrong, for a person or a model.' },
    code: { type: 'string', description: 'Code of what is wrong, for programs.' },
    var_name: { type: 'string', description: 'The parameter that is missing or wrong.' },
    'retry-after': { type: 'number', description: 'Seconds to wait after `RATE_LIMIT_HIT`.' },
    request_id: REQUEST_ID,
  },
}

const CHALLENGE: Json = {
  'WWW-Authenticate': { description: 'Ways in which one can sign in.', schema: { type: 'string' } },
}

const REFUSALS: Json = {
  Refusal400: errorAnswer(
    '`BAD_REQUEST`: the input is invalid, a permission is missing, or things conflict; `msg` holds the reason. ' +
      'Some reasons have a code of their own, such as `STREAM_DOES_NOT_EXIST` or `BAD_EVENT_QUEUE_ID`.',
  ),
  Refusal401: {
    ...errorAnswer(
      '`UNAUTHORIZED`: credentials are missing or wrong. `USER_DEACTIVATED`: the account is deactivated. `AUTHENTICATION_FAILED`: there is no account of that address and password.',
    ),
    headers: CHALLENGE,
  },
  Refusal403: errorAnswer(
    '`BAD_REQUEST`: Host or Origin is not allowed. `CSRF_FAILED`: the request of a browser does not come from a page of this server.',
  ),
  Refusal404: errorAnswer('`NOT_FOUND`: there is no such record for the caller.'),
  Refusal413: errorAnswer('`REQUEST_TOO_LARGE`: the body or the file is too large.'),
  Refusal422: errorAnswer('`BAD_REQUEST`: the file cannot be read.'),
  Refusal429: {
    ...errorAnswer('`RATE_LIMIT_HIT`: too many requests, or too many failed sign-ins.'),
    headers: RETRY_AFTER,
  },
  Refusal500: errorAnswer('`INTERNAL_SERVER_ERROR`: a fault of this server.'),
  Refusal503: {
    ...errorAnswer(
      '`SERVICE_UNAVAILABLE`: the server is busy, or its store or files are not reachable.',
    ),
    headers: RETRY_AFTER,
  },
}

const count = (description: string): Json => ({ description, schema: { type: 'integer' } })

const RATE_HEADERS: Json = {
  'X-RateLimit-Limit': count(
    'How many requests the caller may make in a while, where they are limited.',
  ),
  'X-RateLimit-Remaining': count('How many requests the caller has left.'),
  'X-RateLimit-Reset': count('When the caller may make all requests again, in UNIX seconds.'),
}

const securitySchemes = (baseUrl: string): Json => ({
  account: {
    type: 'http',
    scheme: 'basic',
    description: 'The API e-mail of an account and its API key.',
  },
  accountKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The API key of an account, without its e-mail.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(baseUrl),
    description:
      'The cookie of a browser that is signed in. What changes something needs the header X-CSRFToken too, and comes from a page ' +
      'of this server.',
  },
  webhookKey: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'The API key of the account that posts.',
  },
})
