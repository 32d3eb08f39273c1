import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIPv6, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { OperationError } from '../../contract/errors.ts'
import { RESPONSE_HEADERS_MAX_BYTES } from '../limits.ts'
import { bareHost } from './allow-hosts.ts'
import { type OutgoingProxy, proxyHeaders } from './outgoing-proxy.ts'
import { portOf } from './url-policy.ts'

/**
 * Has a proxy connect to a host and port (CONNECT, RFC 9110 9.3.6). `keep` is given the socket to the proxy as soon as there is one.
 * Throws `upstream_failed` where the proxy refuses, cannot be reached, or does not reach the host.
 */
export async function openTunnel(
  proxy: OutgoingProxy,
  host: string,
  port: number,
  keep: (socket: Socket) => void,
): Promise<Socket> {
  const { address } = proxy
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`
  const opened = Promise.withResolvers<Socket>()
  const send = address.protocol === 'https:' ? requestTls : requestPlain
  const request = send({
    host: bareHost(address.hostname),
    port: portOf(address),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyHeaders(proxy) },
    agent: false,
    maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES,
  })
  request.once('socket', keep)
  request.once('error', (cause) =>
    opened.reject(cause instanceof Error ? unreachable(cause) : cause),
  )
  request.once('connect', ({ statusCode = 0 }, socket: Duplex, head: Buffer) => {
    if (statusCode >= 200 && statusCode < 300) {
      if (head.byteLength > 0) socket.unshift(head)
      opened.resolve(socket as Socket)
      return
    }
    socket.destroy()
    opened.reject(refused(statusCode))
  })
  request.end()
  return opened.promise
}

const ASK_OPERATOR = 'This is for the operator of this server: see --outgoing-proxy.'

function unreachable(cause: Error): OperationError {
  return new OperationError(
    'upstream_failed',
    'The proxy by which this server reaches others could not be reached, or broke off.',
    { hint: `Try again later. ${ASK_OPERATOR}`, cause },
  )
}

/** Answers of a proxy that could not connect, and may be able to later. */
const NOT_REACHED: ReadonlySet<number> = new Set([500, 502, 503, 504])

function refused(status: number): OperationError {
  if (NOT_REACHED.has(status)) {
    return new OperationError('upstream_failed', 'The other server could not be reached.', {
      hint: `The proxy of this server answered ${status}. Try again later, or use another source for the same content.`,
    })
  }
  const message =
    status === 407
      ? 'The proxy by which this server reaches others asks for a user name and a password.'
      : `The proxy by which this server reaches others refuses this address (HTTP ${status}).`
  return new OperationError('upstream_failed', message, {
    hint: `Repeating the call does not help. ${ASK_OPERATOR}`,
  })
}
