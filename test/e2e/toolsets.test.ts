import { expect, test } from 'vitest'
import { selectOperations, servedOverHttp } from '../../src/core/select.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { bellhop, CLI, cleanEnv, serveBellhop, tempDir } from '../support/bellhop.ts'
import { CLIENTS } from '../support/clients.ts'
import { documentedToolsets } from '../support/toolsets.ts'

const [, , [, connect]] = CLIENTS as [
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
]
const catalogue = await wholeCatalogue()
const documented = documentedToolsets()
const everyValue = documented.map(({ value }) => value).join(',')

const sorted = (tools: readonly { name: string }[]) => tools.map(({ name }) => name).toSorted()

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

test.concurrent.each(documented)(
  'stdio starts with --toolsets $value',
  async ({ value, tools }) => {
    const listed = await onStdio(['--toolsets', value])
    expect(listed).toHaveLength(tools)
    expect(sorted(listed)).toEqual(sorted(held(value)))
  },
)

test.concurrent('stdio starts with all of them at once, given by the environment', async () => {
  const listed = await onStdio([], { BELLHOP_TOOLSETS: everyValue })
  expect(sorted(listed)).toEqual(sorted(catalogue))
})

test.concurrent.each(documented.filter(({ value }) => ['wallet', 'chat-more'].includes(value)))(
  'serve starts with --toolsets $value',
  async ({ value, overHttp: count }) => {
    await using server = await serveBellhop(['--toolsets', value])
    const listed = await overHttp(server.url)
    expect(listed).toHaveLength(count)
    expect(sorted(listed)).toEqual(sorted(servedOverHttp(held(value))))
    expect(server.stderr().includes('there are no tools')).toBe(count === 0)
  },
)

test.concurrent('serve starts with all at once, and lets a client choose any by a header', async () => {
  await using server = await serveBellhop(['--toolsets', everyValue])
  expect(sorted(await overHttp(server.url))).toEqual(sorted(servedOverHttp(catalogue)))
  for (const list of documented.filter(({ overHttp: count }) => count > 0)) {
    const listed = await overHttp(server.url, { 'x-mcp-toolsets': list.value })
    expect(listed).toHaveLength(list.overHttp)
    expect(sorted(listed)).toEqual(sorted(servedOverHttp(held(list.value))))
  }
})

test.concurrent.each([
  [['--toolsets', 'web,wbe'], `Known: ${everyValue.replaceAll(',', ', ')}.`],
  [['serve', '--chat', 'off', '--toolsets', 'chat'], 'part of the chat is asked for: chat.'],
])('%j is refused, and says why', async (args, reason) => {
  const { code, stdout, stderr } = await bellhop(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(reason)
  expect(stderr).not.toMatch(/\n\s+at /)
})
