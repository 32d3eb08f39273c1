import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineOperation, type Services } from '../../../../src/contract/operation.ts'
import { type Listening, listen } from '../../../../src/http/listen.ts'
import type { Log } from '../../../../src/lib/log.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../../../src/mcp/http.ts'
import { chatOperations } from '../../../../tools/chat.ts'
import { authorization, upload } from '../../../support/chat-uploads.ts'
import { type ChatWorld, startChatWorld } from '../../../support/chat-world.ts'
import { oddReasons } from '../../../support/odd-reasons.ts'
import { announce } from '../../../support/upload-space.ts'

/** More than the buffers of a connection hold. */
const LARGE_BYTES = 9_000_000

/** What the operation below does next, and a promise that it was asked. */
let act: (signal: AbortSignal) => Promise<never>

const acting = defineOperation({
  name: 'acting',
  title: 'Acting',
  description: 'Do what the test says.',
  toolset: 'web',
  http: { method: 'POST', path: '/acting' },
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.object({}),
  output: z.object({}),
  run: async ({ signal }) => act(signal),
})

let world: ChatWorld
let endpoint: McpEndpoint
let server: Listening
/** Ends of calls as the server counts them. */
let closedCount = 0
let begun: string[] = []
let ended: [surface: string, operation: string, outcome: string][] = []
let logged: { level: string; line: Record<string, unknown> }[] = []

beforeAll(async () => {
  world = await startChatWorld({
    files: { maxMib: 20 },
    http: {
      operations: [...chatOperations, acting],
      mcp: async (...args) => endpoint.handle(...args),
      chat: { web: async () => new Map([['index.html', '<p>'.repeat(LARGE_BYTES / 3)]]) },
    },
  })
  const log = Object.fromEntries(
    ['error', 'warn', 'info', 'debug'].map((level) => [
      level,
      (line: Record<string, unknown>) => void logged.push({ level, line }),
    ]),
  ) as unknown as Log
  const watched: Partial<Services> = {
    log,
    observeCall: (...[surface, operation, outcome]) =>
      void ended.push([surface, operation, outcome]),
    followCall: ({ operation }) => {
      begun.push(operation)
      return () => {}
    },
  }
  Object.assign(world.services, watched)
  endpoint = createMcpEndpoint(
    {
      services: world.services,
      info: { version: '0.0.0', charged: false, limits: async () => [] },
      prompts: [],
      isKeyed: false,
    },
    { tools: [acting], standardTools: [acting] },
  )
  server = await listen(
    (request, env) => {
      const { outgoing } = env as { outgoing: ServerResponse }
      outgoing.once('close', () => {
        closedCount += 1
      })
      return world.app.fetch(request, env)
    },
    { host: '127.0.0.1', port: 0, log },
  )
})

afterAll(async () => {
  await server.close(async () => endpoint.close())
  await world[Symbol.asyncDispose]()
})

function forget(): void {
  closedCount = 0
  begun = []
  ended = []
  logged = []
}

const failures = () => logged.filter(({ level }) => level === 'error')

describe('whatever is thrown', () => {
  const send = async (signal: AbortSignal): Promise<Response> =>
    world.app.request('/acting', {
      method: 'POST',
      body: '{}',
      headers: { host: 'localhost' },
      signal,
    })

  test.each(oddReasons(20_261_129, 200).map(({ name, value }, index) => [index, name, value]))(
    '%s: %s: a caller who goes away has cancelled the call, and the same is a fault of ours while somebody waits',
    async (index, _, reason) => {
      forget()
      const caller = new AbortController()
      const { promise: arrived, resolve: ask } = Promise.withResolvers<void>()
      // Half of them hand on what the signal says, the others throw something of their own.
      act = async (signal) => {
        ask()
        await once(signal, 'abort')
        if (index % 2 === 0) signal.throwIfAborted()
        throw reason
      }
      const answered = send(caller.signal)
      await arrived
      caller.abort(reason)
      expect((await answered).status).toBe(499)
      expect(ended).toEqual([['http', 'acting', 'cancelled']])
      expect(failures()).toEqual([])

      forget()
      act = async () => {
        throw reason
      }
      const response = await send(new AbortController().signal)
      const { error } = (await response.json()) as { error: { code: string; fields: object } }
      expect([response.status, error.code]).toEqual([500, 'internal'])
      expect(ended).toEqual([['http', 'acting', 'internal']])
      expect(failures()).toMatchObject([{ line: error.fields }])
      expect(error.fields).toEqual({ fault: expect.stringMatching(/^[0-9a-f-]{13}$/) })
    },
  )
})

describe('whichever route it is', () => {
  const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
    [
      `${method} ${path} HTTP/1.1`,
      'host: localhost',
      `authorization: ${authorization(world.owner).authorization}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n')
  const INITIALIZE = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const mcp = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })
    const accept = 'application/json, text/event-stream'
    return (
      head('POST', '/mcp', {
        accept,
        'content-type': 'application/json',
        'content-length': body.length,
      }) + body
    )
  }
  const waits = () => {
    act = async (signal) => {
      await delay(60_000, undefined, { signal })
      throw new Error('nobody went away')
    }
  }

  /** A request, and the operation whose start shows that the server is at work; without one, its answer begins. */
  const requests: Record<string, () => Promise<[sent: string, operation?: string]>> = {
    'a call': async () => {
      waits()
      return [`${head('POST', '/acting', { 'content-length': 2 })}{}`, 'acting']
    },
    'a call half sent': async () => [
      `${head('POST', '/acting', { 'content-length': 20 })}{`,
      'acting',
    ],
    'a large call half sent': async () => [
      `${head('POST', '/api/v1/messages', { 'content-length': 300_000 })}content=${'x'.repeat(90_000)}`,
      'send_message',
    ],
    'a call half sent in chunks': async () => [
      `${head('POST', '/api/v1/messages', { 'transfer-encoding': 'chunked' })}5\r\nto=ge\r\n`,
      'send_message',
    ],
    'a poll': async () => {
      const { queue_id } = await world.owner.register({ event_types: ['message'] })
      forget()
      return [head('GET', `/api/v1/events?queue_id=${queue_id}&last_event_id=-1`), 'get_events']
    },
    'a file half sent': async () => {
      const type = 'multipart/form-data; boundary=b'
      const part = '--b\r\ncontent-disposition: form-data; name="f"; filename="a.bin"\r\n\r\n'
      return [
        head('POST', '/api/v1/user_uploads', { 'content-type': type, 'content-length': 500_000 }) +
          part +
          'x'.repeat(100_000),
        'upload_file',
      ]
    },
    'a call over MCP': async () => {
      waits()
      return [mcp({ method: 'tools/call', params: { name: 'acting', arguments: {} } }), 'acting']
    },
    'the page half read': async () => [head('GET', '/')],
    'a file half read': async () => {
      const url = await upload(world, world.owner, 'a.bin', new Uint8Array(LARGE_BYTES))
      forget()
      return [head('GET', url)]
    },
    'a resumable upload half sent': async () => {
      const created = await announce(world, world.owner, LARGE_BYTES)
      const place = created.headers.get('location') ?? ''
      forget()
      const bytes = {
        'content-type': 'application/offset+octet-stream',
        'content-length': LARGE_BYTES,
      }
      const tus = { 'tus-resumable': '1.0.0', 'upload-offset': 0, expect: '100-continue' }
      return [head('PATCH', place, { ...bytes, ...tus }) + 'x'.repeat(100_000)]
    },
    'a stream over MCP': async () => {
      const accept = 'application/json, text/event-stream'
      const opened = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE }),
      })
      await opened.text()
      forget()
      const id = opened.headers.get('mcp-session-id') ?? ''
      return [head('GET', '/mcp', { accept, 'mcp-session-id': id })]
    },
  }

  /** Ways in which a connection ends at the client. */
  const ways: Record<string, (socket: Socket) => void> = {
    closed: (socket) => void socket.destroy(),
    reset: (socket) => void socket.resetAndDestroy(),
    'ended for writing': (socket) => void socket.end(),
  }

  test.each(
    Object.keys(requests).flatMap((what) => Object.keys(ways).map((way) => [what, way] as const)),
  )('%s, %s: its caller counts as gone', async (what, way) => {
    forget()
    const [sent, operation] = (await requests[what]?.()) ?? ['']
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    const answering = new Promise((resolve) => socket.once('data', resolve))
    socket.write(sent)
    if (operation === undefined) await answering
    else {
      await vi.waitUntil(() => begun.includes(operation), { interval: 5 })
    }
    ways[way]?.(socket)
    const counted = operation === undefined ? [] : [[operation, 'cancelled']]
    await vi.waitFor(() => expect(ended.map(([, ...end]) => end)).toEqual(counted), {
      interval: 5,
    })
    await vi.waitFor(() => expect(closedCount).toBe(1), { interval: 5 })
    socket.destroy()
    expect(failures()).toEqual([])
  })
})
