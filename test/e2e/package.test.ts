import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FINDER_TOOLS } from '../../src/core/select/finder.ts'
import { servedOverHttp, selectStandard, selectTools } from '../../src/core/select/select.ts'
import { VERSION } from '../../src/lib/version.ts'
import { offeredToModels } from '../../tools/index.ts'
import { cleanEnv, ROOT, tempDir } from '../support/bellhop.ts'
import { builtPackage } from '../support/built-package.ts'
import { CLIENTS } from '../support/clients.ts'
import { startPageServer } from '../support/page-server.ts'
import { hexText, pdfOf } from '../support/pdf.ts'
import { bytesOf, readPng } from '../support/qr-readers.ts'
import { LISTING, loadedBy, PRELOAD } from '../support/start.ts'

const run = promisify(execFile)

const dir = tempDir()
/** Where a stranger has installed the package, and nothing else. */
const home = join(dir.path, 'home')
const installed = join(home, 'node_modules/bellhop')
const command = join(home, 'node_modules/.bin/bellhop')

beforeAll(async () => {
  const built = await builtPackage(join(dir.path, 'built'))
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{}')
  const { stdout } = await run('npm', ['pack', '--silent', built], { cwd: dir.path })
  const args = ['install', '--offline', '--no-audit', join(dir.path, stdout.trim())]
  await run('npm', args, { cwd: home })
})
afterAll(() => dir[Symbol.dispose]())

/** Starts the installed command as a client does, with data of its own. */
async function connect(...args: string[]) {
  const [, open] = CLIENTS[2] ?? []
  if (!open) throw new Error('no client')
  const data = ['--data-dir', join(dir.path, 'data'), '--allow-hosts', '127.0.0.1']
  return open({ command, args: [...data, ...args], env: cleanEnv(), cwd: '/' })
}

describe('the package', () => {
  test('needs no other', () => {
    expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(
      ['bellhop'],
    )
  })

  test('the project itself, packed or linked, has the same command', () => {
    const project = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object
    const published = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      bin: { bellhop: string }
    }
    const bin = { bellhop: published.bin.bellhop.replace('./', './dist/') }
    const scripts = { prepack: 'npm run build' }
    expect(project).toMatchObject({ bin, files: ['dist'], scripts })
  })

  test('tells its version, and that all is well', async () => {
    const { stdout: version } = await run(command, ['--version'], { env: cleanEnv() })
    expect(version).toBe(`${VERSION}\n`)
    const args = ['doctor', '--data-dir', join(dir.path, 'doctored')]
    const { stdout } = await run(command, args, { env: cleanEnv() })
    expect(stdout).toContain('documents are parsed in child processes')
    expect(stdout).toContain('"check":"store","status":"ok","detail":"sqlite')
  })
})

test('what its README tells hosts to start is this server', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8')
  const [, block = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? []
  const config = JSON.parse(block.replaceAll('/absolute/path/to/bellhop', installed)) as {
    mcpServers: { bellhop: { command: string; args: string[] } }
  }
  const [, open] = CLIENTS[2] ?? []
  const client = await open?.({ ...config.mcpServers.bellhop, env: cleanEnv(), cwd: '/' })
  expect((await client?.listTools())?.tools.length).toBeGreaterThan(20)
  await client?.close()
})

test('the installed command shows what it does, without a network', async () => {
  const { stdout } = await run(command, ['demo'], { env: cleanEnv() })
  expect(stdout).toMatch(/All \d+ steps held/)
  expect(stdout).toContain('skipped: the test chain comes with a clone only.')
})

test.each([
  ['with the chat', [], true],
  ['without the chat', ['--chat', 'off'], false],
])('%s, a session that lists the tools reads few files', async (_, args, hasChat) => {
  const env = cleanEnv({ NODE_OPTIONS: `--import=${PRELOAD}` })
  const running = run(command, args, { env })
  running.child.stdin?.end(LISTING)
  const { stdout, stderr } = await running
  expect(stdout).toContain('"pdf_to_markdown"')
  const loaded = loadedBy(stderr)
  expect(loaded.length).toBeGreaterThan(2)
  expect(loaded.length).toBeLessThan(10)
  expect(loaded.includes('lib/chat-tools.mjs')).toBe(hasChat)
})

test('the installed command lists the tools and reads what others have written', async () => {
  await using pages = await startPageServer({
    '/a': {
      body: `<title>The Lobby</title><article>${'<p>A bellhop carries it.</p>'.repeat(40)}</article>`,
    },
    '/b.pdf': { body: pdfOf([hexText(72, 700, 'C4E3BAC3CAC0BDE7', 'cjk')]) },
    '/feed': {
      body: '<rss version="2.0"><channel><item><title>Call</title></item></channel></rss>',
    },
  })
  const client = await connect()
  const { tools } = await client.listTools()
  const offered = servedOverHttp(selectStandard(selectTools(await offeredToModels())))
  const names = [...offered.map(({ name }) => name), ...FINDER_TOOLS]
  expect(tools.map(({ name }) => name)).toEqual(names)
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent
  const url = (path: string) => ({ url: pages.origin + path })
  expect(await call('extract', url('/a'))).toMatchObject({ title: 'The Lobby' })
  expect(await call('metadata', url('/a'))).toMatchObject({ title: 'The Lobby' })
  // Its text depends on the character maps, which the build has to bring along.
  expect(await call('pdf_to_markdown', url('/b.pdf'))).toMatchObject({ markdown: '你好世界' })
  expect(await call('rss_to_json', url('/feed'))).toMatchObject({ items: [{ title: 'Call' }] })
  const drawn = await client.callTool({ name: 'qr', arguments: { text: 'tide' } })
  const [, picture] = drawn.content as { data?: string }[]
  expect((await readPng(bytesOf(`data:image/png;base64,${picture?.data}`))).zxing).toBe('tide')
  const converted = await call('convert', {
    from: 'markdown',
    to: 'html',
    data: '| a |\n|-|\n| b |',
  })
  expect(converted?.['result']).toContain('<td>b</td>')
  await client.close()
})

test('the installed command keeps a chat, with formulas and emoji', async () => {
  const client = await connect('--toolsets', 'all')
  const call = async (name: string, args: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: args })
    expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy()
    return answer
  }
  await call('subscribe', { channels: ['lobby'] })
  await call('send_message', { channel: 'lobby', topic: 'keys', content: 'Room 12 :key:' })
  const read = await call('get_messages', { channel: 'lobby' })
  expect(JSON.stringify(read.structuredContent)).toContain('Room 12')
  const rendered = await call('render_message', { content: '$$a^2$$ :key: **now**' })
  const html = String(rendered.structuredContent?.['rendered'])
  expect(html).toContain('class="katex"')
  expect(html).toContain('emoji-1f511')
  expect(html).toContain('<strong>now</strong>')
  await client.close()
})
