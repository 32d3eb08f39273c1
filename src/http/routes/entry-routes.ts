import type { Context, Hono } from 'hono'
import type { BegunSession, ChatService } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import { readFields } from '../bodies/form-fields.ts'
import { type BrowserCookies, csrfTokenOf } from '../callers/browser.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { methodNotAllowed } from './dialect.ts'
import {
  envelopeOf,
  FORGED,
  type Json,
  jsonAnswer,
  type Paths,
  pathText,
  refusal,
} from './route-says.ts'
import { browserIn, SESSION_COOKIES, type SessionRouteParts } from './session-routes.ts'

/** Who has a session now. */
const SIGNED_IN: Json = {
  user_id: { type: 'integer' },
  email: { type: 'string' },
  csrf_token: { type: 'string' },
}

const text = (description: string): Json => ({ type: 'string', description })

const bodyOf = (properties: Record<string, Json>, required: readonly string[]): Json => ({
  required: true,
  content: {
    'application/x-www-form-urlencoded': { schema: { type: 'object', required, properties } },
  },
})

const REFUSALS = {
  400: refusal(400),
  403: FORGED,
  413: refusal(413),
  429: refusal(429),
  500: refusal(500),
  503: refusal(503),
}

const KEY = pathText('key', 'Last part of the link.')

const PASSWORD: Json = { type: 'string', format: 'password' }

const route = (
  operationId: string,
  summary: string,
  rest: { requestBody?: Json; parameters?: readonly Json[]; done: Json },
) => {
  const { done, ...described } = rest
  const missing = rest.parameters ? { 404: refusal(404) } : {}
  const responses = { 200: done, ...REFUSALS, ...missing }
  return { operationId, summary, security: [], ...described, responses }
}

const begun = (description: string, properties: Json): Json => ({
  ...jsonAnswer(description, envelopeOf(properties, [])),
  headers: SESSION_COOKIES,
})

/** How people join by an invitation or without one, and set a forgotten password. */
export const ENTRY_PATHS: Paths = {
  '/accounts/join/{key}': {
    get: route('view_invitation', 'What an invitation is about', {
      parameters: [KEY],
      done: jsonAnswer(
        'The link can be used.',
        envelopeOf({
          realm_name: { type: 'string' },
          realm_description: { type: 'string' },
          email: {
            type: ['string', 'null'],
            description: 'Address that is invited; null for a link that many may use.',
          },
          invited_as: { type: 'integer' },
          inviter_name: { type: ['string', 'null'] },
          needs_confirmation: {
            type: 'boolean',
            description: 'Whether an address that is given is confirmed by mail first.',
          },
        }),
      ),
    }),
  },
  '/accounts/join/': {
    post: route('join', 'Make an account by an invitation, and begin a session', {
      requestBody: bodyOf(
        {
          key: text('Last part of the link of the invitation.'),
          email: text(
            'Address of the new account, where the invitation is for no address in particular.',
          ),
          full_name: text('Display name of the new account.'),
          password: PASSWORD,
        },
        ['key'],
      ),
      done: begun(
        'The account is there and signed in; or, with `confirmation_sent`, a link was mailed to its address.',
        { ...SIGNED_IN, confirmation_sent: { type: 'boolean' } },
      ),
    }),
  },
  '/accounts/sign_up/': {
    post: route('sign_up', 'Mail a link to somebody who is not invited', {
      requestBody: bodyOf({ email: text('Address of the new account.') }, ['email']),
      done: jsonAnswer(
        'A link was mailed to the address.',
        envelopeOf({ confirmation_sent: { type: 'boolean' } }),
      ),
    }),
  },
  '/accounts/password/reset/': {
    post: route('ask_for_password', 'Mail a link that sets a forgotten password', {
      requestBody: bodyOf({ email: text('Address of the account.') }, ['email']),
      done: jsonAnswer(
        'A link was mailed if there is an account of that address; the answer does not tell.',
        envelopeOf(),
      ),
    }),
  },
  '/accounts/password/reset/{key}': {
    get: route('view_password_link', 'Whose password a link sets', {
      parameters: [KEY],
      done: jsonAnswer('The link can be used.', envelopeOf({ email: { type: 'string' } })),
    }),
  },
  '/accounts/password/set/': {
    post: route('set_password', 'Set a forgotten password, and begin a session', {
      requestBody: bodyOf({ key: text('Last part of the link.'), password: PASSWORD }, [
        'key',
        'password',
      ]),
      done: begun('The password is set, and every other sign-in has ended.', SIGNED_IN),
    }),
  },
}

const KEY_PATTERN = ':key{[A-Za-z0-9_-]{20,100}}'

/** Adds the routes by which people come to an account, in the envelope of the chat. Those that begin a session take own pages only. */
export function addEntryRoutes(
  app: Hono<{ Bindings: NodeBindings }>,
  parts: SessionRouteParts,
): void {
  const { services, callers, cookies, dialect, peerOf, room } = parts
  const answer =
    (work: (c: Context, chat: ChatService) => Promise<object>) => async (c: Context) => {
      c.header('cache-control', 'no-store')
      try {
        callers.count(c, peerOf(c))
        return c.json({ result: 'success', msg: '', ...(await work(c, await services.chat())) })
      } catch (thrown) {
        // The path may hold a key.
        const where = { path: '/accounts' }
        return dialect.fail(c, logFailure(services.log, thrown, where, c.req.raw.signal))
      }
    }
  const fieldsOf = async (c: Context): Promise<ReadonlyMap<string, unknown>> => {
    const owner = `address ${peerOf(c)}`
    using _ = room.take(c.req.raw, owner)
    using large = room.leaseLarge(owner)
    return readFields(c.req.raw, large)
  }
  const browserOf = (c: Context) => browserIn(c, cookies)

  app.get(
    `/accounts/join/${KEY_PATTERN}`,
    answer(async (c, chat) => {
      const view = await chat.entry.viewInvitation(c.req.param('key') ?? '')
      return { ...view, email: view.email ?? null, inviter_name: view.inviter_name ?? null }
    }),
  )
  app.post(
    '/accounts/join/',
    answer(async (c, chat) => {
      cookies.requireOwnPage(c.req.raw)
      const fields = await fieldsOf(c)
      const session = await chat.entry.join(newcomerIn(fields), browserOf(c))
      if (!session) return { confirmation_sent: true }
      return signedIn(c, cookies, chat, session)
    }),
  )
  app.post(
    '/accounts/sign_up/',
    answer(async (c, chat) => {
      await chat.entry.signUp(requiredText(await fieldsOf(c), 'email'))
      return { confirmation_sent: true }
    }),
  )
  app.post(
    '/accounts/password/reset/',
    answer(async (c, chat) => {
      await chat.entry.askForPassword(requiredText(await fieldsOf(c), 'email'))
      return {}
    }),
  )
  app.get(
    `/accounts/password/reset/${KEY_PATTERN}`,
    answer(async (c, chat) => chat.entry.viewPasswordLink(c.req.param('key') ?? '')),
  )
  app.post(
    '/accounts/password/set/',
    answer(async (c, chat) => {
      cookies.requireOwnPage(c.req.raw)
      const fields = await fieldsOf(c)
      const [key, password] = [requiredText(fields, 'key'), requiredText(fields, 'password')]
      return signedIn(
        c,
        cookies,
        chat,
        await chat.entry.setPassword({ key, password }, browserOf(c)),
      )
    }),
  )
  for (const path of ['join', 'sign_up', 'password/reset', 'password/set']) {
    app.all(`/accounts/${path}/`, (c) => {
      c.header('allow', 'POST')
      return dialect.fail(c, methodNotAllowed('POST'))
    })
  }
}

/** Who joins, as a form says it. Whatever is missing is refused by what makes the account. */
export function newcomerIn(fields: ReadonlyMap<string, unknown>) {
  return {
    key: requiredText(fields, 'key'),
    email: textIn(fields, 'email'),
    full_name: textIn(fields, 'full_name') ?? '',
    password: textIn(fields, 'password') ?? '',
  }
}

/** The value of a field; undefined for an empty one, and for one that is no text. */
export function textIn(fields: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = fields.get(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Sets the cookies of a session that has begun; returns who has it. */
export function signedIn(
  c: Context,
  cookies: BrowserCookies,
  { sessions }: Pick<ChatService, 'sessions'>,
  { user, token }: BegunSession,
): object {
  for (const cookie of cookies.set(token, sessions.lifeSeconds)) {
    c.header('set-cookie', cookie, { append: true })
  }
  return { user_id: user.id, email: user.email, csrf_token: csrfTokenOf(token) }
}

/** The value of a field that must be there. Throws `invalid_input` with its name. */
export function requiredText(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = textIn(fields, name)
  if (value !== undefined) return value
  throw new OperationError('invalid_input', `Missing '${name}' argument`, {
    specCode: 'BAD_REQUEST',
    fields: { var_name: name },
  })
}
