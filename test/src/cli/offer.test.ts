import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/app/config/config.ts'
import { offerFor } from '../../../src/cli/offer.ts'
import { listNames, selectOperations, servedOverHttp } from '../../../src/core/select/select.ts'
import { wholeCatalogue } from '../../../tools/index.ts'
import { tempDir } from '../../support/bellhop.ts'
import { documentedToolsets } from '../../support/toolsets.ts'

const catalogue = await wholeCatalogue()
const documented = documentedToolsets()
const values = documented.map(({ value }) => value)
const owners = catalogue.filter(({ audience }) => audience === 'owner')

/** Each value, each pair, and all of them. */
const chatFlags = [
  ...values,
  ...values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one},${other}`)),
  values.join(','),
]

const dir = tempDir()
afterAll(() => dir[Symbol.dispose]())

type Flags = Readonly<Record<string, string | boolean>>

/** There is something for a wallet to do where another instance is named. */
const BUYING: Flags = { remote: 'http://127.0.0.1:1' }

async function offered(command: string, flags: Flags, env: Record<string, string> = {}) {
  const config = loadConfig({
    flags: { 'data-dir': dir.path, browser: process.execPath, ...flags },
    env,
  })
  const { standardTools } = await offerFor(config, command)
  return sorted(standardTools)
}

const sorted = (tools: readonly { name: string }[]) => tools.map(({ name }) => name).toSorted()

function held(lists: string) {
  return selectOperations(catalogue, { toolsets: lists.split(',') })
}

test('the document has each list of the catalogue, once', () => {
  expect(values).toEqual(listNames(catalogue))
})

test.each(['serve', 'doctor', 'stdio'])(
  'what only the operator prices is there for %s',
  async (command) => {
    for (const flags of [{}, { chat: 'off' }]) {
      const prices = { prices: 'transaction=0.01' }
      const config = loadConfig({ flags: { 'data-dir': dir.path, ...prices, ...flags }, env: {} })
      const { routes } = await offerFor(config, command)
      expect(sorted(routes)).toContain('transaction')
    }
  },
)

test('what needs a browser is listed where there is one, or where it is named, and can be called anyway', async () => {
  const screenshot = expect.arrayContaining(['screenshot']) as unknown
  for (const command of ['stdio', 'serve']) {
    expect(await offered(command, {})).toEqual(screenshot)
    expect(await offered(command, { browser: 'off' })).not.toEqual(screenshot)
    expect(await offered(command, { render: 'off' })).not.toEqual(screenshot)
    expect(await offered(command, { browser: 'off', tools: 'screenshot' })).toEqual(screenshot)
  }
  expect(await offered('call', { browser: 'off' })).toEqual(screenshot)
})

describe.each(chatFlags)('--toolsets %s', (toolsets) => {
  test('is offered on stdio and over HTTP, as tools and calls', async () => {
    expect(await offered('stdio', { toolsets, ...BUYING })).toEqual(sorted(held(toolsets)))
    expect(await offered('call', { toolsets, ...BUYING })).toEqual(sorted(held(toolsets)))
    const overHttp = sorted(servedOverHttp(held(toolsets)))
    expect(await offered('serve', { toolsets, ...BUYING })).toEqual(overHttp)
  })

  test('is offered as far as it changes nothing with --read-only', async () => {
    const flags = { toolsets, 'read-only': true, ...BUYING }
    const readable = held(toolsets).filter(({ effects }) => effects.readOnly)
    expect(await offered('stdio', flags)).toEqual(sorted(readable))
    expect(readable).not.toEqual([])
  })
})

test('the environment and the file of settings take what the flag takes', async () => {
  const file = join(dir.path, 'settings.json')
  writeFileSync(file, JSON.stringify({ toolsets: ['core', 'chat-more'] }))
  const expected = sorted(held('core,chat-more'))
  expect(await offered('stdio', { config: file })).toEqual(expected)
  expect(await offered('stdio', {}, { BELLHOP_TOOLSETS: 'core chat-more' })).toEqual(expected)
})

test('tools for the owner are offered without a wallet only if asked for', async () => {
  const [{ toolset, name } = { toolset: '', name: '' }] = owners
  const listed = owners.filter((owner) => owner.tier !== 'more')
  expect(await offered('stdio', { toolsets: toolset })).toEqual(sorted(listed))
  expect(await offered('stdio', { tools: name })).toEqual([name])
  expect(await offered('serve', { toolsets: toolset, ...BUYING })).toEqual([])
  for (const flags of [{}, { toolsets: 'all' }, { 'exclude-tools': name }]) {
    const names = await offered('stdio', flags)
    expect(names.filter((one) => owners.some((owner) => owner.name === one))).toEqual([])
  }
})

describe('without the chat', () => {
  const rest = (lists: string) => sorted(held(lists).filter(({ usesAccount }) => !usesAccount))

  test.each(['core', 'all', 'web,text', 'wallet'])(
    'there is the rest of --toolsets %s',
    async (toolsets) => {
      const flags = { chat: 'off', toolsets, ...BUYING }
      expect(await offered('stdio', flags)).toEqual(rest(toolsets))
    },
  )

  test('parts of it may be excluded, which changes nothing', async () => {
    const flags = { chat: 'off', 'exclude-tools': 'send_message', ...BUYING }
    const standard = held('all').filter(({ tier }) => tier !== 'more')
    expect(await offered('stdio', flags)).toEqual(
      sorted(standard.filter(({ usesAccount }) => !usesAccount)),
    )
  })
})

describe('what the short list leads to', () => {
  const reached = async (command: string, flags: Flags) => {
    const config = loadConfig({
      flags: { 'data-dir': dir.path, browser: process.execPath, ...flags },
      env: {},
    })
    const { finder } = await offerFor(config, command)
    return { names: finder.names, tools: sorted(await finder.tools()) }
  }
  const names = ['find_tools', 'call_tool']
  const forEverybody = sorted(servedOverHttp(catalogue))

  test.each(['stdio', 'serve'])('is on %s whatever is served there', async (command) => {
    expect(await reached(command, { toolsets: 'core' })).toEqual({ names, tools: forEverybody })
    const readable = servedOverHttp(catalogue).filter(({ effects }) => effects.readOnly)
    expect(await reached(command, { toolsets: 'core', 'read-only': true })).toEqual({
      names,
      tools: sorted(readable),
    })
    const excluding = { toolsets: 'core', 'exclude-tools': 'send_message,find_tools' }
    expect(await reached(command, excluding)).toEqual({
      names: ['call_tool'],
      tools: forEverybody.filter((name) => name !== 'send_message'),
    })
    expect(await reached(command, { tools: 'find_tools,call_tool' })).toMatchObject({ names })
    expect(await reached(command, {})).toEqual({ names, tools: forEverybody })
    expect(await reached(command, { toolsets: 'web' })).toMatchObject({ names: [] })
  })

  test('is what a wallet is for where there is one, on this machine', async () => {
    const all = { names, tools: sorted(catalogue) }
    expect(await reached('stdio', { toolsets: 'core', ...BUYING })).toEqual(all)
    expect(await reached('serve', { toolsets: 'core', ...BUYING })).toEqual({
      names,
      tools: forEverybody,
    })
  })

  test('is not the chat where that is off', async () => {
    const { tools } = await reached('stdio', { toolsets: 'core', chat: 'off' })
    const rest = servedOverHttp(catalogue).filter(({ usesAccount }) => !usesAccount)
    expect(tools).toEqual(sorted(rest))
  })
})

const KNOWN = { hint: `Known: ${values.join(', ')}.` }
const about = (message: string) => ({ message: expect.stringContaining(message) as string })

describe.each(['stdio', 'serve'])('%s refuses', (command) => {
  test.each<[Flags, object]>([
    [{ toolsets: 'wbe' }, KNOWN],
    [{ toolsets: 'web,wbe' }, KNOWN],
    [{ toolsets: 'wbe', chat: 'off' }, KNOWN],
    [{ toolsets: 'text-more' }, KNOWN],
    [{ toolsets: 'constructor' }, KNOWN],
    [{ tools: 'sned_message' }, { hint: expect.stringContaining('send_message') }],
    [
      { toolsets: 'chat', chat: 'off' },
      about('--chat off contradicts these chat tools or toolsets: chat.'),
    ],
    [{ toolsets: 'web,chat-more', chat: 'off' }, about('toolsets: chat-more.')],
    [{ tools: 'send_message', chat: 'off' }, about('toolsets: send_message.')],
    [{ tools: 'send_message', 'read-only': true }, about('leave no tool')],
    [{ tools: 'qr', 'exclude-tools': 'qr' }, about('leave no tool')],
  ])('%j', async (flags, reason) => {
    await expect(offered(command, flags)).rejects.toMatchObject(reason)
  })
})
