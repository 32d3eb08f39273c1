import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { toOperationError } from '../contract/errors.ts'
import { logFailure } from '../contract/log-failure.ts'
import type { Services } from '../contract/operation.ts'
import type { Callers } from './callers.ts'
import { pathText, type Paths } from './openapi/shapes.ts'
import { pageAnswer, type ShowPage, TOO_MANY } from './page.ts'
import type { NodeBindings } from './peer.ts'

/** Dependencies of the pages behind e-mail links. */
export interface EmailRouteParts {
  services: Services
  callers: Callers
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
  showPage: ShowPage
}

const TOKEN = pathText('token', 'Of the link.')

/** The page behind a link that confirms an address. */
export const EMAIL_PATHS: Paths = {
  '/accounts/confirm_new_email/{token}': {
    get: {
      operationId: 'show_new_email',
      summary: 'Page that asks whether an address is to be used',
      security: [],
      parameters: [TOKEN],
      responses: { 200: pageAnswer('A form that posts to the same address.'), 429: TOO_MANY },
    },
    post: {
      operationId: 'confirm_new_email',
      summary: 'Use a new address for an account',
      security: [],
      parameters: [TOKEN],
      responses: {
        200: pageAnswer('It is used now.'),
        400: pageAnswer('It cannot be used.'),
        404: pageAnswer('The link is not valid any more.'),
        429: TOO_MANY,
        503: pageAnswer('Not now.'),
      },
    },
  },
}

/** Adds the page behind a link that confirms an address. Opening it changes nothing, for programs that check mails open links too. */
export function addEmailRoutes(
  app: Hono<{ Bindings: NodeBindings }>,
  { services, callers, peerOf, showPage }: EmailRouteParts,
): void {
  const path = '/accounts/confirm_new_email/:token{[A-Za-z0-9_-]{20,100}}'
  app.get(path, (c) => {
    callers.count(c, peerOf(c))
    return showPage(
      c,
      'Confirm your new address',
      html`<form method="post">
        <button class="button primary">Use this address for my account</button>
      </form>`,
    )
  })
  app.post(path, async (c) => {
    callers.count(c, peerOf(c))
    try {
      await (await services.chat()).confirmEmail(c.req.param('token'))
    } catch (thrown) {
      logFailure(services.log, thrown, { path: '/accounts/confirm_new_email' })
      const { status, message } = toOperationError(thrown)
      c.status(status === 404 || status === 400 ? status : 503)
      return showPage(c, 'Your address was not changed', html`<p>${message}</p>`)
    }
    return showPage(c, 'Done', html`<p>Your account has its new address now.</p>`)
  })
}
