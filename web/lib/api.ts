/** What a route answers, without the fields of the envelope. */
export type Answer = Readonly<Record<string, unknown>>

/** Fields of a request: text as it is, everything else as JSON; undefined ones are left out. */
export type Fields = Readonly<Record<string, unknown>>

/** What the server refused, in its own words. */
export class Refused extends Error {
  readonly code: string
  readonly status: number
  /** Seconds for which the server asks to wait. */
  readonly retryAfterSeconds: number

  constructor(status: number, body: Answer, retryAfterSeconds: number) {
    super(typeof body['msg'] === 'string' ? body['msg'] : `HTTP ${status}`)
    this.code = typeof body['code'] === 'string' ? body['code'] : ''
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Whether the server could not be asked at all. */
export function isOffline(thrown: unknown): boolean {
  return !(thrown instanceof Refused) && !(thrown instanceof DOMException)
}

/** Whether nobody is signed in any more. */
export function isSignedOut(thrown: unknown): boolean {
  return thrown instanceof Refused && (thrown.status === 401 || thrown.status === 403)
}

/** Whether a later attempt may succeed: the server was not reached, is busy, or is starting. */
export function isPassing(thrown: unknown): boolean {
  return thrown instanceof Refused
    ? thrown.status === 429 || thrown.status >= 500
    : isOffline(thrown)
}

/** What browsers send of a page that has gone away, all requests together; those that are longer are sent while it lasts. */
const OUTLASTING_MAX_CHARS = 30_000

/**
 * Calls a route: one below `/api/v1`, or, with a slash before it, any path of this server. Throws `Refused`, and what `fetch` throws where
 * the server is not reached. One that outlasts the page is sent even while that goes away.
 */
export async function call<Result extends object = Answer>(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  fields: Fields = {},
  signal?: AbortSignal,
  outlasts = false,
): Promise<Result> {
  const base = path.startsWith('/') ? path : `/api/v1/${path}`
  const form = formOf(fields)
  const isRead = method === 'GET'
  const response = await fetch(isRead && form.size > 0 ? `${base}?${form}` : base, {
    method,
    credentials: 'same-origin',
    headers: { 'x-csrftoken': csrfToken() },
    ...(isRead ? {} : { body: form }),
    keepalive: outlasts && String(form).length <= OUTLASTING_MAX_CHARS,
    ...(signal ? { signal } : {}),
  })
  return readAnswer<Result>(response)
}

/** Reads an answer in the envelope of the chat. Throws `Refused`. */
export async function readAnswer<Result extends object>(response: Response): Promise<Result> {
  const body = (await response.json().catch(() => ({}))) as Answer
  if (response.ok && body['result'] === 'success') return body as Result
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  throw new Refused(response.status, body, Number.isFinite(seconds) ? seconds : 0)
}

function formOf(fields: Fields): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

const CSRF_COOKIE = /(?:^|; )(?:__Host-)?csrftoken(?:-(\d+))?=([^;]+)/g

/** The token that says that a request comes from this page; servers on other ports of this host have cookies of their own. */
export function csrfToken(): string {
  const found = [...document.cookie.matchAll(CSRF_COOKIE)]
  const own = found.find(([, port = '']) => port === location.port)
  return (own ?? found[0])?.[2] ?? ''
}
