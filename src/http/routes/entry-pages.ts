import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { BegunSession, Browser, ChatService } from '../../contract/chat.ts'
import { logFailure } from '../../contract/log-failure.ts'
import { readFields } from '../bodies/form-fields.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { newcomerIn, requiredText, signedIn, textIn } from './entry-routes.ts'
import { pageAnswer, type ShowPage, TOO_MANY } from './page.ts'
import { pathText, type Paths } from './route-says.ts'
import { browserIn, SESSION_COOKIES, type SessionRouteParts } from './session-routes.ts'

const KEY = pathText('key', 'Last part of the link.')

const described = (operationId: string, summary: string) => ({
  get: {
    operationId: `show_${operationId}`,
    summary,
    security: [],
    parameters: [KEY],
    responses: {
      200: pageAnswer('A page with a form, which posts to the address of the page.'),
      404: pageAnswer('The link is not valid any more.'),
      429: TOO_MANY,
    },
  },
  post: {
    operationId: `send_${operationId}`,
    summary: `${summary}, as its form sends it`,
    security: [],
    parameters: [KEY],
    responses: {
      200: pageAnswer('A page that says what is left to do.'),
      303: {
        description: 'The person is signed in and sent to the page for people.',
        headers: SESSION_COOKIES,
      },
      400: pageAnswer('A page that says what is wrong.'),
      404: pageAnswer('The link is not valid any more.'),
      429: TOO_MANY,
      503: pageAnswer('The server is busy, or its store is not reachable.'),
    },
  },
})

/** Pages behind the links of invitations and for forgotten passwords. */
export const ENTRY_PAGES: Paths = {
  '/join/{key}': described('invitation_page', 'Page on which somebody joins'),
  '/login/{key}': described('sign_in_page', 'Page on which somebody signs in by a link'),
  '/reset/{key}': described('password_page', 'Page on which somebody sets a password'),
}

const PATTERN = ':key{[A-Za-z0-9_-]{20,100}}'

type Content = ReturnType<typeof html>

/** A page with a form: how it is shown, and what sending it does. */
interface EntryPage {
  path: string
  /** Title where the link is refused. */
  refused: string
  /** Its form holds what was typed before, but for passwords. */
  show(
    chat: ChatService,
    key: string,
    typed: Fields,
  ): Promise<readonly [title: string, content: Content]>
  /** Returns what there is to say, or undefined for somebody who is in now. */
  send(visit: Visit): Promise<readonly [title: string, content: Content] | string>
}

type Fields = ReadonlyMap<string, unknown>

interface Visit {
  chat: ChatService
  fields: Fields
  browser: Browser
  /** Sets the cookies of a session that has begun. */
  begin(session: BegunSession): void
}

/** A field of a form, with its label. */
export const formField = (label: string, input: Content) =>
  html`<label class="field"><span>${label}</span>${input}</label>`

const emailField = (value = '') =>
  formField(
    'E-mail',
    html`<input
      class="input"
      type="email"
      name="email"
      value="${value}"
      required
      autocomplete="username"
    />`,
  )

const nameField = (value = '') =>
  formField(
    'Your name',
    html`<input
      class="input"
      name="full_name"
      value="${value}"
      required
      maxlength="100"
      autocomplete="name"
    />`,
  )

const PASSWORD_FIELD = formField(
  'Password',
  html`<input
    class="input"
    type="password"
    name="password"
    required
    autocomplete="new-password"
  />`,
)

const submit = (label: string) => html`<button class="button primary">${label}</button>`

/** The name that a new owner has until they choose one. */
const UNNAMED = 'Owner'

const JOIN: EntryPage = {
  path: '/join',
  refused: 'You cannot join',
  async show(chat, key, typed) {
    const { realm_name, email, inviter_name, needs_confirmation } =
      await chat.entry.viewInvitation(key)
    return [
      `Join ${realm_name}`,
      html`${inviter_name === undefined ? '' : html`<p>${inviter_name} invites you.</p>`}
        <form method="post">
          ${email === undefined ? emailField(textIn(typed, 'email')) : html`<p>${email}</p>`}
          ${needs_confirmation ? '' : html`${nameField(textIn(typed, 'full_name'))}${PASSWORD_FIELD}`}
          ${submit('Join')}
        </form>`,
    ]
  },
  async send({ chat, fields, browser, begin }) {
    const session = await chat.entry.join(newcomerIn(fields), browser)
    if (!session) return ['Look into your mail', html`<p>A link was sent to you.</p>`]
    begin(session)
    return '/'
  },
}

const RESET: EntryPage = {
  path: '/reset',
  refused: 'The password cannot be set',
  async show(chat, key) {
    const { email } = await chat.entry.viewPasswordLink(key)
    return [
      'Set a new password',
      html`<form method="post">
        <p>${email}</p>
        ${PASSWORD_FIELD}${submit('Set the password')}
      </form>`,
    ]
  },
  async send({ chat, fields, browser, begin }) {
    const [key, password] = [requiredText(fields, 'key'), requiredText(fields, 'password')]
    begin(await chat.entry.setPassword({ key, password }, browser))
    return '/'
  },
}

const LOGIN: EntryPage = {
  path: '/login',
  refused: 'You cannot sign in by this link',
  async show(chat, key, typed) {
    const view = await chat.entry.viewSignInLink(key)
    if (!view.isNew) {
      return [
        `Sign in to ${view.realm_name}`,
        html`<form method="post">
          <p>You are ${view.full_name} (${view.email}).</p>
          ${submit('Sign in')}
        </form>`,
      ]
    }
    const organization = formField(
      'Name of your team',
      html`<input
        class="input"
        name="realm_name"
        value="${textIn(typed, 'realm_name') ?? ''}"
        required
        maxlength="40"
        autofocus
      />`,
    )
    return [
      view.namesOrganization ? 'Set up your team chat' : `Welcome to ${view.realm_name}`,
      html`<form method="post">
        ${view.namesOrganization ? organization : ''}
        ${nameField(textIn(typed, 'full_name') ?? (view.full_name === UNNAMED ? '' : view.full_name))}
        ${emailField(textIn(typed, 'email') ?? view.email)} ${PASSWORD_FIELD}${submit('Go on')}
      </form>`,
    ]
  },
  async send({ chat, fields, browser, begin }) {
    const { isNew } = await chat.entry.viewSignInLink(requiredText(fields, 'key'))
    begin(
      await chat.entry.signInByLink(
        { ...newcomerIn(fields), realm_name: textIn(fields, 'realm_name') },
        browser,
      ),
    )
    return isNew ? '/#welcome' : '/'
  },
}

/** What somebody has typed, once it was read. */
interface Typed {
  fields: Fields
}

/** Dependencies of the pages by which people enter. */
export interface EntryPageParts extends SessionRouteParts {
  showPage: ShowPage
}

/** Adds these pages. They work without scripts; opening one changes nothing, for programs that check mails open links too. */
export function addEntryPages(
  app: Hono<{ Bindings: NodeBindings }>,
  { services, callers, cookies, peerOf, room, showPage }: EntryPageParts,
): void {
  const fieldsOf = async (c: Context, key: string) => {
    cookies.requireOwnPage(c.req.raw)
    const owner = `address ${peerOf(c)}`
    using _ = room.take(c.req.raw, owner)
    using large = room.leaseLarge(owner)
    return new Map([...(await readFields(c.req.raw, large)), ['key', key] as const])
  }
  const send = async (c: Context, page: EntryPage, key: string, typed: Typed) => {
    const fields = await fieldsOf(c, key)
    typed.fields = fields
    const chat = await services.chat()
    const begin = (session: BegunSession) => void signedIn(c, cookies, chat, session)
    const next = await page.send({ chat, fields, browser: browserIn(c, cookies), begin })
    return typeof next === 'string' ? c.redirect(next, 303) : showPage(c, ...next)
  }
  /** Why something was refused, with the form again where that may help. */
  const refuse = async (
    c: Context,
    page: EntryPage,
    key: string,
    thrown: unknown,
    typed: Typed,
  ) => {
    // The path holds a key.
    const where = { path: page.path }
    const { status, message } = logFailure(services.log, thrown, where, c.req.raw.signal)
    const reason = html`<p class="note bad" role="alert">${message}</p>`
    c.status(status === 400 || status === 403 || status === 404 ? status : 503)
    if (status !== 400 || c.req.method !== 'POST') return showPage(c, page.refused, reason)
    const [title, form] = await page.show(await services.chat(), key, typed.fields)
    return showPage(c, title, html`${reason}${form}`)
  }
  const answer =
    (page: EntryPage, work: (c: Context, key: string, typed: Typed) => Promise<Response>) =>
    async (c: Context) => {
      callers.count(c, peerOf(c))
      const key = c.req.param('key') ?? ''
      const typed: Typed = { fields: new Map() }
      try {
        return await work(c, key, typed)
      } catch (thrown) {
        return refuse(c, page, key, thrown, typed)
      }
    }
  for (const page of [JOIN, RESET, LOGIN]) {
    const show = async (c: Context, key: string) =>
      showPage(c, ...(await page.show(await services.chat(), key, new Map())))
    app.get(`${page.path}/${PATTERN}`, answer(page, show))
    app.post(
      `${page.path}/${PATTERN}`,
      answer(page, async (c, key, typed) => send(c, page, key, typed)),
    )
  }
}
