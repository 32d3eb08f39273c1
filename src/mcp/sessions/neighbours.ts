import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { currentRequest } from '../../lib/request.ts'
import { openNeighbourAgent } from '../../net/operator/neighbour-agent.ts'

/** Marks a request that another server has handed on: it is not handed on again. */
const HANDED_ON = 'x-bellhop-handed-on'

/** Headers that are about one connection, or about the form in which a body was sent. */
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
  'accept-encoding',
])

/** Statuses of answers without a body. */
const BARE = new Set([204, 205, 304])

/** The servers on one store. */
export interface KnownServers {
  /** Name of this one. */
  readonly id: string
  /** Where another one is reached; undefined for one that is not there. */
  find(id: string): Promise<string | undefined>
}

/** Hands requests of sessions on to the server that keeps them, whose name stands in their ids. */
export class Neighbours {
  readonly #servers: KnownServers
  #agent: ReturnType<typeof openNeighbourAgent> | undefined

  constructor(servers: KnownServers) {
    this.#servers = servers
  }

  /** An id for a new session of this server. */
  makeSessionId(): string {
    return `${this.#servers.id}.${randomUUID()}`
  }

  /**
   * What the server of a session answers to a request, which comes to it with the credentials of its sender; undefined where no
   * such server is there.
   */
  async handOn(
    sessionId: string,
    request: Request,
    parsedBody: unknown,
  ): Promise<Response | undefined> {
    if (request.headers.has(HANDED_ON)) return undefined
    const origin = await this.#servers.find(sessionId.split('.', 1)[0] ?? '')
    if (origin === undefined) return undefined
    const { pathname, search } = new URL(request.url)
    const passed = [...request.headers].filter(([name]) => !HOP_HEADERS.has(name))
    // The same server to its caller: one request, in one trace.
    const mark = currentRequest()
    this.#agent ??= openNeighbourAgent()
    try {
      const { statusCode, headers, body } = await (
        await this.#agent
      ).request({
        origin,
        path: `${pathname}${search}`,
        method: request.method,
        headers: {
          ...Object.fromEntries(passed),
          ...(mark ? { 'x-request-id': mark.id } : {}),
          ...(mark?.trace === undefined ? {} : { traceparent: mark.trace }),
          [HANDED_ON]: '1',
        },
        body: parsedBody === undefined ? null : JSON.stringify(parsedBody),
        signal: request.signal,
      })
      const answered = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || HOP_HEADERS.has(name) ? [] : [[name, [value].flat().join(', ')]],
      )
      const stream = Readable.toWeb(body) as ReadableStream<Uint8Array>
      if (BARE.has(statusCode)) await body.dump()
      return new Response(BARE.has(statusCode) ? null : stream, {
        status: statusCode,
        headers: answered,
      })
    } catch {
      // It has just gone: to the client, the session is over, and it begins a new one.
      return undefined
    }
  }

  /** Ends the connections to others. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy()
  }
}
