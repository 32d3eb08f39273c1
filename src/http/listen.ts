import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { OperationError } from '../contract/errors.ts'
import { logFailure } from '../contract/log-failure.ts'
import type { Log } from '../lib/log.ts'
import { networkOf } from '../lib/network-of.ts'
import { openFilesMaxCount } from '../lib/open-files.ts'
import { requestIdFrom, serveRequest } from '../lib/request.ts'
import { errorBody } from './bodies/envelope.ts'
import { countedAs, peerOf } from './callers/peer.ts'
import { leaveOpenFiles, limitConnections, openPort } from './fairness/connections.ts'
import { RequestTurns } from './fairness/request-turns.ts'
import { UnreadAnswers } from './fairness/unread-answers.ts'
import {
  ANSWERS_UNREAD_MAX_MB,
  CONNECTIONS_PER_ADDRESS_MAX_COUNT,
  REQUEST_ID_HEADER,
} from './limits.ts'

/** How long a stopping server waits for calls that are running. */
const SHUTDOWN_MS = 5_000
const IDLE_SWEEP_MS = 50

/**
 * How long a connection without a request stays open. Longer than proxies keep theirs (nginx a minute, Caddy two): one that this
 * side closes just when a proxy sends something over it is a 502 for the caller.
 */
const KEEP_ALIVE_MS = 130_000

/** What callers are answered who ask too much, or may not ask. */
const REFUSALS = new Set([401, 429])

/** Serves one request; `env.incoming` is Node's own request. */
export type FetchHandler = Parameters<typeof getRequestListener>[0]

/** A listening server. */
export interface Listening {
  /** `http://host:port`, with the port that was really taken. */
  url: string
  /** Stops listening, ends running requests with `end`, and resolves when every connection is closed. */
  close(end: () => Promise<void>): Promise<void>
}

/** The answer to what no route saw: a request without a Host or with an invalid target, or a fault on the way to or from the routes. */
function answerThrown(thrown: unknown, log: Log): Response {
  const isMalformed = thrown instanceof RequestError
  const error = logFailure(log, isMalformed ? malformedRequest(thrown) : thrown, {})
  return Response.json(errorBody(error), { status: error.status })
}

function malformedRequest(cause: unknown): OperationError {
  return new OperationError('invalid_input', 'The request is malformed.', {
    hint: 'Send HTTP/1.1 with a Host header that holds a host name and, if needed, a port.',
    cause,
  })
}

/** Where a server listens. */
export interface ListenOptions {
  host: string
  port: number
  log: Log
  /** Proxies that stand before it. */
  trustedProxies?: number
  /** What of answers may wait in memory for slow clients, in MB. */
  answerMemoryMb?: number
}

/** Listens on an address; rejects with Node's error when it cannot. */
export async function listen(
  handler: FetchHandler,
  { host, port, log, trustedProxies = 0, answerMemoryMb = ANSWERS_UNREAD_MAX_MB }: ListenOptions,
): Promise<Listening> {
  const errorHandler = (thrown: unknown) => answerThrown(thrown, log)
  const answer = getRequestListener(handler, { errorHandler })
  const turns = new RequestTurns()
  const unread = new UnreadAnswers(answerMemoryMb * 1_000_000)
  const server = createServer((request, response) => {
    const { socket, headers } = request
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
    const peer = peerOf({ remoteAddress: socket.remoteAddress, forwarded }, trustedProxies)
    const requester = {
      address: networkOf(countedAs(peer ?? '')),
      credential: headers.authorization ?? headers.cookie ?? '',
    }
    const id = requestIdFrom(headers[REQUEST_ID_HEADER])
    response.setHeader(REQUEST_ID_HEADER, id)
    unread.watch(response, { socket, address: requester.address })
    response.once('finish', () => {
      if (REFUSALS.has(response.statusCode)) turns.noteRefusal(requester)
    })
    turns.add(requester, () => {
      if (!socket.destroyed) void serveRequest({ id }, async () => answer(request, response))
    })
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  unread.guard(server)
  const connections = leaveOpenFiles(server, openFilesMaxCount(), log)
  // Behind a proxy all connections are the proxy's.
  if (trustedProxies === 0)
    limitConnections(server, Math.min(CONNECTIONS_PER_ADDRESS_MAX_COUNT, connections / 2))
  // Node counts a connection as busy until its first request, which may never come.
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  const opened = await openPort(server, host, port)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${opened.port}`,
    async close(end) {
      const closed = opened.close()
      await end()
      // A connection that was busy at the close is kept alive by its client once it is idle.
      const sweep = setInterval(() => {
        server.closeIdleConnections()
        for (const socket of unused) socket.destroy()
      }, IDLE_SWEEP_MS)
      const force = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS)
      await closed
      clearInterval(sweep)
      clearTimeout(force)
    },
  }
}
