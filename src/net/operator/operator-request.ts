import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import { cancelled, OperationError } from '../../contract/errors.ts'
import type { OperatorAnswer, OperatorFetch, OperatorRequest } from '../../contract/net.ts'
import { ACCEPT_ENCODING, readBody } from '../fetch/body.ts'
import { joinHeaders } from '../fetch/redirects.ts'
import { timedOut, toFetchError, upstreamFailed } from '../guard/failures.ts'
import type { OutgoingProxy } from '../guard/outgoing-proxy.ts'
import { portOf } from '../guard/url-policy.ts'
import {
  INTERIM_ANSWERS_MAX_COUNT,
  OPERATOR_BODY_MAX_BYTES,
  OPERATOR_CONNECT_MAX_MS,
  OPERATOR_CONNECTIONS_MAX_COUNT,
  OPERATOR_DEADLINE_MS,
  RESPONSE_HEADERS_MAX_BYTES,
} from '../limits.ts'

/** Opens an agent that keeps connections alive, and the requests on it. Environment proxies do not apply. */
export function openOperatorFetch(userAgent: string, proxy?: OutgoingProxy): OperatorFetch {
  const connect = { timeout: OPERATOR_CONNECT_MAX_MS }
  const options = {
    connections: OPERATOR_CONNECTIONS_MAX_COUNT,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES,
    // The deadline of the whole request applies; these timeouts restart with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  const direct = new Agent({ connect, ...options })
  const { address: uri, authorization: token } = proxy ?? {}
  const through =
    uri &&
    new ProxyAgent({
      uri: uri.href,
      ...(token ? { token } : {}),
      proxyTls: connect,
      requestTls: connect,
      ...options,
    })
  const agentOf = (url: URL): Dispatcher =>
    through && !proxy?.isPassedBy(url.hostname, portOf(url)) ? through : direct
  return async (address, request) => {
    const { signal, deadlineMs = OPERATOR_DEADLINE_MS } = request
    const stop = new AbortController()
    const cancel = (): void => stop.abort(cancelled(signal.reason))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const timer = setTimeout(() => stop.abort(timedOut(deadlineMs)), deadlineMs)
    try {
      stop.signal.throwIfAborted()
      // undici hears its signal only once a connection stands.
      const stopped = Promise.withResolvers<never>()
      stop.signal.addEventListener('abort', () => stopped.reject(stop.signal.reason), {
        once: true,
      })
      return await Promise.race([
        exchange(agentOf, userAgent, new URL(address), request, stop),
        stopped.promise,
      ])
    } catch (thrown) {
      const reason: unknown = stop.signal.aborted ? stop.signal.reason : toFetchError(thrown)
      // Closes the connection of a response that is not read to its end.
      stop.abort()
      throw reason
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }
}

async function exchange(
  agentOf: (url: URL) => Dispatcher,
  userAgent: string,
  url: URL,
  { method, headers = {}, body, maxBytes = OPERATOR_BODY_MAX_BYTES }: OperatorRequest,
  stop: AbortController,
): Promise<OperatorAnswer> {
  const { origin, pathname, search, username, password } = url
  let interim = 0
  const response = await agentOf(url).request({
    origin,
    path: pathname + search,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'user-agent': userAgent,
      'accept-encoding': ACCEPT_ENCODING,
      ...(username === '' ? {} : { authorization: basicAuth(username, password) }),
      ...headers,
    },
    body: body ?? null,
    signal: stop.signal,
    onInfo: () => {
      interim += 1
      if (interim > INTERIM_ANSWERS_MAX_COUNT) {
        stop.abort(upstreamFailed('The other server sent only interim answers.'))
      }
    },
  })
  return readAnswer(response, maxBytes)
}

async function readAnswer(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<OperatorAnswer> {
  body.on('error', () => {
    // An unread body ends in an error; its reader gets the error as well.
  })
  const headers = joinHeaders(raw)
  if (status >= 300 && status < 400) {
    throw upstreamFailed('A service that this server relies on redirects, which is not followed.')
  }
  try {
    const bytes = await readBody(body, headers, { maxBytes })
    return { status, headers, body: bytes }
  } catch (thrown) {
    if (!(thrown instanceof OperationError) || thrown.code !== 'too_large') throw thrown
    // Not the caller's fault, and a smaller input would not help.
    throw upstreamFailed(
      `A service that this server relies on answered more than ${maxBytes} bytes.`,
      thrown,
    )
  }
}

function basicAuth(username: string, password: string): string {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}
