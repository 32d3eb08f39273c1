// @module-tag full
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bellhop, cleanEnv, ROOT, SOURCE, tempDir } from '../support/bellhop.ts'
import { LISTING, loadedBy, PRELOAD } from '../support/start.ts'

/** What nobody should wait for who asks what there is. */
const PACKAGES =
  /^(viem|ox|@noble|@adraffy|@x402|undici|kysely|pg|hono|unpdf|htmlparser2|entities|markdown-it|sanitize-html|qrcode|prom-client|@opentelemetry)(\/|$)/

/** Files of a place whose names begin so, in whichever of its rooms. */
function named(place: string, ...names: readonly string[]): RegExp[] {
  return names.map((name) => new RegExp(`^src/${place}/(?:.+/)?${name}`))
}

/** What shows pages in a browser; its limits are known to all, and what is listed depends on whether there is one. */
const SHOWS = [
  /^src\/browser\/(?!limits\.ts|launch\/find-browser\.ts)/,
  ...named('net', 'guard-proxy'),
]

/** What the chat needs to do anything, its reads and writes above all; its definitions need none of it. */
const DOES = [
  /^src\/chat\/kernel\/(?!types|failures)/,
  ...named('chat/agent', 'acknowledged', 'directory', String.raw`names\.`, 'wait'),
  ...named('chat/messages', 'emoji-table'),
  /^src\/remote\/chat\/(?!limits\.ts)/,
]

/** What serves calls and reads documents: the first call of its kind loads it. */
const SERVES = [
  ...named('mcp', 'serve-call', 'approval', 'task-calls'),
  ...named('core', 'read-arguments', 'rendering'),
  ...named('core/reading', 'describe-', 'fetch-', 'find-', 'give-', 'make-', 'read-'),
  ...named('extract', 'content-kind', 'page-'),
  ...named('pdf', 'pieces'),
  ...named('feed', 'fit-feed'),
  ...named('documents', 'inner-', 'unpack-job', 'document-job'),
  ...named('files', 'local', 'open-under-roots'),
  ...named('net', 'mail'),
]

/** Modules of ours that are read before a client has the list, each in a quarter of a millisecond. */
const OWN_MAX_COUNT = 270
/** What serves many people by several processes: nobody needs it over stdio. */
const HOSTS = [
  /^src\/oauth\//,
  /^src\/http\/(?!limits\.ts)/,
  /^src\/app\/background-jobs/,
  /^src\/contract\/oauth/,
  ...named('store', 'postgres'),
  ...named('app', 'instances', 'compose-oauth', 'compose-readings'),
  ...named('mcp', String.raw`http\.`, 'neighbours', 'shared-questions', 'require-scopes'),
  ...named('core', 'key-'),
]

function any(names: readonly RegExp[], loaded: readonly string[]): string[] {
  return loaded.filter((name) => names.some((one) => one.test(name)))
}

function heavy(loaded: readonly string[]): string[] {
  return loaded.filter((name) => PACKAGES.test(name))
}

test.each([
  ['--help', ['--help'], ''],
  ['tools', ['tools'], ''],
  ['a stdio session that lists the tools', [], LISTING],
  ['the same with the chat at another server', ['--chat', 'http://127.0.0.1:1'], LISTING],
])('%s loads no engine, no store and nothing that the chat does', async (_, args, input) => {
  const env = { NODE_OPTIONS: `--import=${PRELOAD}` }
  const { code, stdout, stderr } = await bellhop(args, { env, input, entry: SOURCE })
  expect(code, stderr).toBe(0)
  const loaded = loadedBy(stderr)
  expect(stdout).toContain('pdf_to_markdown')
  expect(loaded).toContain('zod')
  expect(heavy(loaded)).toEqual([])
  expect(any([...DOES, ...SHOWS, ...SERVES, ...HOSTS], loaded)).toEqual([])
  expect(loaded.filter((name) => /^(src|tools)\//.test(name)).length).toBeLessThan(OWN_MAX_COUNT)
  expect(loaded).toContain('tools/chat-tools.ts')
  expect(loaded).not.toContain('tools/chat.ts')
  expect(loaded).not.toContain('src/pay/protocol/messages.ts')
})

test('what a start from source has compiled, the next one finds', async () => {
  using dir = tempDir()
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, TMPDIR: dir.path }
  const start = async () =>
    loadedBy((await bellhop([], { env, input: LISTING, entry: SOURCE })).stderr)
  expect(await start()).toContain('amaro')
  const second = await start()
  expect(second).toContain('src/cli/main.ts')
  expect(second).not.toContain('amaro')
})

test('what the chat can do is known without what does it', async () => {
  const list = join(ROOT, 'tools/chat.ts')
  const script = `import { chatOperations } from '${list}'; console.log(chatOperations.length)`
  const args = ['--import', PRELOAD, '--input-type=module', '--eval', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: cleanEnv() })
  const loaded = loadedBy(stderr)
  expect(Number(stdout)).toBeGreaterThan(30)
  expect(heavy(loaded)).toEqual([])
  expect(any(DOES, loaded)).toEqual([])
})

test.each([...DOES, ...SHOWS, ...SERVES, ...HOSTS])('there are files like %s', (names) => {
  expect(any([names], globSync('src/**/*.{ts,json}', { cwd: ROOT }))).not.toEqual([])
})
