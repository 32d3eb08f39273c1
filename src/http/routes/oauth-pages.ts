import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { LocalAccount } from '../../contract/chat.ts'
import { SecretRefused, toOperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import {
  type AuthorizationServer,
  type ConsentRequest,
  type IdentityProvider,
  OAUTH_PATHS,
  OAUTH_SCOPES,
  type OAuth,
  scopesIn,
} from '../../contract/oauth.ts'
import { retryAfterOf } from '../bodies/envelope.ts'
import { readFields } from '../bodies/form-fields.ts'
import { exchangeOf } from '../bodies/node-answer.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { type EntryPageParts, formField } from './entry-pages.ts'
import { signedIn } from './entry-routes.ts'
import { browserIn } from './session-routes.ts'

/** Dependencies of the pages on which people let programs in. */
export interface OAuthPageParts extends EntryPageParts {
  oauth: OAuth
  server(): Promise<AuthorizationServer>
}

const UID = ':uid{[A-Za-z0-9_-]{10,100}}'

type Content = ReturnType<typeof html>

/**
 * Adds the page on which somebody signs in, sees which program asks for what, and allows it or not; and the way to an identity
 * provider and back. They work without scripts. Opening one changes nothing.
 */
export function addOAuthPages(app: Hono<{ Bindings: NodeBindings }>, parts: OAuthPageParts): void {
  const { services, callers, cookies, peerOf, room, server, showPage } = parts
  const { identityProvider } = parts.oauth

  async function accountIn(c: Context): Promise<LocalAccount | undefined> {
    const token = cookies.sessionIn(c.req.raw.headers)
    if (token === undefined) return undefined
    return (await services.chat()).sessions.find(token, c.req.header('user-agent') ?? '')
  }

  async function show(
    c: Context,
    status: 200 | 401 | 429,
    problem?: string,
    isOther = false,
  ): Promise<Response> {
    const request = await (await server()).findConsentRequest(exchangeOf(c, peerOf(c)))
    if (!request) return gone(c)
    const account = isOther ? undefined : await accountIn(c)
    c.status(status)
    const content = account
      ? consentForm(request, account)
      : signInForm(request, problem, identityProvider)
    return showPage(c, account ? 'Let a program in' : 'Sign in', content, true)
  }

  async function gone(c: Context): Promise<Response> {
    c.status(404)
    const text =
      'This took too long, or was done already. Begin again in the program that sent you here.'
    return showPage(c, 'Too late', html`<p>${text}</p>`)
  }

  const answer = (work: (c: Context) => Promise<Response>) => async (c: Context) => {
    try {
      callers.count(c, peerOf(c))
      return await work(c)
    } catch (thrown) {
      const error = logFailure(services.log, thrown, { path: '/oauth' }, c.req.raw.signal)
      const retryAfter = retryAfterOf(error)
      if (retryAfter !== undefined) c.header('retry-after', retryAfter)
      c.status(error.status === 429 || error.status === 403 ? error.status : 503)
      return showPage(c, 'This did not work', html`<p class="note bad">${error.message}</p>`)
    }
  }

  async function fieldsOf(c: Context) {
    cookies.requireOwnPage(c.req.raw)
    const owner = `address ${peerOf(c)}`
    using _ = room.take(c.req.raw, owner)
    using large = room.leaseLarge(owner)
    return readFields(c.req.raw, large)
  }

  async function signIn(c: Context, fields: ReadonlyMap<string, unknown>): Promise<Response> {
    const chat = await services.chat()
    try {
      const begun = await chat.sessions.begin({
        email: fieldText(fields, 'username'),
        password: fieldText(fields, 'password'),
        from: peerOf(c),
        ...browserIn(c, cookies),
      })
      signedIn(c, cookies, chat, begun)
    } catch (thrown) {
      const error = toOperationError(thrown)
      if (error.code === 'rate_limited') {
        c.header('retry-after', retryAfterOf(error) ?? '1')
        return show(c, 429, 'Too many attempts. Try again later.', true)
      }
      if (!(thrown instanceof SecretRefused) && error.code !== 'unauthorized') throw thrown
      return show(c, 401, 'Address or password are wrong.', true)
    }
    // The page anew, and not the answer of a form: so it can be reloaded.
    return c.redirect(new URL(c.req.url).pathname, 303)
  }

  app.get(
    `${OAUTH_PATHS.consent}/${UID}`,
    answer(async (c) => show(c, 200)),
  )
  app.post(
    `${OAUTH_PATHS.consent}/${UID}`,
    answer(async (c) => {
      const fields = await fieldsOf(c)
      const wish = fieldText(fields, 'do')
      if (wish === 'other') return show(c, 200, undefined, true)
      if (wish === 'sign-in') return signIn(c, fields)
      if (wish === 'elsewhere' && identityProvider) {
        const { url, state } = await identityProvider.begin(new URL(c.req.url).pathname)
        c.header('set-cookie', cookies.setTransient('signin', state), { append: true })
        return c.redirect(url, 303)
      }
      const authorization = await server()
      const exchange = exchangeOf(c, peerOf(c))
      const request = await authorization.findConsentRequest(exchange)
      if (!request) return gone(c)
      if (wish === 'deny') return c.redirect(await authorization.deny(exchange), 303)
      const account = await accountIn(c)
      if (wish !== 'allow' || !account) return show(c, 200)
      // Whoever else has signed in meanwhile, in another window, has not seen this page.
      if (fieldText(fields, 'account') !== String(account.user.id)) return show(c, 200)
      const scopes = scopesIn(
        `mcp ${['chat:write', 'pay'].filter((scope) => fields.get(scope) === 'on').join(' ')}`,
      )
      const consent = { accountId: account.user.id, scopes }
      return c.redirect(await authorization.allow(exchange, consent), 303)
    }),
  )
  if (!identityProvider) return
  app.get(
    OAUTH_PATHS.callback,
    answer(async (c) => {
      const state = cookies.transientIn(c.req.raw.headers, 'signin') ?? ''
      const { identity, goOn } = await identityProvider.finish(new URL(c.req.url), state)
      const chat = await services.chat()
      const user = await chat.admitIdentity(identity)
      const token = await chat.sessions.open(user, browserIn(c, cookies))
      signedIn(c, cookies, chat, { user, token })
      return c.redirect(goOn, 303)
    }),
  )
}

function fieldText(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** Which program asks, and where people are sent next: what they need to see that it is the one they mean. */
function programText({
  clientId,
  clientName,
  isDocumented,
  redirectTo,
  isOnComputer,
}: ConsentRequest): Content {
  const name = clientName ?? 'A program without a name'
  const known = isDocumented
    ? html`of <strong>${new URL(clientId).host}</strong>`
    : html`(nobody has checked that name)`
  const warning = html`<p class="note">
    That is a program on <strong>this computer</strong>. Go on only if you have just started it
    yourself: any program here could call itself so.
  </p>`
  return html`<p><strong>${name}</strong> ${known} asks to be let in.</p>
    <p>Next you are sent to <strong>${redirectTo}</strong>.</p>
    ${isOnComputer ? warning : ''}`
}

/** A button that says what the form is sent for. */
const button = (wish: string, text: string, kind = '') =>
  html`<button class="button ${kind}" name="do" value="${wish}">${text}</button>`

const PASSWORD_FORM = html`<form method="post">
  ${formField(
    'E-mail',
    html`<input class="input" name="username" type="email" required autocomplete="username" />`,
  )}
  ${formField(
    'Password',
    html`<input
      class="input"
      name="password"
      type="password"
      required
      autocomplete="current-password"
    />`,
  )}
  ${button('sign-in', 'Sign in', 'primary')}
</form>`

function signInForm(
  request: ConsentRequest,
  problem: string | undefined,
  elsewhere: IdentityProvider | undefined,
): Content {
  return html`${programText(request)}
    ${problem === undefined ? '' : html`<p class="note bad" role="alert">${problem}</p>`}
    ${
      elsewhere
        ? html`<form method="post">
            ${button('elsewhere', `Sign in with ${elsewhere.name}`, 'primary')}
          </form>`
        : ''
    }
    ${PASSWORD_FORM}
    <form method="post">${button('deny', 'Cancel')}</form>`
}

function consentForm(request: ConsentRequest, { user }: LocalAccount): Content {
  const optional = request.scopes.filter((scope) => scope !== 'mcp')
  const boxes = optional.map(
    (scope) =>
      html`<li>
        <label><input type="checkbox" name="${scope}" checked /> ${OAUTH_SCOPES[scope]}</label>
      </li>`,
  )
  return html`${programText(request)}
    <form method="post">
      <p>You are signed in as <strong>${user.email}</strong>. It will act in your name, and may:</p>
      <ul>
        <li>${OAUTH_SCOPES.mcp}</li>
        ${boxes}
      </ul>
      <input type="hidden" name="account" value="${user.id}" />
      ${button('allow', 'Allow', 'primary')} ${button('deny', 'Deny')}
      ${button('other', 'Use another account')}
    </form>`
}
