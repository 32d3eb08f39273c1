import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from '../../scripts/bundle.ts'
import { drawIcon } from '../../scripts/draw-icon.ts'
import { findersOf, selectOperations } from '../../src/core/select/select.ts'
import { VERSION } from '../../src/lib/version.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { cleanEnv, ROOT, tempDir } from '../support/bellhop.ts'
import { builtPackage } from '../support/built-package.ts'
import { CLIENTS } from '../support/clients.ts'
import { startPageServer } from '../support/page-server.ts'
import { hexText, pdfOf } from '../support/pdf.ts'

const run = promisify(execFile)

/** An icon is shown in a list of many. */
const ICON_MAX_BYTES = 20_000
const mcpb = (...args: string[]) =>
  run(process.execPath, [join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js'), ...args])

const dir = tempDir()
const unpacked = join(dir.path, 'unpacked')
let archive = ''

beforeAll(async () => {
  archive = await bundle(dir.path, await builtPackage(join(dir.path, 'built')))
  mkdirSync(unpacked)
  await mcpb('unpack', archive, unpacked)
})
afterAll(() => dir[Symbol.dispose]())

const page = {
  '/b.pdf': { body: pdfOf([hexText(72, 700, 'C4E3BAC3CAC0BDE7', 'cjk')]) },
  '/a': {
    body: `<title>The Lobby</title><article>${'<p>A bellhop carries what the guest cannot.</p>'.repeat(30)}</article>`,
  },
}

test('the manifest is valid, of a version that hosts can read, and holds what it names', async () => {
  const { stdout } = await mcpb('validate', join(ROOT, 'manifest.json'))
  expect(stdout).toContain('passes')
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
    version: string
    server: { entry_point: string }
  }
  expect(manifest.version).toBe(VERSION)
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/)
  expect(statSync(join(unpacked, manifest.server.entry_point)).size).toBeGreaterThan(0)
  expect(statSync(join(unpacked, 'lib/sandbox/child.mjs')).size).toBeGreaterThan(0)
})

test('the archive holds no native code and is small', () => {
  const files = readdirSync(unpacked, { recursive: true }).map(String)
  expect(files.filter((file) => file.endsWith('.node'))).toEqual([])
  expect(statSync(archive).size).toBeLessThan(5_600_000)
})

test('the unpacked bundle reads a Chinese PDF, with the character maps it brings along', async () => {
  const licence = readFileSync(join(unpacked, 'lib/sandbox/cmaps/LICENSE'), 'utf8')
  expect(licence).toContain('Redistributions in binary form')
  const answer = await callBundle('pdf_to_markdown', '/b.pdf')
  expect(answer.structuredContent).toMatchObject({ markdown: '你好世界' })
})

async function readPage(nodeArgs: string[] = [], env: Record<string, string> = {}) {
  return callBundle('extract', '/a', nodeArgs, env)
}

async function callBundle(
  name: string,
  path: string,
  nodeArgs: string[] = [],
  env: Record<string, string> = {},
) {
  await using pages = await startPageServer(page)
  const [, connect] = CLIENTS[2] ?? []
  if (!connect) throw new Error('no client')
  const client = await connect({
    command: process.execPath,
    args: [...nodeArgs, join(unpacked, 'lib/bellhop.mjs')],
    env: cleanEnv({ BELLHOP_ALLOW_HOSTS: '127.0.0.1', ...env }),
    cwd: '/',
  })
  const answer = await client.callTool({
    name,
    arguments: { url: pages.origin + path },
  })
  await client.close()
  return answer
}

test('the unpacked bundle starts and reads a page', async () => {
  const answer = await readPage()
  expect(answer.structuredContent).toMatchObject({ title: 'The Lobby' })
  expect(answer.content[0]?.text).toContain('A bellhop carries')
})

test.each<[string, string[], Record<string, string>]>([
  ['the flag', ['--toolsets', 'core'], {}],
  ['the flag', ['--toolsets', 'chat,chat-more'], {}],
  ['the environment', [], { BELLHOP_TOOLSETS: 'core,chat-more' }],
])('the unpacked bundle starts with the lists of %s: %j %j', async (_, args, env) => {
  const [, connect] = CLIENTS[2] ?? []
  const client = await connect?.({
    command: process.execPath,
    args: [join(unpacked, 'lib/bellhop.mjs'), ...args],
    env: cleanEnv(env),
    cwd: '/',
  })
  const listed = (await client?.listTools())?.tools ?? []
  await client?.close()
  const toolsets = (args[1] ?? env['BELLHOP_TOOLSETS'] ?? '').split(',')
  const operations = selectOperations(await wholeCatalogue(), { toolsets })
  const expected = [...operations.map(({ name }) => name), ...findersOf({ toolsets })]
  expect(listed.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
})

test('the icon is the one that the server shows, in the size that hosts want', async () => {
  const icon = readFileSync(join(unpacked, 'icon.png'))
  expect(icon.length).toBeLessThan(ICON_MAX_BYTES)
  const drawn = PNG.sync.read(Buffer.from(await drawIcon()))
  const held = PNG.sync.read(icon)
  expect([held.width, held.height]).toEqual([512, 512])
  expect(held.data.equals(drawn.data)).toBe(true)
})

/** The environment that a desktop host starts the bundle with; what its user left open stays as it is written. */
function hostEnv(answers: Readonly<Record<string, string>>): Record<string, string> {
  const { server, user_config: userConfig } = JSON.parse(
    readFileSync(join(unpacked, 'manifest.json'), 'utf8'),
  ) as {
    server: { mcp_config: { env: Record<string, string> } }
    user_config: Record<string, { default?: string | boolean }>
  }
  const env = Object.entries(server.mcp_config.env).map(([variable, text]) => [
    variable,
    text.replace(/\$\{user_config\.(\w+)\}/, (open, name: string) =>
      String(answers[name] ?? userConfig[name]?.default ?? open),
    ),
  ])
  return { ...Object.fromEntries(env), BELLHOP_DATA_DIR: join(dir.path, 'data') }
}

async function listedBy(answers: Readonly<Record<string, string>>): Promise<string[]> {
  const [, connect] = CLIENTS[2] ?? []
  const client = await connect?.({
    command: process.execPath,
    args: [join(unpacked, 'lib/bellhop.mjs')],
    env: cleanEnv(hostEnv(answers)),
    cwd: '/',
  })
  const { tools } = (await client?.listTools()) ?? { tools: [] }
  await client?.close()
  return tools.map(({ name }) => name)
}

test('the settings that a user gives a desktop host count, and those left open do not', async () => {
  const usual = await listedBy({})
  expect(usual).toEqual(expect.arrayContaining(['extract', 'send_message', 'upload_file']))
  expect(usual).not.toContain('wallet_status')
  const quiet = await listedBy({ chat: 'off' })
  expect(quiet).toContain('extract')
  expect(quiet).not.toContain('send_message')
  const short = await listedBy({ toolsets: 'core', chat: 'https://chat.example.com' })
  expect(short).toContain('send_message')
  expect(short).not.toContain('upload_file')
  const wallet = join(dir.path, 'wallet.json')
  writeFileSync(wallet, '{}')
  expect(await listedBy({ wallet_file: wallet })).toContain('wallet_status')
})

test('the name that a user gives a desktop host is that of its agent in the chat', async () => {
  const nameBy = async (answers: Readonly<Record<string, string>>) => {
    const [, connect] = CLIENTS[2] ?? []
    const client = await connect?.({
      command: process.execPath,
      args: [join(unpacked, 'lib/bellhop.mjs')],
      env: cleanEnv(hostEnv(answers)),
      cwd: '/',
    })
    const answer = await client?.callTool({ name: 'get_own_user', arguments: {} })
    await client?.close()
    return answer?.structuredContent?.['name']
  }
  expect(await nameBy({ chat_name: 'Küche 厨房' })).toBe('küche-厨房')
  expect(await nameBy({})).toBe('bellhop-tests')
})

describe('in a desktop host whose own executable is not a node', () => {
  const node = dirname(process.execPath)

  test.each([
    [
      'but runs as one when asked to',
      `[ "$ELECTRON_RUN_AS_NODE" = 1 ] && exec "${process.execPath}" "$@"; exit 1`,
      '',
    ],
    ['and never runs as one, with a node on PATH', 'exit 1', node],
    ['and never runs as one, without a node anywhere', 'exit 1', '/nowhere'],
  ])('%s, a page is read', async (name, script, path) => {
    const host = join(dir.path, `host-${name.length}`)
    writeFileSync(host, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const preload = join(dir.path, `host-${name.length}.mjs`)
    writeFileSync(preload, `process.execPath = ${JSON.stringify(host)}`)
    const answer = await readPage(['--import', preload], { PATH: path })
    expect(answer.structuredContent).toMatchObject({ title: 'The Lobby' })
  })
})
