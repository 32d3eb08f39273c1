import type { Context, Hono } from 'hono'
import type { Browser, Sessions } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import type { Services } from '../../contract/operation.ts'
import { readFields } from '../bodies/form-fields.ts'
import type { RequestRoom } from '../bodies/request-body.ts'
import { type BrowserCookies, csrfTokenOf } from '../callers/browser.ts'
import type { Callers } from '../callers/callers.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { type Dialect, methodNotAllowed } from './dialect.ts'
import { PAGE_CHALLENGE } from './form-dialect.ts'
import { envelopeOf, FORGED, type Json, jsonAnswer, type Paths, refusal } from './route-says.ts'

/** Dependencies of the session routes. */
export interface SessionRouteParts {
  services: Services
  cookies: BrowserCookies
  callers: Callers
  /** Writes failures in the format of the chat routes. */
  dialect: Dialect
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
  /** Room for request bodies. */
  room: RequestRoom
}

/** The cookies of a session, as documents describe them. */
export const SESSION_COOKIES: Json = {
  'Set-Cookie': {
    description: 'Cookies of the session and of its CSRF token.',
    schema: { type: 'string' },
  },
}

/** How browsers sign in and out. */
export const SESSION_PATHS: Paths = {
  '/accounts/login/': {
    post: {
      operationId: 'sign_in',
      summary: 'Begin a session of a browser',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: {
                username: { type: 'string', description: 'E-mail address of the account.' },
                password: { type: 'string', format: 'password' },
                api_key: {
                  type: 'string',
                  format: 'password',
                  description:
                    'API key of a person, in place of address and password; a session is given for it.',
                },
              },
            },
          },
        },
      },
      responses: {
        200: {
          ...jsonAnswer(
            'The browser is signed in.',
            envelopeOf({
              user_id: { type: 'integer' },
              email: { type: 'string' },
              csrf_token: { type: 'string' },
            }),
          ),
          headers: SESSION_COOKIES,
        },
        400: refusal(400),
        401: refusal(401),
        403: FORGED,
        413: refusal(413),
        429: refusal(429),
        500: refusal(500),
        503: refusal(503),
      },
    },
  },
  '/accounts/logout/': {
    post: {
      operationId: 'sign_out',
      summary: 'End the session of a browser',
      security: [{ session: [] }, {}],
      responses: {
        200: {
          ...jsonAnswer('The browser is signed out.', envelopeOf()),
          headers: SESSION_COOKIES,
        },
        403: FORGED,
        500: refusal(500),
        503: refusal(503),
      },
    },
  },
}

/** Adds `POST /accounts/login/` and `/accounts/logout/`: sessions of browsers (chat spec 5.3), in the envelope of the chat. */
export function addSessionRoutes(
  app: Hono<{ Bindings: NodeBindings }>,
  { services, cookies, callers, dialect, peerOf, room }: SessionRouteParts,
): void {
  const answer = (work: (c: Context) => Promise<object>) => async (c: Context) => {
    c.header('cache-control', 'no-store')
    try {
      return c.json({ result: 'success', msg: '', ...(await work(c)) })
    } catch (thrown) {
      const where = { path: c.req.path }
      const failed = dialect.fail(c, logFailure(services.log, thrown, where, c.req.raw.signal))
      if (failed.headers.has('www-authenticate')) {
        failed.headers.set('www-authenticate', PAGE_CHALLENGE)
      }
      return failed
    }
  }
  const beginIn = async (c: Context, sessions: Sessions, fields: ReadonlyMap<string, unknown>) => {
    const [from, browser] = [peerOf(c), browserIn(c, cookies)]
    if (fields.has('api_key')) {
      const account = await callers.admitKey(c, from, requireText(fields, 'api_key'), {
        isWebhook: false,
      })
      return sessions.beginFor(account, browser)
    }
    const [email, password] = [requireText(fields, 'username'), requireText(fields, 'password')]
    return sessions.begin({ email, password, from, ...browser })
  }
  app.post(
    '/accounts/login/',
    answer(async (c) => {
      const request = c.req.raw
      cookies.requireOwnPage(request)
      const owner = `address ${peerOf(c)}`
      using _ = room.take(request, owner)
      using large = room.leaseLarge(owner)
      const fields = await readFields(request, large)
      const { sessions } = await services.chat()
      const begun = await beginIn(c, sessions, fields)
      for (const cookie of cookies.set(begun.token, sessions.lifeSeconds)) {
        c.header('set-cookie', cookie, { append: true })
      }
      const { id: user_id, email: address } = begun.user
      return { user_id, email: address, csrf_token: csrfTokenOf(begun.token) }
    }),
  )
  app.post(
    '/accounts/logout/',
    answer(async (c) => {
      const token = cookies.sessionIn(c.req.raw.headers)
      if (token !== undefined) {
        cookies.requireIntent(c.req.raw, token)
        await (await services.chat()).sessions.end(token)
      }
      for (const cookie of cookies.clear()) c.header('set-cookie', cookie, { append: true })
      return {}
    }),
  )
  for (const path of ['/accounts/login/', '/accounts/logout/']) {
    app.all(path, (c) => {
      c.header('allow', 'POST')
      return dialect.fail(c, methodNotAllowed('POST'))
    })
  }
}

function requireText(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name)
  if (typeof value === 'string' && value !== '') return value
  throw new OperationError('invalid_input', `Missing '${name}' argument`, {
    specCode: 'BAD_REQUEST',
    fields: { var_name: name },
  })
}

/** The browser that makes a request. */
export function browserIn({ req: { raw } }: Context, cookies: BrowserCookies): Browser {
  const client = raw.headers.get('user-agent') ?? ''
  return { before: cookies.sessionIn(raw.headers), client }
}
