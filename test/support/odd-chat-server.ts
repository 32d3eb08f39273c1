import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { Secret } from '../../src/lib/secret.ts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import { type ChatServerSettings, openChatServer } from '../../src/remote/chat/server.ts'
import { canaries } from './canaries.ts'
import { quietLog } from './store-backend.ts'

/** One request that arrived. */
export interface OddRequest {
  method: string
  /** Below `/api/v1`, without the query. */
  path: string
  fields: Record<string, string>
  authorization: string | undefined
  /** As sent, with its type. */
  body: Buffer
  type: string | undefined
}

/** What a route answers: fields of a success, an error with a status, or a response written by hand. */
export type Route = (
  request: OddRequest,
  response: ServerResponse,
) => Record<string, unknown> | { status: number; body: unknown; headers?: object } | undefined

/** A chat server as strange as a test wants it, over real HTTP on loopback. */
export interface OddChatServer extends AsyncDisposable {
  url: string
  requests: OddRequest[]
  /** Routes as `GET /users/me`; may be changed while it runs. */
  routes: Record<string, Route>
  /** Requests for a route. */
  count(route: string): number
  stop(): Promise<void>
  /** After `stop`: until somebody has tried to connect in vain. */
  answerNextWithRefusal(): Promise<void>
  /** Listens again, at the same port. */
  start(): Promise<void>
}

/** What every chat server can do. */
const BASICS: Record<string, Route> = {
  'GET /server_settings': () => ({ zulip_feature_level: 400, realm_url: 'x' }),
  'GET /users/me': () => ({ user_id: 7, full_name: 'Ada', email: 'ada@example.com' }),
  'GET /users': () => ({ members: [{ user_id: 8, full_name: 'Bob', email: 'bob@example.com' }] }),
  'POST /register': () => ({ queue_id: 'q', last_event_id: -1 }),
  'DELETE /events': () => ({}),
}

/** Starts a server of the public API with these routes besides the usual ones. */
export async function startOddChatServer(
  routes: Record<string, Route> = {},
): Promise<OddChatServer> {
  const requests: OddRequest[] = []
  const all = { ...BASICS, ...routes }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const fields = request.method === 'GET' ? searchParams : new URLSearchParams(String(body))
    const one: OddRequest = {
      method: request.method ?? '',
      path: pathname.replace('/api/v1', ''),
      fields: Object.fromEntries(fields),
      authorization: request.headers.authorization,
      body,
      type: request.headers['content-type'],
    }
    requests.push(one)
    const route = all[`${one.method} ${one.path}`]
    const said = route
      ? route(one, response)
      : { status: 404, body: '<h1>Not found</h1>', headers: { 'content-type': 'text/html' } }
    if (said) answer(response, said)
  }
  let server = createServer((request, response) => void serve(request, response))
  const listen = async (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    routes: all,
    count: (route) => requests.filter(({ method, path }) => `${method} ${path}` === route).length,
    stop,
    async answerNextWithRefusal() {
      const refusing = createTcpServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
      await once(refusing, 'connection')
      await new Promise((resolve) => refusing.close(resolve))
    },
    async start() {
      server = createServer((request, response) => void serve(request, response))
      await listen(port)
    },
    [Symbol.asyncDispose]: stop,
  }
}

/** Writes an answer; fields become a success of the chat API. */
export function answer(response: ServerResponse, said: NonNullable<ReturnType<Route>>): void {
  const isRaw = typeof said['status'] === 'number' && 'body' in said
  const { status = 200, headers = {} } = (isRaw ? said : {}) as {
    status?: number
    headers?: object
  }
  const body = isRaw ? said['body'] : { result: 'success', msg: '', ...said }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A failure of the chat API. */
export function refusal(status: number, code: string, extra: object = {}, headers: object = {}) {
  return { status, headers, body: { result: 'error', msg: `no: ${code}`, code, ...extra } }
}

/** The product's way to such a server, with the account that the whole run looks for. */
export function openAt(url: string, settings: Partial<ChatServerSettings> = {}) {
  return openChatServer({
    url,
    account: async () => ({ email: 'ada@example.com', key: new Secret(canaries().chatKey) }),
    fetch: createOperatorFetch({ userAgent: 'Bellhop/test' }),
    now: () => performance.now(),
    log: quietLog,
    ...settings,
  })
}
