import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type AnyOperation, defineOperation } from '../../../../src/contract/operation.ts'
import { selectOffer, type Selection } from '../../../../src/core/select/select.ts'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import { CLIENTS, type Elicit, type McpClient, resultText } from '../../../support/clients.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { echo, failing, sampleOperations, slow, testServices } from '../../../support/operations.ts'
import { withoutIds } from '../../../support/without-ids.ts'

/** Is not in short lists, and cannot be undone. */
const runsOfWipe = { count: 0 }
const wipe = defineOperation({
  name: 'wipe_board',
  title: 'Wipe the board',
  description: 'Delete what is on the board. To look at it, use read_board.',
  toolset: 'web',
  http: { method: 'POST', path: '/wipe-board' },
  tier: 'more',
  effects: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  input: z.object({ board: z.string().describe('Of read_board.') }),
  output: z.object({ wiped: z.string() }),
  async run({ input }) {
    runsOfWipe.count += 1
    return { wiped: input.board }
  },
})
const look: AnyOperation = {
  ...echo,
  name: 'read_board',
  title: 'Read the board',
  description: 'Tell what is on the board.',
  http: { method: 'POST', path: '/read-board' },
  tier: 'more',
}
const catalogue: readonly AnyOperation[] = [...sampleOperations, wipe, look]

async function serveSelected(
  selection: Selection = { toolsets: ['core'] },
  more: Partial<Parameters<typeof startHttpServer>[0]> = {},
): Promise<HttpServer> {
  const offer = selectOffer(catalogue, selection)
  return startHttpServer({ operations: offer.routes, offer, ...more })
}

const call = (name: string, args?: unknown) => ({
  name: 'call_tool',
  arguments: { name, ...(args === undefined ? {} : { arguments: args }) },
})
const namesOf = async (client: McpClient) =>
  (await client.listTools()).tools.map(({ name }) => name)

describe.each(CLIENTS)('%s, which is given the short list', (_, connect) => {
  async function withClient(
    server: HttpServer,
    work: (client: McpClient) => Promise<void>,
    { headers = {}, elicit }: { headers?: Record<string, string>; elicit?: Elicit } = {},
  ) {
    const client = await connect({ url: server.mcpUrl, headers }, elicit)
    await client.listTools()
    await work(client)
    await client.close()
  }

  test('finds by words what is not listed, with its schema if it asks for it', async () => {
    await using server = await serveSelected()
    await withClient(server, async (client) => {
      expect(await namesOf(client)).toEqual([
        'echo',
        'sold',
        'slow',
        'failing',
        'find_tools',
        'call_tool',
      ])
      const find = (args: Record<string, unknown>) =>
        client.callTool({ name: 'find_tools', arguments: args })
      const plain = await find({ query: 'delete the board' })
      expect(resultText(plain)).toMatch(
        /^wipe_board \(destructive\): Delete what is on the board\. .*\nread_board: Tell/,
      )
      expect(plain.structuredContent).toMatchObject({
        tools: [
          expect.stringMatching(/^wipe_board \(destructive\): /),
          expect.stringMatching(/^read_board: /),
        ],
        more: 0,
      })
      expect(resultText(plain)).not.toContain('properties')
      const whole = await find({ query: 'wipe_board', schema: 'true', limit: 3 })
      expect(resultText(whole)).toContain('"properties":{"board":{"type":"string"')
      expect(whole.structuredContent).toMatchObject({
        schemas: { wipe_board: { required: ['board'] } },
        ignored: ['limit: unknown'],
      })
      const nothing = await find({ query: 'xylophone' })
      expect(resultText(nothing)).toMatch(
        /There are: echo, sold, slow, failing, wipe_board, read_board\./,
      )
      expect((await find({})).isError).toBe(true)
    })
  })

  test('gets through call_tool what the tool itself answers', async () => {
    await using server = await serveSelected()
    await withClient(server, async (client) => {
      for (const [name, args] of [
        ['echo', { text: 'ab' }],
        ['echo', { Text: 'ab', times: '3', colour: 1 }],
        ['echo', { text: [] }],
        ['sold', { text: 'a' }],
        ['slow', { steps: 1, stepMs: 1, colour: 1 }],
        ['failing', { how: 'typed' }],
        ['failing', { how: 'untyped' }],
      ] as const) {
        const direct = await client.callTool({ name, arguments: args })
        const found = await client.callTool(call(name, args))
        // A fault of ours has a number of its own each time, and so has a request.
        expect(withoutIds(found), name).toEqual(withoutIds(direct))
      }
      const unlisted = await client.callTool(call('read_board', { text: 'a' }))
      expect(unlisted.structuredContent).toMatchObject({ text: 'aa' })
      const written = await client.callTool(call('ReadBoard', '{"text":"a"}'))
      expect(written.structuredContent).toMatchObject({ text: 'aa' })
      const flat = { name: 'call_tool', arguments: { name: 'read_board', text: 'a' } }
      expect((await client.callTool(flat)).structuredContent).toMatchObject({ text: 'aa' })
    })
  })

  test('hears of progress, and what it cancels stops', { tags: 'full' }, async () => {
    let isAborted = false
    let runs = 0
    const patient = defineOperation({
      ...slow,
      async run(args) {
        runs += 1
        args.signal.addEventListener('abort', () => {
          isAborted = true
        })
        return slow.run(args)
      },
    })
    const operations = [patient]
    await using server = await startHttpServer({
      operations,
      offer: selectOffer(operations, { toolsets: ['core'] }),
    })
    await withClient(server, async (client) => {
      const heard: number[] = []
      const counted = await client.callTool(call('slow', { steps: 4, stepMs: 120 }), {
        onprogress: ({ progress }) => heard.push(progress),
      })
      expect(counted.structuredContent).toEqual({ steps: 4 })
      expect(heard.length).toBeGreaterThanOrEqual(3)
      const controller = new AbortController()
      isAborted = false
      const endless = client.callTool(call('slow', { steps: 1, stepMs: 60_000 }), {
        signal: controller.signal,
      })
      await vi.waitFor(() => expect(runs).toBe(2))
      expect(isAborted).toBe(false)
      controller.abort()
      await expect(endless).rejects.toThrow()
      await vi.waitFor(() => expect(isAborted).toBe(true))
    })
  })

  test.each<[string, Selection, Record<string, string>]>([
    ['the operator', { toolsets: ['core'], excludeTools: ['wipe_board'] }, {}],
    ['the operator for reading', { toolsets: ['core'], readOnly: true }, {}],
    ['the client', { toolsets: ['core'] }, { 'x-mcp-exclude-tools': 'wipe_board' }],
    ['the client for reading', { toolsets: ['core'] }, { 'x-mcp-readonly': 'true' }],
    ['the operator by a list', { toolsets: ['web'] }, { 'x-mcp-toolsets': 'core' }],
  ])('does not reach what %s left out', async (_who, selection, headers) => {
    await using server = await serveSelected(selection)
    await withClient(
      server,
      async (client) => {
        const before = runsOfWipe.count
        const refused = await client.callTool(call('wipe_board', { board: 'a' }))
        expect(refused.isError).toBe(true)
        expect(resultText(refused)).toMatch(/^invalid_input: There is no tool "wipe_board" here\./)
        expect(runsOfWipe.count).toBe(before)
        const found = await client.callTool({
          name: 'find_tools',
          arguments: { query: 'wipe_board' },
        })
        expect(JSON.stringify(found.structuredContent?.['tools'])).not.toContain('wipe_board')
      },
      { headers },
    )
  })

  test.each([
    ['call_tool', /^invalid_input: call_tool is called by itself\./],
    ['find_tools', /^invalid_input: find_tools is called by itself\./],
    ['wipe_bord', /^invalid_input: There is no tool "wipe_bord" here\.\nDid you mean wipe_board\?/],
    ['constructor', /^invalid_input: There is no tool "constructor" here\./],
    [7, /^invalid_input: There is no tool "7" here\./],
    [undefined, /^invalid_input: name: missing; expected text/],
  ])('is told what is wrong with %j as a tool', async (name, reason) => {
    await using server = await serveSelected()
    await withClient(server, async (client) => {
      const nested = { name, arguments: call('wipe_board', { board: 'a' }).arguments }
      const before = runsOfWipe.count
      const refused = await client.callTool({ name: 'call_tool', arguments: nested })
      expect(refused.isError).toBe(true)
      expect(resultText(refused)).toMatch(reason)
      expect(runsOfWipe.count).toBe(before)
    })
  })

  test('is asked before something destructive, and once for each call', async () => {
    await using server = await serveSelected()
    const questions: string[] = []
    let action: 'accept' | 'decline' = 'decline'
    const elicit: Elicit = (message) => {
      questions.push(message)
      return action
    }
    runsOfWipe.count = 0
    await withClient(
      server,
      async (client) => {
        const declined = await client.callTool(call('wipe_board', { board: 'a' }))
        expect(resultText(declined)).toMatch(/^forbidden: The user declined this call\./)
        expect(runsOfWipe.count).toBe(0)
        action = 'accept'
        const agreed = await client.callTool(call('wipe_board', { board: 'a' }))
        expect(agreed.structuredContent).toEqual({ wiped: 'a' })
        expect(runsOfWipe.count).toBe(1)
        expect(questions).toEqual(
          Array.from({ length: 2 }).fill(
            'Run wipe_board (Wipe the board), which cannot be undone, with {"board":"a"}?',
          ),
        )
        await client.callTool(call('slow', { steps: 1, stepMs: 1 }))
        expect(questions).toHaveLength(2)
      },
      { elicit },
    )
    await withClient(server, async (client) => {
      const unasked = await client.callTool(call('wipe_board', { board: 'b' }))
      expect(unasked.structuredContent).toEqual({ wiped: 'b' })
    })
  })
})

const [, , [, connect]] = CLIENTS as [
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
]

interface Annotated {
  name: string
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean; openWorldHint?: boolean }
}

test('call_tool says of itself what the tools do that it calls', async () => {
  const listed = async (selection: Selection) => {
    await using server = await serveSelected(selection)
    const client = await connect({ url: server.mcpUrl })
    const tools = (await client.listTools()).tools as readonly Annotated[]
    await client.close()
    return tools.find(({ name }) => name === 'call_tool')?.annotations
  }
  expect(await listed({ toolsets: ['core'] })).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: true,
  })
  expect(await listed({ toolsets: ['core'], readOnly: true })).toMatchObject({
    readOnlyHint: true,
    destructiveHint: false,
  })
})

test('lists that somebody narrowed lead nowhere else', async () => {
  for (const selection of [{ toolsets: ['web'] }, { toolsets: ['all'] }, { tools: ['echo'] }]) {
    await using server = await serveSelected(selection)
    const client = await connect({ url: server.mcpUrl })
    expect(await namesOf(client)).not.toContain('call_tool')
    await expect(client.callTool(call('echo', { text: 'a' }))).rejects.toThrow()
    await client.close()
  }
})

test('the finder alone is a list too, and either of its tools can be left out', async () => {
  await using server = await serveSelected({})
  const listed = async (headers: Record<string, string>) => {
    const client = await connect({ url: server.mcpUrl, headers })
    const names = await namesOf(client)
    await client.close()
    return names
  }
  expect(await listed({ 'x-mcp-tools': 'find_tools,call_tool' })).toEqual([
    'find_tools',
    'call_tool',
  ])
  const excluding = { 'x-mcp-toolsets': 'core', 'x-mcp-exclude-tools': 'call_tool' }
  expect(await listed(excluding)).toEqual(['echo', 'sold', 'slow', 'failing', 'find_tools'])
})

test('where keys are needed, the key of a chat account reaches what uses accounts only', async () => {
  const own: AnyOperation = { ...look, name: 'own_board', usesAccount: true, tier: 'core' }
  own.http = { method: 'POST', path: '/own-board' }
  const operations = [echo, failing, own]
  const services = testServices()
  const member = 'm'.repeat(32)
  await using server = await startHttpServer({
    operations,
    offer: selectOffer(operations, { toolsets: ['core'] }),
    services: {
      ...services,
      accounts: {
        ...services.accounts,
        callerOf: async (key) =>
          key === member
            ? { caller: 'chat user 7', right: { user: { id: 7, deactivations: 0 } } }
            : undefined,
        actorOf: async () => undefined,
      },
    },
    http: { keys: parseKeyFile(`alice ${'a'.repeat(32)}`) },
  })
  const answers = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const client = await connect({ url: server.mcpUrl, headers })
    const names = await namesOf(client)
    const echoed = await client.callTool(call('echo', { text: 'a' }))
    const owned = await client.callTool(call('own_board', { text: 'a' }))
    await client.close()
    return { names, echoed: resultText(echoed), owned: resultText(owned) }
  }
  expect(await answers(member)).toEqual({
    names: ['own_board', 'find_tools', 'call_tool'],
    echoed: expect.stringMatching(/^invalid_input: There is no tool "echo" here\./) as string,
    owned: 'said: aa',
  })
  expect(await answers('a'.repeat(32))).toMatchObject({ echoed: 'said: aa', owned: 'said: aa' })
})

describe('with a prefix', () => {
  test('lists, calls, searches, hints and instructions name the tools with it', async () => {
    await using server = await serveSelected({ toolsets: ['core'] }, { toolPrefix: 'bellhop_' })
    const client = await connect({ url: server.mcpUrl })
    expect(await namesOf(client)).toEqual(
      ['echo', 'sold', 'slow', 'failing', 'find_tools', 'call_tool'].map(
        (name) => `bellhop_${name}`,
      ),
    )
    expect(client.getInstructions()).toMatch(/bellhop_ask .*bellhop_chat_wait_for_events /)
    const ask = async (name: string, args: Record<string, unknown>) =>
      client.callTool({ name, arguments: args })
    expect(resultText(await ask('bellhop_echo', { text: 'a' }))).toBe('said: aa')
    for (const name of ['echo', 'bellhop_echo', 'read_board', 'bellhop_read_board']) {
      const answer = await ask('bellhop_call_tool', { name, arguments: { text: 'a' } })
      expect(resultText(answer)).toBe('said: aa')
    }
    for (const query of ['wipe_board', 'bellhop_wipe_board']) {
      expect(resultText(await ask('bellhop_find_tools', { query }))).toMatch(
        /^bellhop_wipe_board \(destructive\)/,
      )
    }
    const nested = await ask('bellhop_call_tool', { name: 'bellhop_call_tool' })
    expect(resultText(nested)).toMatch(/bellhop_call_tool is called by itself/)
    const unknown = await ask('bellhop_call_tool', { name: 'wipe_bord' })
    expect(resultText(unknown)).toMatch(/bellhop_wipe_board\? bellhop_find_tools finds/)
    await client.close()
  })

  test('descriptions of tools and of their fields name other tools with it', async () => {
    await using server = await serveSelected({}, { toolPrefix: 'bellhop_' })
    const headers = { 'x-mcp-toolsets': 'all', 'x-mcp-exclude-tools': 'bellhop_slow' }
    const client = await connect({ url: server.mcpUrl, headers })
    const { tools } = await client.listTools()
    await client.close()
    expect(tools.map(({ name }) => name)).not.toContain('bellhop_slow')
    const wiping = tools.find(({ name }) => name === 'bellhop_wipe_board')
    expect(wiping?.description).toMatch(/use bellhop_read_board\.$/)
    expect(JSON.stringify(wiping)).toContain('"description":"Of bellhop_read_board."')
  })

  test('prompts keep their names', async () => {
    const offer = selectOffer([{ ...echo, name: 'extract' }], {})
    await using server = await startHttpServer({
      operations: offer.routes,
      offer,
      toolPrefix: 'bellhop_',
    })
    const client = await connect({ url: server.mcpUrl })
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['read_page'])
    await client.close()
  })
})
