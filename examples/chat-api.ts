/**
 * What the chat examples share: the team chat by plain HTTP. Parameters travel as form fields, answers are JSON
 * envelopes with `result`, and callers sign in with HTTP Basic: API e-mail and API key.
 */
import { setTimeout as delay } from 'node:timers/promises'

/** One account at one server. */
export interface Session {
  get<T>(path: string, fields?: Fields): Promise<T>
  post<T>(path: string, fields?: Fields): Promise<T>
}

/** Parameters of a request; what is not text is sent as JSON. */
export type Fields = Readonly<Record<string, unknown>>

/** A message as the chat tells of it. */
export interface Message {
  id: number
  sender_id: number
  sender_full_name: string
  /** `stream` is in a channel, `private` is direct. */
  type: 'stream' | 'private'
  stream_id?: number
  /** Name of the channel, or everybody in the direct conversation. */
  display_recipient: string | readonly { id: number }[]
  /** The topic. */
  subject: string
  content: string
  /** `mentioned`, `read` and so on, for whoever asks. */
  flags?: readonly string[]
}

/** What the chat says when it refuses. */
export class ChatError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Opens a session with an API key. Nothing is sent before the first request. */
export function openSession(server: string, email: string, key: string): Session {
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  return {
    get: async (path, fields) =>
      request(`${server}/api/v1${path}?${encode(fields).toString()}`, {
        headers: { authorization },
      }),
    post: async (path, fields) =>
      request(`${server}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization },
        body: encode(fields),
      }),
  }
}

/** Signs in with a password, for which the server gives this program a key of its own. */
export async function signIn(server: string, email: string, password: string): Promise<Session> {
  const body = encode({ username: email, password })
  const { api_key } = await request<{ api_key: string }>(`${server}/api/v1/fetch_api_key`, {
    method: 'POST',
    body,
  })
  return openSession(server, email, api_key)
}

/** Listens from now on: every message that arrives, in order, for as long as somebody asks for the next one. */
export async function listen(session: Session): Promise<AsyncIterable<Message>> {
  return messagesOf(session, await register(session))
}

async function* messagesOf(session: Session, queue: Queue): AsyncGenerator<Message> {
  for (;;) {
    try {
      // Waits at the server until there is something, or a heartbeat each minute.
      const { events } = await session.get<{ events: readonly Event[] }>('/events', queue)
      for (const event of events) {
        queue.last_event_id = event.id
        if (event.type === 'message') yield { ...event.message, flags: event.flags }
      }
    } catch (error) {
      // The server forgets queues that nobody asks for ten minutes. What came meanwhile is in GET /messages.
      if (!(error instanceof ChatError) || error.code !== 'BAD_EVENT_QUEUE_ID') throw error
      Object.assign(queue, await register(session))
    }
  }
}

type Event = { id: number } & (
  | { type: 'message'; message: Message; flags: readonly string[] }
  | { type: 'heartbeat' }
)

/** Where a program is in the stream of events. */
type Queue = { queue_id: string; last_event_id: number }

async function register(session: Session): Promise<Queue> {
  const fields = { event_types: ['message'] }
  const { queue_id, last_event_id } = await session.post<Queue>('/register', fields)
  return { queue_id, last_event_id }
}

function encode(fields: Fields = {}): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

async function request<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, init)
  if (response.status === 429) {
    await delay(Number(response.headers.get('retry-after') ?? 1) * 1_000)
    return request(address, init)
  }
  const answer = (await response.json()) as T & { result: string; msg: string; code?: string }
  if (answer.result !== 'success') throw new ChatError(answer.code ?? 'UNKNOWN', answer.msg)
  return answer
}
