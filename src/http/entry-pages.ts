import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { toOperationError } from '../contract/errors.ts'
import { logFailure } from '../contract/log-failure.ts'
import { type EntryRouteParts, newcomerIn, requiredText, signedIn } from './entry-routes.ts'
import { readFields } from './form-fields.ts'
import { pathText, type Paths } from './openapi/shapes.ts'
import { pageAnswer, type ShowPage, TOO_MANY } from './page.ts'
import type { NodeBindings } from './peer.ts'
import { browserIn } from './session-routes.ts'

const KEY = pathText('key', 'Of the link.')

const page = (operationId: string, summary: string) => ({
  get: {
    operationId: `show_${operationId}`,
    summary,
    security: [],
    parameters: [KEY],
    responses: {
      200: pageAnswer('A form that posts to the same address.'),
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
      200: pageAnswer('Done.'),
      400: pageAnswer('What is wrong.'),
      404: pageAnswer('The link is not valid any more.'),
      429: TOO_MANY,
      503: pageAnswer('Not now.'),
    },
  },
})

/** Pages behind the links of invitations and for forgotten passwords. */
export const ENTRY_PAGES: Paths = {
  '/join/{key}': page('invitation_page', 'Page on which somebody joins'),
  '/reset/{key}': page('password_page', 'Page on which somebody sets a password'),
}

const PATTERN = ':key{[A-Za-z0-9_-]{20,100}}'

/** A field of a form, with its label. */
export const formField = (label: string, input: ReturnType<typeof html>) =>
  html`<label class="field"><span>${label}</span>${input}</label>`

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

/** Dependencies of these pages. */
export interface EntryPageParts extends EntryRouteParts {
  showPage: ShowPage
}

/** Adds these pages. They work without scripts; opening one changes nothing, for programs that check mails open links too. */
export function addEntryPages(
  app: Hono<{ Bindings: NodeBindings }>,
  { services, callers, cookies, peerOf, room, showPage }: EntryPageParts,
): void {
  type Content = ReturnType<typeof html>
  const answer =
    (refused: string, work: (c: Context, key: string) => Promise<readonly [string, Content]>) =>
    async (c: Context) => {
      callers.count(c, peerOf(c))
      try {
        const [title, content] = await work(c, c.req.param('key') ?? '')
        return await showPage(c, title, content)
      } catch (thrown) {
        // The path holds a key.
        logFailure(services.log, thrown, { path: '/join' })
        const { status, message } = toOperationError(thrown)
        c.status(status === 400 || status === 403 || status === 404 ? status : 503)
        return showPage(c, refused, html`<p class="note bad">${message}</p>`)
      }
    }
  const fieldsOf = async (c: Context, key: string) => {
    cookies.requireOwnPage(c.req.raw)
    const owner = `address ${peerOf(c)}`
    using _ = room.take(c.req.raw, owner)
    using large = room.leaseLarge(owner)
    return new Map([...(await readFields(c.req.raw, large)), ['key', key] as const])
  }
  const browserOf = (c: Context) => browserIn(c, cookies)

  app.get(
    `/join/${PATTERN}`,
    answer('You cannot join', async (_, key) => {
      const { realm_name, email, inviter_name, needs_confirmation } = await (
        await services.chat()
      ).entry.viewInvitation(key)
      const who = inviter_name === undefined ? '' : html`<p>${inviter_name} invites you.</p>`
      const address = formField(
        'E-mail',
        html`<input class="input" type="email" name="email" required autocomplete="email" />`,
      )
      const person = html`${formField(
        'Name',
        html`<input class="input" name="full_name" required maxlength="100" autocomplete="name" />`,
      )}
      ${PASSWORD_FIELD}`
      return [
        `Join ${realm_name}`,
        html`${who}
          <form method="post">
            ${email === undefined ? address : html`<p>${email}</p>`}
            ${needs_confirmation ? '' : person}
            <button class="button primary">Join</button>
          </form>`,
      ]
    }),
  )
  app.post(
    `/join/${PATTERN}`,
    answer('You did not join', async (c, key) => {
      const chat = await services.chat()
      const session = await chat.entry.join(newcomerIn(await fieldsOf(c, key)), browserOf(c))
      if (!session) return ['Look into your mail', html`<p>A link was sent to you.</p>`]
      signedIn(c, cookies, chat, session)
      return ['Welcome', html`<p>You joined as ${session.user.email}, and are signed in.</p>`]
    }),
  )
  app.get(
    `/reset/${PATTERN}`,
    answer('The password cannot be set', async (_, key) => {
      const { email } = await (await services.chat()).entry.viewPasswordLink(key)
      return [
        'Set a new password',
        html`<form method="post">
          <p>${email}</p>
          ${PASSWORD_FIELD}<button class="button primary">Set the password</button>
        </form>`,
      ]
    }),
  )
  app.post(
    `/reset/${PATTERN}`,
    answer('The password was not set', async (c, key) => {
      const chat = await services.chat()
      const password = requiredText(await fieldsOf(c, key), 'password')
      const session = await chat.entry.setPassword({ key, password }, browserOf(c))
      signedIn(c, cookies, chat, session)
      return ['Done', html`<p>You have a new password, and are signed in.</p>`]
    }),
  )
}
