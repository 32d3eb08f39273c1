import { setImmediate as nextTurn } from 'node:timers/promises'
import type { McpServer } from '@modelcontextprotocol/server'
import { describe, expect, test, vi } from 'vitest'
import type { Account } from '../../../../src/contract/chat.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../../../src/mcp/http.ts'
import {
  CLIENT_FACTS_MAX_BYTES,
  LIFELESS_URIS_MAX_CHARS,
  READY_SESSIONS_MAX_COUNT,
  type SessionLimits,
  UNREAD_NOTICES_MAX_COUNT,
} from '../../../../src/mcp/limits.ts'
import type { ServedClient } from '../../../../src/mcp/server-parts.ts'
import { sampleOperations, testServices } from '../../../support/operations.ts'

const facts = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
}

/** Who sends a request. */
interface Sender {
  caller?: string
  peer?: string
}

/** An endpoint of its own, spoken to without a network. */
class Stage implements AsyncDisposable {
  readonly endpoint: McpEndpoint

  constructor(
    limits: Partial<SessionLimits> = {},
    parts: { extend?: (server: McpServer, client: ServedClient) => void; isKeyed?: boolean } = {},
  ) {
    this.endpoint = createMcpEndpoint(
      {
        services: testServices(),
        info: { version: '0.0.0', charged: false, limits: async () => [] },
        ...parts,
      },
      { tools: sampleOperations, standardTools: sampleOperations },
      limits,
    )
  }

  async send(
    message: object | undefined,
    { caller, peer = '192.0.2.1' }: Sender = {},
    session?: string,
  ): Promise<Response> {
    const request = new Request('http://localhost/mcp', {
      method: message ? 'POST' : 'GET',
      body: message ? JSON.stringify({ jsonrpc: '2.0', ...message }) : null,
      headers: {
        'content-type': 'application/json',
        accept: message ? 'application/json, text/event-stream' : 'text/event-stream',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
    })
    return this.endpoint.handle(request, caller, peer)
  }

  /** Opens a session; the status in place of its id where that is refused. */
  async open(sender: Sender = {}, params: object = facts): Promise<string> {
    const response = await this.send({ id: 1, method: 'initialize', params }, sender)
    await response.text()
    return response.headers.get('mcp-session-id') ?? String(response.status)
  }

  /** Whether a session answers. */
  async isOpen(session: string, sender: Sender = {}): Promise<boolean> {
    const response = await this.send({ id: 2, method: 'ping' }, sender, session)
    await response.text()
    return response.status === 200
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.endpoint.close()
  }
}

async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let n = 0; n < count; n += 1) done.push(await work())
  return done
}

describe('shares', () => {
  test('a stranger that opens thousands ends no session but its own', async () => {
    await using stage = new Stage({ maxCount: 50 })
    const alice = await stage.open({ caller: 'alice' })
    const neighbour = await stage.open({ peer: '192.0.2.2' })
    const own = await times(200, async () => stage.open())
    expect(own).not.toContain('429')
    expect(await stage.isOpen(alice, { caller: 'alice' })).toBe(true)
    expect(await stage.isOpen(neighbour)).toBe(true)
    expect(stage.endpoint.sessionCount()).toBe(22)
    expect(await stage.isOpen(own[0] ?? '')).toBe(false)
    expect(await stage.isOpen(own.at(-1) ?? '')).toBe(true)
  })

  test('a stranger with a /56 is one stranger', async () => {
    await using stage = new Stage({ maxCount: 50 })
    const neighbour = await stage.open({ peer: '2001:db8:0:200::/64' })
    for (let n = 0; n < 60; n += 1) await stage.open({ peer: `2001:db8:0:1${10 + n}::/64` })
    expect(stage.endpoint.sessionCount()).toBe(21)
    expect(await stage.isOpen(neighbour, { peer: '2001:db8:0:200::/64' })).toBe(true)
  })

  test('strangers that take every place are refused, and callers still get one', async () => {
    await using stage = new Stage({ maxCount: 40 })
    for (const peer of ['192.0.2.1', '192.0.2.2']) {
      for (const session of await times(20, async () => stage.open({ peer }))) {
        expect((await stage.send(undefined, { peer }, session)).status).toBe(200)
      }
    }
    const params = facts
    const refused = await stage.send({ id: 1, method: 'initialize', params }, { peer: '192.0.2.3' })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error: { message: expect.any(String) } })
    const alice = await stage.open({ caller: 'alice' })
    expect(await stage.isOpen(alice, { caller: 'alice' })).toBe(true)
    expect(stage.endpoint.sessionCount()).toBe(40)
  })

  test('whose own sessions are all in use is asked to come back', async () => {
    await using stage = new Stage({ perAddressMaxCount: 1 })
    const session = await stage.open()
    const stream = await stage.send(undefined, {}, session)
    const refused = await stage.send({ id: 1, method: 'initialize', params: facts })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await stream.body?.cancel()
    expect(await stage.open()).not.toBe('429')
  })

  test('programs on this machine share what a caller may have, where no key is asked for', async () => {
    await using stage = new Stage()
    const sessions = await times(30, async () => stage.open({ peer: '127.0.0.1' }))
    await times(30, async () => stage.open({ peer: '::1' }))
    expect(await stage.isOpen(sessions[0] ?? '')).toBe(true)
    await using keyed = new Stage({}, { isKeyed: true })
    await times(30, async () => keyed.open({ peer: '127.0.0.1' }))
    expect(keyed.endpoint.sessionCount()).toBe(20)
  })

  test('a stranger has no more streams than its share, and gives way to callers', async () => {
    await using stage = new Stage({ maxCount: 3, perAddressMaxCount: 2, perCallerMaxCount: 2 })
    const listen = async (sender: Sender) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const params = { notifications: { resourceSubscriptions: ['x://y'] }, _meta }
      const request = new Request('http://localhost/mcp', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'subscriptions/listen', params }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'subscriptions/listen',
        },
      })
      const peer = sender.peer ?? '192.0.2.1'
      const response = await stage.endpoint.handle(request, sender.caller, peer)
      return response.status
    }
    expect(await listen({})).toBe(200)
    const session = await stage.open()
    expect((await stage.send(undefined, {}, session)).status).toBe(200)
    expect(await listen({})).toBe(429)
    expect(await listen({ peer: '192.0.2.2' })).toBe(200)
    expect(await listen({ peer: '192.0.2.3' })).toBe(503)
    expect(await listen({ caller: 'alice' })).toBe(200)
    expect(await listen({ caller: 'alice' })).toBe(200)
    expect(await listen({ caller: 'alice' })).toBe(429)
    expect(stage.endpoint.streamCount()).toBeLessThanOrEqual(3)
  })
})

describe('life', () => {
  test(
    'an anonymous client that says nothing after its first message is forgotten soon',
    { tags: 'full' },
    async () => {
      await using stage = new Stage({ silentMs: 1_000 })
      const confirmed = await stage.open()
      await stage.send({ method: 'notifications/initialized' }, {}, confirmed)
      const alice = await stage.open({ caller: 'alice' })
      const silent = await stage.open()
      await vi.waitFor(() => expect(stage.endpoint.sessionCount()).toBe(2))
      expect(await stage.isOpen(silent)).toBe(false)
      expect(await stage.isOpen(confirmed)).toBe(true)
      expect(await stage.isOpen(alice, { caller: 'alice' })).toBe(true)
    },
  )

  test('a refused first message leaves nothing behind', async () => {
    await using stage = new Stage({ maxCount: 1 })
    const request = () =>
      new Request('http://localhost/mcp', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: facts }),
        headers: { 'content-type': 'text/plain' },
      })
    const refused = await times(3, async () =>
      stage.endpoint.handle(request(), undefined, '192.0.2.1'),
    )
    expect(refused.map(({ status }) => status)).toEqual([415, 415, 415])
    expect(stage.endpoint.sessionCount()).toBe(0)
    const other = { peer: '192.0.2.2' }
    expect(await stage.isOpen(await stage.open(other), other)).toBe(true)
  })

  test('what a client says of itself is bounded, except for what is not kept', async () => {
    await using stage = new Stage()
    const large = 'x'.repeat(CLIENT_FACTS_MAX_BYTES)
    const withIcons = { ...facts.clientInfo, icons: [{ src: `data:,${large}` }] }
    expect(await stage.open({}, { ...facts, clientInfo: withIcons })).not.toBe('400')
    const capabilities = { experimental: { large: { large } } }
    expect(await stage.open({}, { ...facts, capabilities })).toBe('400')
  })

  test('addresses that never change are kept up to a bound', async () => {
    await using stage = new Stage()
    const session = await stage.open()
    const subscribe = async (uri: string) => {
      const message = { id: 4, method: 'resources/subscribe', params: { uri } }
      return (await stage.send(message, {}, session)).text()
    }
    const answers = await times(LIFELESS_URIS_MAX_CHARS / 1_024, async () =>
      subscribe(`x://${Math.random()}`.padEnd(1_024, 'y')),
    )
    expect(answers.join('')).not.toContain('Too many')
    expect(await subscribe('x://one-more')).toContain('Too many')
  })
})

describe('a session among many', () => {
  const showFacts = (server: McpServer, { subscriptions }: ServedClient) => {
    server.registerTool('facts', {}, () => {
      const capabilities = server.server.getClientCapabilities()
      const info = server.server.getClientVersion()
      const version = server.server.getNegotiatedProtocolVersion()
      return { content: [{ type: 'text', text: JSON.stringify([capabilities, info, version]) }] }
    })
    server.registerTool('follow', {}, async () => {
      await subscriptions?.add('test', 'chat://inbox', async () => someone)
      return { content: [] }
    })
  }
  const someone = {} as Account
  const crowd = async (stage: Stage) =>
    times(READY_SESSIONS_MAX_COUNT + 5, async () => {
      const caller = 'crowd'
      return stage.isOpen(await stage.open({ caller }), { caller })
    })
  const call = (name: string, args = {}) => ({
    id: 5,
    method: 'tools/call',
    params: { name, arguments: args },
  })

  test('keeps no server instance, and still knows its client', async () => {
    let built = 0
    await using stage = new Stage(
      {},
      {
        extend: (server, client) => {
          built += 1
          showFacts(server, client)
        },
      },
    )
    const said = {
      protocolVersion: '2025-03-26',
      capabilities: { elicitation: {}, roots: { listChanged: true } },
      clientInfo: { name: 'particular', version: '7' },
    }
    const session = await stage.open({}, said)
    const ask = async (id = 5) => {
      const answer = await stage.send({ ...call('facts'), id }, {}, session)
      return (await answer.text()).replace(/"id":\d+/, '')
    }
    const first = await ask()
    expect(first).toContain('particular')
    expect(first).toContain('2025-03-26')
    await ask()
    expect(built).toBe(1)
    await crowd(stage)
    const others = built
    const [again, sameTime] = await Promise.all([ask(6), ask(7)])
    expect(again).toBe(first)
    expect(sameTime).toBe(first)
    expect(built).toBe(others + 1)
  })

  test('has no server instance before its client asks for something', async () => {
    let built = 0
    await using stage = new Stage({}, { extend: () => void (built += 1) })
    const [session = ''] = await times(5, async () => stage.open())
    await stage.send({ method: 'notifications/initialized' }, {}, session)
    expect(built).toBe(0)
    expect(await stage.isOpen(session)).toBe(true)
    expect(built).toBe(1)
  })

  test('finishes the call that it runs', { tags: 'full' }, async () => {
    await using stage = new Stage()
    const session = await stage.open()
    const running = await stage.send(call('slow', { steps: 2, stepMs: 300 }), {}, session)
    await crowd(stage)
    expect(await running.text()).toContain('"steps":2')
  })

  test('is told of changes, and what it does not read is bounded', async () => {
    const services = testServices()
    const tells: (() => void)[] = []
    services.watchChat = async (_actor, _uri, notify) => {
      tells.push(notify)
      return () => void tells.splice(0)
    }
    const endpoint = createMcpEndpoint(
      {
        services,
        info: { version: '0.0.0', charged: false, limits: async () => [] },
        extend: showFacts,
      },
      { tools: sampleOperations, standardTools: sampleOperations },
    )
    await using stage = Object.assign(new Stage(), { endpoint })
    const session = await stage.open()
    await (await stage.send(call('follow'), {}, session)).text()
    await crowd(stage)
    const stream = await stage.send(undefined, {}, session)
    const reader = stream.body?.getReader()
    tells[0]?.()
    const { value } = (await reader?.read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toContain('chat://inbox')
    for (let n = 0; n < 50 * UNREAD_NOTICES_MAX_COUNT; n += 1) tells[0]?.()
    // Messages on their way through the pipe need turns, and no time.
    const turns = async () => {
      for (let turn = 0; turn < 20; turn += 1) await nextTurn()
    }
    await turns()
    let unread = 0
    let next = reader?.read()
    while (await Promise.race([next, turns()])) {
      unread += 1
      next = reader?.read()
    }
    expect(unread).toBeGreaterThan(1)
    // A few are on their way through the pipe, and each one read makes room for one that waits.
    expect(unread).toBeLessThan(UNREAD_NOTICES_MAX_COUNT + 10)
    tells[0]?.()
    expect(await next).toMatchObject({ done: false })
    await reader?.cancel()
    expect(tells).toHaveLength(1)
    await endpoint.close()
    expect(tells).toHaveLength(0)
  })
})
