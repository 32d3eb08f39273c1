// @module-tag full
import { describe, expect, test } from 'vitest'
import { findersOf, selectOperations, servedOverHttp } from '../../src/core/select/select.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { bellhop, CLI, cleanEnv, serveBellhop, tempDir } from '../support/bellhop.ts'
import { CLIENTS } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { documentedToolsets } from '../support/toolsets.ts'
import { withoutIds } from '../support/without-ids.ts'

const [, , [, connect]] = CLIENTS as [
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
]
const catalogue = await wholeCatalogue()
const documented = documentedToolsets()
const everyValue = documented.map(({ value }) => value).join(',')

const sorted = (tools: readonly { name: string }[]) => tools.map(({ name }) => name).toSorted()

/** The names of tools, and those by which a client reaches others where some lists offer them. */
function listing(tools: readonly { name: string }[], lists: string) {
  return [...sorted(tools), ...findersOf({ toolsets: lists.split(',') })].toSorted()
}

/** What lists hold where there is a wallet. */
function held(lists: string) {
  return selectOperations(catalogue, { toolsets: lists.split(',') })
}

/** What a server on stdio lists that has another instance to pay at, and so tools of a wallet. */
async function onStdio(args: readonly string[], env: Record<string, string> = {}) {
  using dir = tempDir()
  const [node, cli] = CLI
  const client = await connect({
    command: node,
    args: [cli, '--data-dir', dir.path, '--remote', 'http://127.0.0.1:1', ...args],
    env: cleanEnv(env),
  })
  const { tools } = await client.listTools()
  await client.close()
  return tools
}

async function overHttp(url: string, headers: Record<string, string> = {}) {
  const client = await connect({ url: `${url}/mcp`, headers })
  const { tools } = await client.listTools()
  await client.close()
  return tools
}

test.concurrent.each(chooseCombinations(documented, [0, 4]))(
  'stdio starts with --toolsets $value',
  async ({ value, tools }) => {
    const listed = await onStdio(['--toolsets', value])
    expect(listed).toHaveLength(tools)
    expect(sorted(listed)).toEqual(listing(held(value), value))
  },
)

test.concurrent('stdio starts with all of them at once, given by the environment', async () => {
  const listed = await onStdio([], { BELLHOP_TOOLSETS: everyValue })
  expect(sorted(listed)).toEqual(listing(catalogue, everyValue))
})

test.concurrent.each(documented.filter(({ value }) => ['wallet', 'chat-more'].includes(value)))(
  'serve starts with --toolsets $value',
  async ({ value, overHttp: count }) => {
    await using server = await serveBellhop(['--toolsets', value])
    const listed = await overHttp(server.url)
    expect(listed).toHaveLength(count)
    expect(sorted(listed)).toEqual(sorted(servedOverHttp(held(value))))
    expect(server.stderr().includes('is served over HTTP')).toBe(count === 0)
  },
)

test.concurrent('serve starts with all at once, and lets a client choose any by a header', async () => {
  await using server = await serveBellhop(['--toolsets', everyValue])
  const whole = listing(servedOverHttp(catalogue), everyValue)
  expect(sorted(await overHttp(server.url))).toEqual(whole)
  for (const list of documented.filter(({ overHttp: count }) => count > 0)) {
    const listed = await overHttp(server.url, { 'x-mcp-toolsets': list.value })
    expect(listed).toHaveLength(list.overHttp)
    expect(sorted(listed)).toEqual(listing(servedOverHttp(held(list.value)), list.value))
  }
})

test.concurrent.each([
  [['--toolsets', 'web,wbe'], `Known: ${everyValue.replaceAll(',', ', ')}.`],
  [
    ['serve', '--chat', 'off', '--toolsets', 'chat'],
    'contradicts these chat tools or toolsets: chat.',
  ],
])('%j is refused, and says why', async (args, reason) => {
  const { code, stdout, stderr } = await bellhop(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(reason)
  expect(stderr).not.toMatch(/\n\s+at /)
})

describe.each([
  ['on stdio', ['--toolsets', 'core'], {}],
  ['over HTTP, by the operator', ['--toolsets', 'core'], {}],
  ['over HTTP, by a header', [], { 'x-mcp-toolsets': 'core' }],
] as const)('the short list %s', (where, args, headers) => {
  test('leads to rarely used tools, of which nothing is loaded before', async () => {
    using dir = tempDir()
    const [node, cli] = CLI
    await using server = where === 'on stdio' ? undefined : await serveBellhop([...args])
    const client = await connect(
      server
        ? { url: `${server.url}/mcp`, headers: { ...headers } }
        : { command: node, args: [cli, '--data-dir', dir.path, ...args], env: cleanEnv() },
    )
    const ask = async (name: string, given: Record<string, unknown>) =>
      client.callTool({ name, arguments: given })
    const found = await ask('find_tools', { query: 'patterns of allowed e-mail domains' })
    expect(JSON.stringify(found.structuredContent)).toContain('"get_realm_domains: ')
    const page = { name: 'metadata', arguments: { url: 'http://127.0.0.1:1/' } }
    const direct = await ask('metadata', page.arguments)
    expect(withoutIds(await ask('call_tool', page))).toEqual(withoutIds(direct))
    const domains = await ask('call_tool', { name: 'get_realm_domains' })
    expect(domains.content[0]?.text).toMatch(/domains|needs a chat account/)
    await client.close()
  })
})

test.concurrent.each([
  ['stdio', async () => onStdio(['--tool-prefix', 'bellhop_', '--toolsets', 'web'])],
  [
    'serve',
    async () => {
      await using server = await serveBellhop(['--tool-prefix', 'bellhop_', '--toolsets', 'web'])
      return await overHttp(server.url, {
        'x-mcp-exclude-tools': 'bellhop_rss_to_json,metadata',
      })
    },
  ],
])('%s puts a prefix before the names of tools', async (_, list) => {
  const names = sorted(await list())
  expect(names).toContain('bellhop_extract')
  expect(names.filter((name) => !name.startsWith('bellhop_'))).toEqual([])
})

test.concurrent('a prefix that hosts refuse is refused', async () => {
  const { code, stderr } = await bellhop(['--tool-prefix', 'bell hop.'])
  expect(code).toBe(2)
  expect(stderr).toContain('a letter, then up to 19 letters, digits, _ or -')
})
