import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { logFailure } from '../../contract/log-failure.ts'
import type { Services } from '../../contract/operation.ts'
import type { Callers } from '../callers/callers.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { pageAnswer, type ShowPage, TOO_MANY } from './page.ts'
import { pathText, type Paths } from './route-says.ts'

/** Dependencies of the pages behind links of mails. */
export interface EmailRouteParts {
  services: Services
  callers: Callers
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
  showPage: ShowPage
}

const TOKEN = pathText('token', 'Last part of the link.')

const described = (page: string, send: string, summary: string, pressed: string) => ({
  get: {
    operationId: page,
    summary,
    security: [],
    parameters: [TOKEN],
    responses: {
      200: pageAnswer('A page with a form, which posts to the address of the page.'),
      429: TOO_MANY,
    },
  },
  post: {
    operationId: send,
    summary: pressed,
    security: [],
    parameters: [TOKEN],
    responses: {
      200: pageAnswer('A page that says that it is done.'),
      400: pageAnswer('A page that says why it cannot be done.'),
      404: pageAnswer('The link is not valid any more.'),
      429: TOO_MANY,
      503: pageAnswer('The server is busy, or its store is not reachable.'),
    },
  },
})

/** The pages behind links of mails. */
export const EMAIL_PATHS: Paths = {
  '/accounts/confirm_new_email/{token}': described(
    'show_new_email',
    'confirm_new_email',
    'Page that asks whether an address is to be used',
    'Use a new address for an account',
  ),
  '/unsubscribe/{token}': described(
    'show_digest_end',
    'end_digests',
    'Page that asks whether mail about what was missed is to end',
    'Send no more mail about what was missed',
  ),
}

/** A page with one button behind a link of a mail. */
interface LinkPage {
  /** Path of the route, with its token. */
  path: string
  /** Path without the token, for the log. */
  name: string
  title: string
  button: string
  /** Does what the button says. */
  press(token: string): Promise<void>
  done: string
  failed: string
}

/** Adds the pages behind links of mails. Opening them changes nothing, for programs that check mails open links too. */
export function addEmailRoutes(
  app: Hono<{ Bindings: NodeBindings }>,
  parts: EmailRouteParts,
): void {
  const { services } = parts
  addLinkPage(app, parts, {
    path: '/accounts/confirm_new_email/:token{[A-Za-z0-9_-]{20,100}}',
    name: '/accounts/confirm_new_email',
    title: 'Confirm your new address',
    button: 'Use this address for my account',
    press: async (token) => (await services.chat()).confirmEmail(token),
    done: 'Your account has its new address now.',
    failed: 'Your address was not changed',
  })
  // Programs for mail press the button for their users (RFC 8058): the link alone shows who asks.
  addLinkPage(app, parts, {
    path: '/unsubscribe/:token{[0-9]{1,15}\\.[A-Za-z0-9_-]{43}}',
    name: '/unsubscribe',
    title: 'Mail about what you missed',
    button: 'Send me no more of it',
    press: async (token) => (await services.chat()).stopDigests(token),
    done: 'You get no more of this mail. Your settings turn it on again.',
    failed: 'Nothing was changed',
  })
}

function addLinkPage(
  app: Hono<{ Bindings: NodeBindings }>,
  { services, callers, peerOf, showPage }: EmailRouteParts,
  { path, name, title, button, press, done, failed }: LinkPage,
): void {
  app.get(path, (c) => {
    callers.count(c, peerOf(c))
    const form = html`<form method="post"><button class="button primary">${button}</button></form>`
    return showPage(c, title, form)
  })
  app.post(path, async (c) => {
    callers.count(c, peerOf(c))
    try {
      await press(c.req.param('token') ?? '')
    } catch (thrown) {
      const where = { path: name }
      const { status, message } = logFailure(services.log, thrown, where, c.req.raw.signal)
      c.status(status === 404 || status === 400 ? status : 503)
      return showPage(c, failed, html`<p>${message}</p>`)
    }
    return showPage(c, 'Done', html`<p>${done}</p>`)
  })
}
