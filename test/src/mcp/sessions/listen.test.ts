import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { followersOf } from '../../../../src/chat/resources/follow-resources.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import { NoticeStream } from '../../../../src/mcp/sessions/notice-stream.ts'
import { chatTools } from '../../../../tools/chat-tools.ts'
import { CLIENTS, type McpClient } from '../../../support/clients.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { testInstance } from '../../../support/operations.ts'

const [[, v1], , [, v2]] = CLIENTS as [
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
]
const KEY = 'key-of-the-operator-for-a-test'
const { services, chat: ownChat } = testInstance()
let server: HttpServer

beforeAll(async () => {
  const keys = parseKeyFile(`one ${KEY}-one\ntwo ${KEY}-two`)
  server = await startHttpServer({
    services,
    operations: selectTools(chatTools),
    sessionLimits: { idleMs: 2_000 },
    http: { keys },
  })
})
afterAll(async () => server[Symbol.asyncDispose]())

const as = async (connect: typeof v1, name: string): Promise<McpClient> =>
  connect({ url: server.mcpUrl, headers: { authorization: `Bearer ${KEY}-${name}` } })

test.each([
  ['2025', v1],
  ['2026', v2],
])(
  'nobody follows for a client of %s that has unsubscribed, or gone',
  { tags: 'full' },
  async (_, connect) => {
    const client = await as(connect, 'one')
    const chat = await ownChat.chat()
    const stop = await client.subscribe('chat://inbox')
    expect(followersOf(chat).size).toBe(1)
    await stop()
    await vi.waitFor(() => expect(followersOf(chat).size).toBe(0))
    await client.subscribe('chat://inbox')
    await client.subscribe('chat://users')
    expect(followersOf(chat).size).toBe(1)
    await client.close()
    await vi.waitFor(() => expect(followersOf(chat).size).toBe(0))
    expect(server.endpoint.streamCount()).toBe(0)
  },
)

test('one caller cannot take every stream', { tags: 'full' }, async () => {
  const client = await as(v2, 'one')
  const stops: (() => Promise<void>)[] = []
  for (let n = 0; n < 100; n += 1) stops.push(await client.subscribe('chat://inbox'))
  expect(server.endpoint.streamCount()).toBe(100)
  await expect(client.subscribe('chat://inbox')).rejects.toThrow(/Too many/)
  const other = await as(v2, 'two')
  const stopOther = await other.subscribe('chat://inbox')
  await stops[0]?.()
  await vi.waitFor(() => expect(server.endpoint.streamCount()).toBe(100))
  stops[0] = await client.subscribe('chat://inbox')
  await Promise.all([...stops, stopOther].map(async (stop) => stop()))
  await vi.waitFor(() => expect(server.endpoint.streamCount()).toBe(0))
  await Promise.all([client.close(), other.close()])
})

test('a refused address leaves nothing behind', async () => {
  const client = await as(v2, 'one')
  await expect(client.subscribe('chat://channel/nowhere')).rejects.toThrow(/No channel/)
  await expect(client.subscribe('chat://nothing')).rejects.toThrow(/no resource/)
  expect(server.endpoint.streamCount()).toBe(0)
  expect(followersOf(await ownChat.chat()).size).toBe(0)
  await client.close()
})

test('what a slow reader has not taken waits, each address once', async () => {
  const stream = new NoticeStream()
  const published: string[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(it) {
      controller = it
    },
  })
  stream.subscribe((event) => {
    published.push('uri' in event ? event.uri : event.kind)
    controller?.enqueue(new Uint8Array([1]))
  })
  const reader = stream.counted(new Response(body)).body?.getReader()
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 150; n += 1) stream.notify(`x://${n}`)
  }
  await nextTurn()
  // A chunk or two are on their way through the pipe.
  expect(published.length).toBeGreaterThanOrEqual(100)
  expect(published.length).toBeLessThan(105)
  for (let n = 0; n < 150; n += 1) await reader?.read()
  await vi.waitFor(() => expect(new Set(published).size).toBe(150))
  expect(published.length).toBeLessThan(305)
})
