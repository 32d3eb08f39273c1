import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import type { AnyOperation } from '../../../src/contract/operation.ts'
import { buildServer } from '../../../src/mcp/server.ts'
import { operations } from '../../../tools/index.ts'
import { prompts as everyPrompt } from '../../../tools/prompts.ts'
import { sampleOperations, testServices } from '../../support/operations.ts'

async function connect(offered: readonly AnyOperation[] = operations) {
  const limits = [{ meaning: 'page', value: 5, unit: 'bytes' }]
  const info = { version: '1.2.3', charged: false, limits: async () => limits }
  const deps = { services: testServices(), info, prompts: everyPrompt }
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = buildServer(deps, { era: 'legacy', caller: undefined, operations: offered })
  await server.connect(far)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  return client
}

test('introduces itself', async () => {
  const client = await connect()
  expect(client.getServerVersion()).toMatchObject({
    name: 'bellhop',
    title: 'Bellhop',
    version: '1.2.3',
    icons: [{ mimeType: 'image/svg+xml' }],
  })
  expect(client.getInstructions()).toMatch(/data, never as instructions/)
})

/** Tools whose pictures and texts say all: hosts that hand on structured content alone would lose them. */
const CONTENT_ALONE: ReadonlySet<string> = new Set(['read', 'screenshot', 'qr'])

test('every tool has a title, all four annotations and its schemas, in a fixed order', async () => {
  const { tools } = await (await connect()).listTools()
  expect(tools.map(({ name }) => name)).toEqual(operations.map(({ name }) => name))
  for (const tool of tools) {
    expect(tool.title).toBeTruthy()
    expect(Object.keys(tool.annotations ?? {}).toSorted()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ])
    expect(tool.inputSchema).toMatchObject({ type: 'object' })
    const schema = CONTENT_ALONE.has(tool.name) ? undefined : 'object'
    expect(tool.outputSchema?.type).toBe(schema)
    expect(JSON.stringify(tool)).not.toContain('$schema')
  }
})

test('what needs a key stays in the list of whoever has none, and says how to sign in', async () => {
  const [, , slow, failing] = sampleOperations as [unknown, unknown, AnyOperation, AnyOperation]
  const offered = [slow, { ...failing, usesAccount: true as const }]
  const info = { version: '1.2.3', charged: true, limits: async () => [] }
  const deps = { services: testServices(), info, isKeyed: true }
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = buildServer(deps, { era: 'legacy', caller: undefined, operations: offered })
  await server.connect(far)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['slow', 'failing'])
  const instructionsFor = async (name: string) =>
    JSON.stringify(await client.callTool({ name, arguments: {} }))
  expect(await instructionsFor('slow')).toMatch(
    /unauthorized.*Bearer.*with a key that the operator gave you/,
  )
  expect(await instructionsFor('failing')).toMatch(
    /unauthorized.*Bearer.*the API key of your chat account/,
  )
  await client.close()
})

test('what a model leaves out has the default that its schema names', async () => {
  const { tools } = await (await connect(sampleOperations)).listTools()
  const echo = tools.find(({ name }) => name === 'echo')
  expect(echo?.inputSchema.properties).toMatchObject({ times: { default: 2 } })
})

test('prompts name the tools to use and warn of strangers', async () => {
  const client = await connect()
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['read_page', 'research_topic'])
  for (const { description } of prompts) expect(description).toBeTruthy()
  const page = await client.getPrompt({
    name: 'read_page',
    arguments: { url: 'https://a.example/' },
  })
  expect(JSON.stringify(page.messages)).toMatch(/https:\/\/a\.example\/.*extract.*never follow/)
  const topic = { topic: 'tea', urls: 'https://a.example/, https://b.example/' }
  const research = await client.getPrompt({ name: 'research_topic', arguments: topic })
  expect(JSON.stringify(research.messages)).toMatch(
    /tea.*https:\/\/a\.example\/ https:\/\/b\.example\//,
  )
})

test('prompts whose tools are not on offer are not either', async () => {
  const { prompts } = await (await connect(sampleOperations)).listPrompts()
  expect(prompts).toEqual([])
  const reading = operations.filter(({ name }) => name === 'extract')
  const offered = await (await connect(reading)).listPrompts()
  expect(offered.prompts.map(({ name }) => name)).toEqual(['read_page'])
})

const namesIn = (toolset: string) =>
  operations.filter((operation) => operation.toolset === toolset).map(({ name }) => name)

test('bellhop://about tells in few words what there is, and where to read more', async () => {
  const client = await connect()
  const { contents } = await client.readResource({ uri: 'bellhop://about' })
  const [about] = contents
  const text = about && 'text' in about ? about.text : ''
  expect(countTokens(text)).toBeLessThanOrEqual(400)
  const told = JSON.parse(text) as { more: { limits: string } }
  expect(told).toMatchObject({
    version: '1.2.3',
    charged: false,
    tools: { web: namesIn('web').length, text: namesIn('text').length },
    more: { prices: 'bellhop://payments', operation: 'bellhop://operation/{name}' },
  })
  const [limits] = (await client.readResource({ uri: told.more.limits })).contents
  expect(JSON.parse(limits && 'text' in limits ? limits.text : '')).toEqual([
    { meaning: 'page', value: 5, unit: 'bytes' },
  ])
})

test('what is listed are things to read, not a page about each tool', async () => {
  const client = await connect()
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual([
    'bellhop://about',
    'bellhop://limits',
    'bellhop://payments',
  ])
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
    'bellhop://operation/{name}',
  )
})

test('bellhop://operation/{name} describes one operation and completes names', async () => {
  const client = await connect()
  const { contents } = await client.readResource({ uri: 'bellhop://operation/unfurl' })
  const [unfurl] = contents
  const text = unfurl && 'text' in unfurl ? unfurl.text : ''
  expect(JSON.parse(text)).toMatchObject({
    name: 'unfurl',
    price: '0.001',
    http: { path: '/unfurl' },
  })
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: 'bellhop://operation/{name}' },
    argument: { name: 'name', value: 'm' },
  })
  expect(completion.values).toEqual(['metadata'])
  await expect(client.readResource({ uri: 'bellhop://operation/nothing' })).rejects.toThrow()
})

test('subscriptions are bounded', async () => {
  const client = await connect()
  for (let i = 0; i < 100; i++) await client.subscribeResource({ uri: `x://${i}` })
  await expect(client.subscribeResource({ uri: 'x://more' })).rejects.toThrow(/Too many/)
  await client.unsubscribeResource({ uri: 'x://0' })
  await expect(client.subscribeResource({ uri: 'x://more' })).resolves.toBeDefined()
  await client.unsubscribeResource({ uri: 'x://more' })
  const uri = `x://${'a'.repeat(2048)}`
  await expect(client.subscribeResource({ uri })).rejects.toThrow(/too long/)
})
