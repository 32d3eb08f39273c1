import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineOperation } from '../../../src/contract/operation.ts'
import { parseKeyFile } from '../../../src/http/callers/bearer.ts'
import {
  MCP_REQUEST_MAX_BYTES,
  MCP_REQUEST_MAX_DEPTH,
  MCP_RESULT_MAX_BYTES,
} from '../../../src/mcp/limits.ts'
import { CLIENTS } from '../../support/clients.ts'
import { startHttpServer } from '../../support/http-server.ts'
import { sampleOperations, slow, sold } from '../../support/operations.ts'
import { stopClock } from '../../support/stopped-clock.ts'

describe.each(CLIENTS)('%s over streamable HTTP', (_, connect) => {
  test('lists, calls, and reads errors', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const client = await connect({ url: server.mcpUrl })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(sampleOperations.map(({ name }) => name))

    const answer = await client.callTool({ name: 'echo', arguments: { text: 'ab' } })
    expect(answer).toMatchObject({
      structuredContent: { text: 'abab', caller: null },
      content: [{ type: 'text', text: 'said: abab' }],
    })
    expect(answer._meta?.['bellhop/untrusted']).toBeUndefined()
    const open = await client.callTool({ name: 'sold', arguments: { text: 'ab' } })
    expect(open._meta?.['bellhop/untrusted']).toBe(true)
    expect(JSON.parse(open.content[0]?.text ?? '')).toEqual(open.structuredContent)

    const invalid = await client.callTool({ name: 'echo', arguments: { text: [] } })
    expect(invalid).toMatchObject({ isError: true })
    expect(invalid.content[0]?.text).toMatch(/^invalid_input: .*text/s)
    const failed = await client.callTool({ name: 'failing', arguments: { how: 'typed' } })
    expect(failed.content[0]?.text).toBe(
      'upstream_failed: The other server failed.\nTry another page.\nThe same call may succeed later.',
    )
    expect(failed.structuredContent).toBeUndefined()
    const broken = await client.callTool({ name: 'failing', arguments: { how: 'untyped' } })
    expect(JSON.stringify(broken)).not.toContain('secret-cause')
    await client.close()
  })

  test('hears of progress', { tags: 'full' }, async () => {
    using clock = stopClock()
    const counting = defineOperation({
      ...sold,
      async run({ input, progress }) {
        for (const done of [1, 2, 3, 4]) {
          progress({ done })
          clock.pass(60)
        }
        return input
      },
    })
    await using server = await startHttpServer({ operations: [counting] })
    const client = await connect({ url: server.mcpUrl })
    const heard: number[] = []
    const answer = await client.callTool(
      { name: 'sold', arguments: { text: 'a' } },
      { onprogress: ({ progress }) => heard.push(progress) },
    )
    expect(answer.structuredContent).toEqual({ text: 'a' })
    // Not more often than ten times a second.
    expect(heard).toEqual([1, 3])
    await client.close()
  })

  test('hears of no step backwards', async () => {
    using clock = stopClock()
    const wavering = defineOperation({
      ...sold,
      async run({ input, progress }) {
        for (const done of [1, 3, 2, 4]) {
          progress({ done })
          clock.pass(110)
        }
        return input
      },
    })
    await using server = await startHttpServer({ operations: [wavering] })
    const client = await connect({ url: server.mcpUrl })
    const heard: number[] = []
    await client.callTool(
      { name: 'sold', arguments: { text: 'a' } },
      { onprogress: ({ progress }) => heard.push(progress) },
    )
    expect(heard).toEqual([1, 3, 4])
    await client.close()
  })

  test('cancels, and the work stops', async () => {
    let aborted = false
    const begun = Promise.withResolvers<void>()
    const { agent: _agent, check: _check, ...described } = slow
    const watched = defineOperation({
      ...described,
      input: z.object({}),
      output: z.object({}),
      async run({ signal }) {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        begun.resolve()
        await delay(600_000, undefined, { signal })
        return {}
      },
    })
    await using server = await startHttpServer({ operations: [watched] })
    const client = await connect({ url: server.mcpUrl })
    const controller = new AbortController()
    const call = client.callTool({ name: 'slow', arguments: {} }, { signal: controller.signal })
    await begun.promise
    controller.abort()
    await expect(call).rejects.toThrow()
    await vi.waitFor(() => expect(aborted).toBe(true))
    await client.close()
  })

  test('an oversized result is an error that says what to do', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const client = await connect({ url: server.mcpUrl })
    const text = 'x'.repeat(MCP_RESULT_MAX_BYTES / 2)
    const answer = await client.callTool({ name: 'echo', arguments: { text } })
    expect(answer).toMatchObject({ isError: true })
    expect(answer.content[0]?.text).toContain('too_large')
    await client.close()
  })

  test('is shown a picture, which counts towards the cap', async () => {
    const { check: _check, ...described } = sold
    const drawing = defineOperation({
      ...described,
      input: z.object({ bytes: z.int() }),
      agent: {
        text: () => 'a picture',
        image: ({ text }) => (text === '' ? undefined : { data: text, mimeType: 'image/png' }),
      },
      run: async ({ input }) => ({ text: 'A'.repeat(input.bytes) }),
    })
    await using server = await startHttpServer({ operations: [drawing] })
    const client = await connect({ url: server.mcpUrl })
    const ask = (bytes: number) => client.callTool({ name: 'sold', arguments: { bytes } })
    expect((await ask(8)).content).toEqual([
      { type: 'text', text: 'a picture' },
      { type: 'image', data: 'AAAAAAAA', mimeType: 'image/png' },
    ])
    expect((await ask(0)).content).toHaveLength(1)
    expect((await ask(MCP_RESULT_MAX_BYTES / 2 - 1_000)).isError).toBeUndefined()
    expect((await ask(MCP_RESULT_MAX_BYTES / 2)).content[0]?.text).toContain('too_large')
    await client.close()
  })

  test('narrows its own tool list by header', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const list = async (headers: Record<string, string>) => {
      const client = await connect({ url: server.mcpUrl, headers })
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    }
    expect(await list({ 'x-mcp-tools': 'echo, slow' })).toEqual(['echo', 'slow'])
    expect(await list({ 'x-mcp-exclude-tools': 'sold' })).toEqual(['echo', 'slow', 'failing'])
    expect(await list({ 'x-mcp-tools': '' })).toHaveLength(sampleOperations.length)
    expect(await list({ 'x-mcp-readonly': 'true', 'x-mcp-toolsets': 'web' })).not.toContain('slow')
    await expect(list({ 'x-mcp-tools': 'nothing' })).rejects.toThrow()
    expect(await list({ 'x-mcp-readonly': 'false' })).toContain('slow')
    await expect(list({ 'x-mcp-readonly': 'yes' })).rejects.toThrow()
  })

  test('is told who it is by its key', async () => {
    const key = 'k'.repeat(32)
    const keys = parseKeyFile(`alice ${key}`)
    await using server = await startHttpServer({ operations: sampleOperations, http: { keys } })
    const headers = { authorization: `Bearer ${key}` }
    const client = await connect({ url: server.mcpUrl, headers })
    const answer = await client.callTool({ name: 'echo', arguments: { text: 'a' } })
    expect(answer.structuredContent).toMatchObject({ caller: 'alice' })
    await client.close()
    await expect(connect({ url: server.mcpUrl })).rejects.toThrow()
  })
})

const rpc = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  },
})

const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
}

const listTools = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

describe('the wire', () => {
  test('a sessionless call of a 2025-era client is served', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const response = await fetch(server.mcpUrl, rpc(listTools))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('"echo"')
    expect(server.endpoint.sessionCount()).toBe(0)
  })

  test.each([
    ['no JSON', '{', 400],
    ['too deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['too much', JSON.stringify({ x: 'x'.repeat(MCP_REQUEST_MAX_BYTES) }), 413],
  ])('%s is refused', async (_, body, status) => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const response = await fetch(server.mcpUrl, rpc(body))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.any(String) },
    })
  })

  test('what is nested too deep is told so, before it is parsed', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const message = async (body: string) => {
      const response = await fetch(server.mcpUrl, rpc(body))
      return (await response.json()) as { error: { message: string } }
    }
    const deep = '['.repeat(MCP_REQUEST_MAX_DEPTH + 1)
    expect((await message(deep)).error.message).toContain('too deep')
    expect((await message(deep.slice(1))).error.message).toMatch(/^Parse error/)
  })

  test('an event stream without a session is refused, and so is an unknown session', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const headers = { accept: 'text/event-stream' }
    expect((await fetch(server.mcpUrl, { headers })).status).toBe(405)
    const unknown = rpc(listTools, { 'mcp-session-id': 'unknown' })
    expect((await fetch(server.mcpUrl, unknown)).status).toBe(404)
  })

  async function open(mcpUrl: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(mcpUrl, rpc(initialize, headers))
    await response.text()
    return response.headers.get('mcp-session-id') ?? ''
  }

  test('a session works for the caller that opened it only, and ends by DELETE', async () => {
    const keys = parseKeyFile(`alice ${'a'.repeat(32)}\nbob ${'b'.repeat(32)}`)
    await using server = await startHttpServer({ operations: sampleOperations, http: { keys } })
    const alice = { authorization: `Bearer ${'a'.repeat(32)}` }
    const bob = { authorization: `Bearer ${'b'.repeat(32)}` }
    const session = { 'mcp-session-id': await open(server.mcpUrl, alice) }
    const status = async (headers: Record<string, string>, method = 'POST') => {
      const response = await fetch(server.mcpUrl, {
        ...rpc(listTools, headers),
        ...(method === 'POST' ? {} : { method, body: null }),
      })
      await response.text()
      return response.status
    }
    expect(await status({ ...session, ...alice })).toBe(200)
    expect(await status({ ...session, ...bob })).toBe(404)
    expect(await status({ ...session, ...bob }, 'DELETE')).toBe(404)
    expect(await status({ ...session, ...alice }, 'DELETE')).toBe(200)
    expect(await status({ ...session, ...alice })).toBe(404)
  })

  test('the stream of a cancelled call ends, and only that of the session', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const session = { 'mcp-session-id': await open(server.mcpUrl) }
    const other = { 'mcp-session-id': await open(server.mcpUrl) }
    const callSlow = { name: 'slow', arguments: { steps: 1, stepMs: 60_000 } }
    const stream = await fetch(
      server.mcpUrl,
      rpc({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: callSlow }, session),
    )
    let isEnded = false
    const ended = stream.text().finally(() => (isEnded = true))
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    for (const message of [cancel, listTools]) {
      await (await fetch(server.mcpUrl, rpc(message, other))).text()
    }
    expect(isEnded).toBe(false)
    await fetch(server.mcpUrl, rpc(cancel, session))
    expect(await ended).not.toContain('"result"')
  })

  test('a subscription of more or longer addresses than allowed is refused', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const listen = async (resourceSubscriptions: string[]) => {
      const params = { notifications: { resourceSubscriptions }, ...MODERN }
      const message = { jsonrpc: '2.0', id: 3, method: 'subscriptions/listen', params }
      const headers = {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      }
      const response = await fetch(server.mcpUrl, rpc(message, headers))
      const refusal = response.status === 200 ? '' : await response.text()
      await response.body?.cancel().catch(() => {})
      return [response.status, refusal]
    }
    const many = Array.from({ length: 101 }, (_, i) => `x://${i}`)
    expect(await listen(many)).toEqual([400, expect.stringContaining('Too many')])
    expect(await listen([`x://${'a'.repeat(2048)}`])).toEqual([
      400,
      expect.stringContaining('long'),
    ])
    expect((await listen(many.slice(1)))[0]).toBe(200)
  })

  test('a body that ends early is refused', async () => {
    await using server = await startHttpServer({ operations: sampleOperations })
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    const request = new Request('http://localhost/mcp', { ...rpc(''), body, duplex: 'half' })
    expect((await server.endpoint.handle(request, undefined)).status).toBe(400)
  })

  test('an idle session is closed, one with an open stream is not', { tags: 'full' }, async () => {
    const sessionLimits = { maxCount: 10, idleMs: 150 }
    await using server = await startHttpServer({ operations: sampleOperations, sessionLimits })
    await open(server.mcpUrl)
    const listening = await open(server.mcpUrl)
    const stop = new AbortController()
    const stream = await fetch(server.mcpUrl, {
      signal: stop.signal,
      headers: { accept: 'text/event-stream', 'mcp-session-id': listening },
    })
    expect(stream.status).toBe(200)
    await vi.waitFor(() => expect(server.endpoint.sessionCount()).toBe(1))
    stop.abort()
    await vi.waitFor(() => expect(server.endpoint.sessionCount()).toBe(0))
  })

  test('over the cap the least used session gives way; when all are in use, 503', async () => {
    const sessionLimits = { maxCount: 1, idleMs: 60_000 }
    await using server = await startHttpServer({ operations: sampleOperations, sessionLimits })
    await open(server.mcpUrl)
    const second = await open(server.mcpUrl)
    expect(server.endpoint.sessionCount()).toBe(1)
    const stream = await fetch(server.mcpUrl, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': second },
    })
    const refused = await fetch(server.mcpUrl, rpc(initialize))
    expect(refused.status).toBe(503)
    await stream.body?.cancel()
  })
})
