import { spawnSync } from 'node:child_process'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { selectOffer, type Selection, selectTools } from '../../src/core/select/select.ts'
import { buildServer, instructionsFor } from '../../src/mcp/server.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { prompts } from '../../tools/prompts.ts'
import { ROOT } from '../support/bellhop.ts'
import { testServices } from '../support/operations.ts'
import { unclearWithin } from '../support/published-texts.ts'
import { SPECIFIED_CHAT_ROUTES, SPECIFIED_ERRANDS } from '../support/specified-operations.ts'

/**
 * What lists may take of a model's attention, in tokens of o200k: of each tool the name, the description and the input schema as
 * JSON, as hosts hand them to a model; titles, annotations and output schemas stay with the host.
 */
const CORE_LIST_MAX_TOKENS = 1_900

/** With the tools of a wallet, and with the prompts. */
const DEFAULT_LIST_MAX_TOKENS = 3_000

/** Some hosts take no more than 40 tools of all their servers together. Those about a wallet come on top where there is one. */
const DEFAULT_LIST_MAX_TOOLS = 30

/** What the server says of itself. */
const INSTRUCTIONS_MAX_TOKENS = 120

/** Tools of the chat that are in the short list; what else there is, `call_tool` calls. */
const CHAT_TOOLS_IN_CORE = 7

/** What a colleague does in a chat. */
const COLLEAGUE_TOOLS = (
  'add_reaction ask chat_wait_for_events create_message_reminder create_scheduled_message get_messages get_stream_topics ' +
  'get_streams get_users move_messages resolve_topic send_message update_message update_status upload_file'
).split(' ')

const catalogue = await wholeCatalogue()
const services = testServices()

/** Tools that are named where a list is told of. */
const LARGEST_COUNT = 5

const WHAT_TO_DO =
  'a new tool begins with `tier: \'more\'`, a longer one says it shorter: docs/contributing/adding-an-operation.md, "When the budget is full"'

interface Account {
  left: number
  words: string
}

interface Listed {
  name: string
  description?: string | undefined
  inputSchema: { properties?: Record<string, unknown> | undefined }
}

async function connect(selection: Selection): Promise<Client> {
  const { standardTools: operations, finder } = selectOffer(catalogue, selection)
  const info = { version: '1.2.3', charged: false, limits: async () => [] }
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = buildServer(
    { services, info, prompts },
    {
      era: 'legacy',
      caller: undefined,
      isLocal: true,
      operations,
      ...(finder.names.length > 0 ? { finder } : {}),
    },
  )
  await server.connect(far)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  return client
}

const tokensOf = ({ name, description, inputSchema }: Listed): number =>
  countTokens(JSON.stringify({ name, description, inputSchema }))

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

/** The tools whose files differ from those of the last commit; none where there is no repository. */
function listChanged(): ReadonlySet<string> {
  const args = ['status', '--porcelain', '--untracked-files=all', '--', 'tools']
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const files = (stdout ?? '').match(/[\w-]+(?=\.ts$)/gm) ?? []
  return new Set(files.map((file) => file.replaceAll('-', '_')))
}

const changedTools = listChanged()

/** How much of its budget a list takes, which tools take most of it, and what to do where it is too much. */
function account(list: readonly Listed[], maxTokens: number, beside = 0): Account {
  const counted = list.map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }))
  const tokens = sum(counted.map((tool) => tool.tokens)) + beside
  const left = maxTokens - tokens
  const countsText = (some: typeof counted) =>
    some.map((tool) => `${tool.name} ${tool.tokens}`).join(', ') || 'none'
  const largest = counted.toSorted((a, b) => b.tokens - a.tokens).slice(0, LARGEST_COUNT)
  const changed = counted.filter(({ name }) => changedTools.has(name))
  const words = [
    `${tokens} of ${maxTokens} tokens, ${left < 0 ? `${-left} too many` : `${left} left`}`,
    `changed since the last commit: ${countsText(changed)}`,
    `largest: ${countsText(largest)}`,
    ...(left < 0 ? [WHAT_TO_DO] : []),
  ]
  return { left, words: words.join('; ') }
}

let standard: readonly Listed[]
let standardClient: Client
let core: readonly Listed[]
let coreClient: Client
let promptTokens: number

beforeAll(async () => {
  standardClient = await connect({})
  standard = (await standardClient.listTools()).tools
  const listed = await standardClient.listPrompts()
  const promptEntries = listed.prompts.map(({ title: _title, ...prompt }) => prompt)
  promptTokens = countTokens(JSON.stringify(promptEntries))
  coreClient = await connect({ toolsets: ['core'] })
  core = (await coreClient.listTools()).tools
})
afterAll(async () => {
  await standardClient.close()
  await coreClient.close()
})

describe('what a session costs a model before it does anything', () => {
  test('is little for the short list', async ({ annotate }) => {
    const { left, words } = account(core, CORE_LIST_MAX_TOKENS)
    await annotate(words)
    expect(left, words).toBeGreaterThanOrEqual(0)
  })

  test('is bounded for the default list and its prompts', async ({ annotate }) => {
    expect(promptTokens).toBeGreaterThan(100)
    const { left, words } = account(standard, DEFAULT_LIST_MAX_TOKENS, promptTokens)
    await annotate(words)
    expect(left, words).toBeGreaterThanOrEqual(0)
  })

  test('is told with how much is left, what takes most, and where it says what to do', () => {
    const tool = (name: string, description: string) => ({ name, description, inputSchema: {} })
    const list = [tool('long', 'word '.repeat(100)), tool('short', 'word')]
    const tokens = sum(list.map(tokensOf))
    expect(account(list, tokens + 1, 1)).toEqual({
      left: 0,
      words: `${tokens + 1} of ${tokens + 1} tokens, 0 left; changed since the last commit: none; largest: long ${tokensOf(list[0]!)}, short ${tokensOf(list[1]!)}`,
    })
    expect(account(list, 10, 1)).toMatchObject({ left: 9 - tokens })
    expect(account(list, 10, 1).words).toMatch(/too many; .*adding-an-operation\.md/)
  })

  test('is little for what the server says of itself', () => {
    expect(countTokens(instructionsFor())).toBeLessThanOrEqual(INSTRUCTIONS_MAX_TOKENS)
  })
})

test('what the default and the short list say can be understood alone', () => {
  expect(standard.length).toBeGreaterThan(20)
  const told = [...standard, ...core].map(({ name, description, inputSchema }) => ({
    name,
    unclear: unclearWithin({ description, inputSchema }),
  }))
  expect(told.filter(({ unclear }) => unclear.length > 0)).toEqual([])
})

describe('fields that the short list leaves out', () => {
  const tools = selectTools(catalogue).filter(({ agent }) => agent?.seldom)

  test('are few tools’ own, may be left out of a call, and are not listed there', () => {
    expect(tools.length).toBeGreaterThan(5)
    for (const { name, agent, input } of tools) {
      const shape = input.shape as Readonly<Record<string, ZodType>>
      const listed = core.find((tool) => tool.name === name)
      for (const field of agent?.seldom ?? []) {
        expect(shape[field]?.safeParse(undefined).success, `${name}.${field}`).toBe(true)
        expect(listed?.inputSchema.properties).not.toHaveProperty(field)
      }
    }
  })

  test(
    'are taken all the same, and shown to whoever looks for them',
    { tags: 'full' },
    async () => {
      const args = {
        from: 'csv',
        to: 'json',
        data: 'a;1',
        delimiter: ';',
        header: false,
        types: true,
      }
      const converted = await coreClient.callTool({ name: 'convert', arguments: args })
      expect(converted.structuredContent).toMatchObject({ result: '[["a",1]]' })
      const found = await coreClient.callTool({
        name: 'find_tools',
        arguments: { query: 'convert', schema: true },
      })
      expect(found.structuredContent).toMatchObject({
        schemas: { convert: { properties: { delimiter: { type: 'string' } } } },
      })
    },
  )
})

/** The name of the operation behind a route of the specification; `{fragment+}` takes what `{fragment}` takes. */
function operationAt(route: string): string {
  const found = catalogue.find(
    ({ http: { method, path, dialect } }) =>
      dialect === 'form' && `${method} ${path.replaceAll('+}', '}')}` === route,
  )
  return found?.name ?? `nothing at ${route}`
}

const specified = [...SPECIFIED_ERRANDS, ...SPECIFIED_CHAT_ROUTES.map(operationAt)]

describe('everything that the specifications name', () => {
  test('is one operation each', () => {
    expect(new Set(specified).size).toBe(SPECIFIED_ERRANDS.length + SPECIFIED_CHAT_ROUTES.length)
  })

  test('is called by its own name, whether the default list names it or not', async () => {
    const names = new Set(standard.map(({ name }) => name))
    expect(specified.filter((name) => !names.has(name)).length).toBeGreaterThan(20)
    for (const name of specified) {
      // It is the tool itself that refuses what makes no sense, or does what it can.
      const { content } = await standardClient.callTool({
        name,
        arguments: { nonsense_of_a_test: 1 },
      })
      expect(JSON.stringify(content), name).not.toMatch(/There is no tool|not found/)
    }
    await expect(standardClient.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(
      'not found',
    )
  })

  test('leaves the default list with what an agent needs day by day', () => {
    const names = standard.map(({ name }) => name)
    const ofWallets = catalogue.filter(({ toolset }) => toolset === 'wallet')
    const beside = names.filter((name) => !ofWallets.some((tool) => tool.name === name))
    expect(beside.length).toBeLessThanOrEqual(DEFAULT_LIST_MAX_TOOLS)
    const chat = catalogue.filter(({ toolset, name }) => toolset === 'chat' && names.includes(name))
    expect(chat.map(({ name }) => name).toSorted()).toEqual(COLLEAGUE_TOOLS)
    expect(names.slice(-2)).toEqual(['find_tools', 'call_tool'])
  })

  test('leaves the short list with each errand, and what one needs most of the chat', () => {
    const names = core.map(({ name }) => name)
    // `metadata` says what `unfurl` says.
    expect(SPECIFIED_ERRANDS.filter((name) => !names.includes(name))).toEqual(['unfurl'])
    const chat = catalogue.filter(({ toolset, name }) => toolset === 'chat' && names.includes(name))
    expect(chat).toHaveLength(CHAT_TOOLS_IN_CORE)
    expect(names.slice(-2)).toEqual(['find_tools', 'call_tool'])
  })

  test('is within reach of the short list otherwise', { tags: 'full' }, async () => {
    const names = new Set(core.map(({ name }) => name))
    const unlisted = specified.filter((name) => !names.has(name))
    expect(unlisted.length).toBeGreaterThan(20)
    for (const name of unlisted) {
      const found = await coreClient.callTool({
        name: 'find_tools',
        arguments: { query: name, schema: true },
      })
      const tool = catalogue.find((one) => one.name === name)
      const { tools } = found.structuredContent as { tools: string[] }
      const [line = ''] = tools
      expect(line.startsWith(`${name} (destructive): `)).toBe(tool?.effects.destructive)
      expect(found.structuredContent).toMatchObject({
        schemas: { [name]: { type: 'object' } },
      })
      // It is the tool itself that refuses what makes no sense, or does what it can.
      const called = await coreClient.callTool({
        name: 'call_tool',
        arguments: { name, arguments: { nonsense_of_a_test: 1 } },
      })
      const { content } = called as { content: { text?: string }[] }
      expect(content[0]?.text).not.toMatch(/There is no tool/)
    }
  })
})
