import { createHmac, timingSafeEqual } from 'node:crypto'
import { OperationError } from '../../contract/errors.ts'

/** Longest Cookie header that is looked at. */
const COOKIES_MAX_CHARS = 8_192

/** How long a browser may stay elsewhere. */
const TRANSIENT_SECONDS = 900

/** Requests that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Cookies of signed-in browsers, by how clients reach this server. */
export interface BrowserCookies {
  /** Value of the session cookie; undefined without one, and where it is sent twice. */
  sessionIn(headers: Headers): string | undefined
  /** Set-Cookie values of a session. */
  set(token: string, maxAgeSeconds: number): string[]
  /** Set-Cookie values that remove both. */
  clear(): string[]
  /** Set-Cookie value of what a browser shows on its way back from elsewhere. */
  setTransient(name: string, value: string): string
  /** The value of such a cookie; undefined like that of a session. */
  transientIn(headers: Headers, name: string): string | undefined
  /** Throws `forbidden` unless a page of this server sent the request: for those with no session yet. */
  requireOwnPage(request: Request): void
  /**
   * Throws `forbidden` unless a request changes nothing, or comes from a page of this server that knows its session's token.
   * `changes` says that it does, whatever its method.
   */
  requireIntent(request: Request, token: string, changes?: boolean): void
}

/** Name of the cookie that holds a session. */
export function sessionCookieName(publicUrl: string): string {
  return `${prefixFor(publicUrl)}sessionid${suffixFor(publicUrl)}`
}

function prefixFor(publicUrl: string): string {
  return new URL(publicUrl).protocol === 'https:' ? '__Host-' : ''
}

/** Browsers send cookies to every port of a host: servers on several ports of one must not take each other's. */
function suffixFor(publicUrl: string): string {
  const { port } = new URL(publicUrl)
  return port === '' ? '' : `-${port}`
}

/** Builds them; behind TLS, cookies are of this host alone and never sent without it. */
export function createBrowserCookies(publicUrl: string): BrowserCookies {
  const { protocol, origin } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const session = sessionCookieName(publicUrl)
  const csrf = `${prefixFor(publicUrl)}csrftoken${suffixFor(publicUrl)}`
  const transient = (name: string) => `${prefixFor(publicUrl)}${name}${suffixFor(publicUrl)}`
  const attributes = `; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const pair = (token: string, csrfToken: string, maxAge: number) => [
    `${session}=${token}${attributes}; HttpOnly; Max-Age=${maxAge}`,
    // Scripts of our own pages read it, to say that they sent the request.
    `${csrf}=${csrfToken}${attributes}; Max-Age=${maxAge}`,
  ]

  function requireOwnPage({ headers }: Request): void {
    const from = headers.get('origin')
    const host = `${protocol}//${headers.get('host') ?? ''}`
    const isOwn =
      from === null
        ? headers.get('sec-fetch-site') === 'same-origin'
        : from === origin || from === host
    if (!isOwn) throw forged('the request does not come from a page of this server.')
  }

  return {
    sessionIn: (headers) => cookieIn(headers, session),
    set: (token, maxAge) => pair(token, csrfTokenOf(token), maxAge),
    clear: () => pair('', '', 0),
    setTransient: (name, value) =>
      `${transient(name)}=${value}${attributes}; HttpOnly; Max-Age=${TRANSIENT_SECONDS}`,
    transientIn: (headers, name) => cookieIn(headers, transient(name)),
    requireOwnPage,
    requireIntent(request, token, changes = false) {
      if (SAFE_METHODS.has(request.method) && !changes) return
      requireOwnPage(request)
      const expected = csrfTokenOf(token)
      const tokens = [request.headers.get('x-csrftoken'), cookieIn(request.headers, csrf)]
      if (!tokens.every((value) => isSame(value, expected))) {
        throw forged('the token in X-CSRFToken or in its cookie is missing or wrong.')
      }
    },
  }
}

/** The CSRF token of a session, which only a reader of its cookie can compute. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}

function isSame(given: string | null | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

/** The value of a cookie. A repeated cookie may be planted by a sibling domain, so none is trusted. */
function cookieIn(headers: Headers, name: string): string | undefined {
  const header = headers.get('cookie') ?? ''
  if (header.length > COOKIES_MAX_CHARS) return undefined
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}

function forged(reason: string): OperationError {
  return new OperationError('forbidden', `CSRF check failed: ${reason}`, {
    specCode: 'CSRF_FAILED',
  })
}
