import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { vi } from 'vitest'
import { type Message, messagesIn, streamedMessages } from './streamed-messages.ts'

/** What a client of 2026-07-28 declares in these tests: it takes tasks, and its user can be asked. */
export const TASK_CAPABILITIES = {
  elicitation: { form: {} },
  extensions: { 'io.modelcontextprotocol/tasks': {} },
}

/** A client of 2026-07-28 that writes its messages by hand. */
export interface RawClient {
  /** Sends a request; returns its result. Throws an `RpcError`. */
  request(method: string, params?: Message, capabilities?: object): Promise<Message>
  /** Listens; what comes is in `heard`, the acknowledgement first. */
  listen(notifications: Message, capabilities?: object): Promise<{ heard: Message[]; stop(): void }>
}

/** A JSON-RPC error. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: Message) {
    super(String(message))
    this.code = Number(code)
    this.data = data
  }
}

/** The task once it is in one of some states. */
export async function taskIn(
  client: RawClient,
  taskId: string,
  ...states: readonly string[]
): Promise<Message> {
  return vi.waitFor(
    async () => {
      const task = await client.request('tasks/get', { taskId })
      if (!states.includes(String(task['status']))) throw new Error(`It is ${task['status']}.`)
      return task
    },
    { interval: 50 },
  )
}

function withEnvelope(params: Message, capabilities: object): Message {
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  }
}

let lastId = 0

/** Speaks over HTTP, with a key where one is given. */
export function httpClient(url: string, key?: string): RawClient {
  async function post(method: string, params: Message, capabilities: object, signal?: AbortSignal) {
    const name = params['name'] ?? params['taskId']
    return fetch(url, {
      method: 'POST',
      ...(signal ? { signal } : {}),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': String(name) }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: (lastId += 1),
        method,
        params: withEnvelope(params, capabilities),
      }),
    })
  }
  return {
    async request(method, params = {}, capabilities = TASK_CAPABILITIES) {
      const response = await post(method, params, capabilities)
      const text = await response.text()
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      const answer = isStream ? messagesIn(text).at(-1) : (JSON.parse(text) as Message)
      if (answer?.['error']) throw new RpcError(answer['error'] as Message)
      return answer?.['result'] as Message
    },
    async listen(notifications, capabilities = TASK_CAPABILITIES) {
      const stop = new AbortController()
      const params = { notifications }
      const response = await post('subscriptions/listen', params, capabilities, stop.signal)
      if (!response.ok) throw new RpcError(((await response.json()) as Message)['error'] as Message)
      const heard: Message[] = []
      void collect(response, heard).catch(() => {})
      await vi.waitFor(() => {
        if (heard.length === 0) throw new Error('Not acknowledged.')
      })
      return { heard, stop: () => stop.abort() }
    },
  }
}

async function collect(response: Response, heard: Message[]): Promise<void> {
  for await (const message of streamedMessages(response)) heard.push(message)
}

/** Speaks to a program on stdio. */
export interface StdioClient extends RawClient, AsyncDisposable {
  process: ChildProcess
}

/** Starts a program and speaks to it. */
export function stdioClient(
  command: readonly [string, ...string[]],
  env: Record<string, string>,
): StdioClient {
  const [program, ...args] = command
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (message: Message) => void>()
  const listeners = new Map<number, Message[]>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message
    const subscription = message['params']?._meta?.['io.modelcontextprotocol/subscriptionId']
    listeners.get(Number(subscription))?.push(message)
    waiting.get(Number(message['id']))?.(message)
  })
  const send = (message: Message): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (id: number, method: string, params: Message, capabilities: object) => {
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
    send({ id, method, params: withEnvelope(params, capabilities) })
    return answer
  }
  return {
    process: child,
    async request(method, params = {}, capabilities = TASK_CAPABILITIES) {
      const answer = await ask((lastId += 1), method, params, capabilities)
      if (answer['error']) throw new RpcError(answer['error'] as Message)
      return answer['result'] as Message
    },
    async listen(notifications, capabilities = TASK_CAPABILITIES) {
      const id = (lastId += 1)
      const heard: Message[] = []
      listeners.set(id, heard)
      const refused = ask(id, 'subscriptions/listen', { notifications }, capabilities)
      const acknowledged = vi.waitFor(() => {
        if (heard.length === 0) throw new Error('Not acknowledged.')
      })
      const answer = await Promise.race([refused, acknowledged])
      if (answer?.['error']) throw new RpcError(answer['error'] as Message)
      const params = { requestId: id }
      return { heard, stop: () => send({ method: 'notifications/cancelled', params }) }
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}
