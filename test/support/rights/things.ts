import { AGENT_WAIT_MAX_SECONDS } from '../../../src/chat/events/limits.ts'
import type { Store } from '../../../src/store/port.ts'
import { streamedMessages } from '../streamed-messages.ts'
import { TASK_CAPABILITIES } from '../task-client.ts'

/** What somebody may be let in by. */
export interface Credential {
  kind: 'key' | 'further key' | 'session' | 'program'
  /** As the store knows it. */
  mark: string
  /** Address of the account, for keys. */
  email: string
  secret: string
}

/** How something that was open has ended: an HTTP status, and the code of the error. */
export interface Closing {
  atMs: number
  status: number
  code: string
}

/** One request, which is let in when it comes. */
export interface OpenRequest {
  /** Ends of rights that were noted before it. */
  seq: number
  atMs: number
  /** Ids of messages that it has delivered, and addresses of which it has told that something is new. */
  delivered: Set<number | string>
}

/** Something that is open at a server. */
export interface Thing {
  what: string
  by: Credential
  /** The requests that it was made of, one after another. */
  requests: OpenRequest[]
  /** Resolves once it is over. */
  closed: Promise<Closing>
  closing: Closing | undefined
}

/** Where things are opened, and for whom. */
export interface Setting {
  store: Store
  /** One of the servers. */
  url(): string
  /** Name of the cookie of sessions. */
  cookie: string
  /** An address that a request comes from: wrong keys of one address are counted. */
  from(): string
  /** Addresses of conversations, each with the one message that comes there, once it was sent. */
  places: Map<string, number | undefined>
  /** Id of somebody who is asked. */
  responder: number
  /** Number of the newest end of a right of the account. */
  seq(): Promise<number>
  /** A queue of the account. */
  queue(): Promise<string>
  /** Aborts when nothing is to be open any more. */
  over: AbortSignal
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes.
type Json = Record<string, any>

/** The longest wait; then it is begun anew. */
const WAIT_SECONDS = AGENT_WAIT_MAX_SECONDS

const PROTOCOL = '2026-07-28'

/** What a request shows. */
export function headersOf({ kind, email, secret }: Credential, { cookie, from }: Setting) {
  const displayNames: Record<string, string> =
    kind === 'session'
      ? { cookie: `${cookie}=${secret}` }
      : kind === 'program'
        ? { authorization: `Bearer ${secret}` }
        : { authorization: `Basic ${btoa(`${email}:${secret}`)}` }
  return { ...displayNames, 'x-forwarded-for': from() }
}

/** Begins something that `run` keeps open until it is over. */
function open(
  what: string,
  by: Credential,
  { over, seq }: Setting,
  run: (
    begin: () => Promise<OpenRequest['delivered']>,
  ) => Promise<Pick<Closing, 'status' | 'code'>>,
): Thing {
  const requests: OpenRequest[] = []
  const begin = async () => {
    const request = { seq: await seq(), atMs: Date.now(), delivered: new Set<number | string>() }
    requests.push(request)
    return request.delivered
  }
  const thing: Thing = {
    what: `${what} by ${by.kind}`,
    by,
    requests,
    closing: undefined,
    closed: run(begin)
      .catch((thrown: unknown) => ({ status: 0, code: over.aborted ? 'over' : String(thrown) }))
      .then((closing) => (thing.closing = { ...closing, atMs: Date.now() })),
  }
  return thing
}

/** Polls a queue again and again, at any server. */
export function pollOf(by: Credential, setting: Setting): Thing {
  return open('poll', by, setting, async (begin) => {
    const queue = await setting.queue()
    for (let last = -1; ;) {
      const delivered = await begin()
      const query = new URLSearchParams({ queue_id: queue, last_event_id: String(last) })
      const answer = await fetch(`${setting.url()}/api/v1/events?${query.toString()}`, {
        headers: headersOf(by, setting),
        signal: setting.over,
      })
      const { events = [], code } = (await answer.json()) as Json
      if (!answer.ok) return { status: answer.status, code: String(code) }
      for (const { id, message } of events as Json[]) {
        last = Math.max(last, Number(id))
        if (message) delivered.add(Number(message['id']))
      }
    }
  })
}

function mcpHeaders(by: Credential, { from }: Setting, more: Record<string, string>) {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${by.secret}`,
    'x-forwarded-for': from(),
    ...more,
  }
}

let lastId = 0

async function send(
  url: string,
  by: Credential,
  setting: Setting,
  { method, params, capabilities = {} }: { method: string; params: Json; capabilities?: object },
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    signal: setting.over,
    headers: mcpHeaders(by, setting, {
      'mcp-protocol-version': PROTOCOL,
      'mcp-method': method,
      ...(params['name'] === undefined ? {} : { 'mcp-name': String(params['name']) }),
    }),
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: (lastId += 1),
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': PROTOCOL,
          'io.modelcontextprotocol/clientInfo': { name: 'rights', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  })
}

/**
 * Each message of a response, as it comes.
 *
 * @yields each.
 */
async function* messagesOf(response: Response): AsyncGenerator<Json> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield (await response.json()) as Json
    return
  }
  yield* streamedMessages(response)
}

/** The result of a call, or how it was refused. */
async function call(
  by: Credential,
  setting: Setting,
  params: Json,
  capabilities: object = {},
): Promise<{ result?: Json; refused?: Pick<Closing, 'status' | 'code'> }> {
  const request = { method: 'tools/call', params, capabilities }
  const response = await send(setting.url(), by, setting, request)
  const { status } = response
  if (!response.ok) {
    const { error } = (await response.json()) as Json
    return { refused: { status, code: String(error?.code) } }
  }
  for await (const { result, error } of messagesOf(response)) {
    if (error) return { refused: { status, code: String(error.message) } }
    if (result?.isError) return { refused: { status, code: codeOf(result) } }
    if (result) return { result: result as Json }
  }
  return { refused: { status, code: 'ended' } }
}

function codeOf(result: Json): string {
  return String(result['_meta']?.['bellhop/error']?.code)
}

function noteEvents(delivered: Set<number | string>, result: Json): void {
  const { events = [], answers = [] } = (result['structuredContent'] ?? {}) as Json
  for (const line of [...events, ...answers] as string[]) {
    const [, id] = /^(\d+) /.exec(line) ?? []
    if (id !== undefined) delivered.add(Number(id))
  }
}

/** Waits for events again and again, at any server. */
export function waitOf(by: Credential, setting: Setting): Thing {
  return open('wait', by, setting, async (begin) => {
    for (let cursor: string | undefined; ;) {
      const delivered = await begin()
      const args = {
        seconds: WAIT_SECONDS,
        peek: true,
        ...(cursor === undefined ? {} : { cursor }),
      }
      const params = { name: 'chat_wait_for_events', arguments: args }
      const { result, refused } = await call(by, setting, params)
      if (!result) return refused ?? { status: 0, code: 'nothing' }
      noteEvents(delivered, result)
      cursor = String(result['structuredContent']?.cursor)
    }
  })
}

/** Asks somebody, and waits for more answers than there will be. */
export function askOf(by: Credential, setting: Setting): Thing {
  return open('ask', by, setting, async (begin) => {
    for (;;) {
      const delivered = await begin()
      const { result, refused } = await call(by, setting, questionIn(setting))
      if (!result) return refused ?? { status: 0, code: 'nothing' }
      noteEvents(delivered, result)
    }
  })
}

function questionIn({ responder }: Setting): Json {
  const patience = { seconds: WAIT_SECONDS, answers: 99 }
  return {
    name: 'ask',
    arguments: { type: 'direct', to: [responder], question: 'Well?', ...patience },
  }
}

/** A call that becomes a task, which the store keeps. */
export function taskOf(by: Credential, setting: Setting): Thing {
  return open('task', by, setting, async (begin) => {
    for (;;) {
      const delivered = await begin()
      const { result, refused } = await call(by, setting, questionIn(setting), TASK_CAPABILITIES)
      if (!result) return refused ?? { status: 0, code: 'nothing' }
      const outcome = await outcomeOf(String(result['taskId']), setting)
      noteEvents(delivered, outcome)
      if (outcome['isError']) return { status: 200, code: codeOf(outcome) }
    }
  })
}

async function outcomeOf(id: string, { store, over }: Setting): Promise<Json> {
  for (; !over.aborted; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const tasks = store.db.selectFrom('mcp_task').select('outcome')
    const row = await tasks.where('id', '=', id).executeTakeFirst()
    if (!row) throw new Error(`There is no task ${id}.`)
    if (row.outcome !== null) return JSON.parse(row.outcome) as Json
  }
  throw new Error('Nobody waits any more.')
}

function noteUpdate(delivered: Set<number | string>, { method, params }: Json): void {
  if (method === 'notifications/resources/updated') delivered.add(String(params?.uri))
}

/** Listens to conversations as clients of 2026 do. */
export function listenOf(by: Credential, setting: Setting): Thing {
  return open('listen', by, setting, async (begin) => {
    const delivered = await begin()
    const notifications = { resourceSubscriptions: [...setting.places.keys()] }
    const request = { method: 'subscriptions/listen', params: { notifications } }
    const response = await send(setting.url(), by, setting, request)
    if (!response.ok) return { status: response.status, code: await codeIn(response) }
    for await (const message of messagesOf(response)) noteUpdate(delivered, message)
    return { status: response.status, code: 'ended' }
  })
}

async function codeIn(response: Response): Promise<string> {
  const { error } = (await response.json()) as Json
  return typeof error?.code === 'string' ? error.code : String(error?.message)
}

/** Listens to conversations by the event stream of a session, as clients of 2025 do. */
export function sessionOf(by: Credential, setting: Setting): Thing {
  return open('session', by, setting, async (begin) => {
    const delivered = await begin()
    const url = setting.url()
    const post = async (message: Json, more: Record<string, string> = {}) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        signal: setting.over,
        headers: mcpHeaders(by, setting, more),
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      })
    const clientInfo = { name: 'rights', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const opened = await post({ id: 0, method: 'initialize', params })
    if (!opened.ok) return { status: opened.status, code: await codeIn(opened) }
    await opened.body?.cancel()
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
    const stream = await fetch(`${url}/mcp`, {
      signal: setting.over,
      headers: mcpHeaders(by, setting, session),
    })
    if (!stream.ok) return { status: stream.status, code: await codeIn(stream) }
    for (const [id, uri] of [...setting.places.keys()].entries()) {
      const request = { id: id + 1, method: 'resources/subscribe', params: { uri } }
      const answer = await post(request, session)
      if (!answer.ok) return { status: answer.status, code: await codeIn(answer) }
      for await (const { error } of messagesOf(answer)) {
        if (error) return { status: 200, code: String(error.message) }
      }
    }
    for await (const message of messagesOf(stream)) noteUpdate(delivered, message)
    return { status: stream.status, code: 'ended' }
  })
}

/** What the next request with a credential is answered: the status, and the code of the error. */
export async function nextRequest(
  by: Credential,
  setting: Omit<Setting, 'over'>,
): Promise<Pick<Closing, 'status' | 'code'>> {
  const here = { ...setting, over: AbortSignal.timeout(30_000) }
  if (by.kind === 'program') {
    const { result, refused } = await call(by, here, {
      name: 'chat_wait_for_events',
      arguments: { seconds: 0 },
    })
    return refused ?? { status: 200, code: result ? '' : 'nothing' }
  }
  const answer = await fetch(`${setting.url()}/api/v1/users/me`, { headers: headersOf(by, here) })
  const { code = '' } = (await answer.json()) as Json
  return { status: answer.status, code: String(code) }
}
