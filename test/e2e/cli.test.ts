import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { VERSION } from '../../src/lib/version.ts'
import { bellhop, CLI, cleanEnv, serveBellhop, tempDir } from '../support/bellhop.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { startPageServer } from '../support/page-server.ts'

const page = {
  '/a': {
    body: `<title>A page</title><article><h1>A page</h1>${'<p>Some honest words about rooms and keys.</p>'.repeat(20)}</article>`,
  },
}
const ALLOW = ['--allow-hosts', '127.0.0.1']

describe('bellhop call', () => {
  test('prints the result as JSON into a pipe', async () => {
    await using pages = await startPageServer(page)
    const { code, stdout, stderr } = await bellhop([
      'call',
      'extract',
      `${pages.origin}/a`,
      ...ALLOW,
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ title: 'A page', url: `${pages.origin}/a` })
  })

  test('takes fields as words, as JSON, and as JSON on stdin', { tags: 'full' }, async () => {
    await using pages = await startPageServer(page)
    const url = `${pages.origin}/a?x=1`
    for (const [args, input] of [
      [[`url=${url}`, 'maxChars=500'], ''],
      [['--json', JSON.stringify({ url, maxChars: 500 })], ''],
      [['--json', '-'], JSON.stringify({ url, maxChars: 500 })],
      [[JSON.stringify({ url, maxChars: 500 })], ''],
    ] as const) {
      const { stdout } = await bellhop(['call', 'extract', ...args, ...ALLOW], { input })
      expect(JSON.parse(stdout)).toMatchObject({ url, truncated: true })
    }
  })

  test('takes fields as they were meant', { tags: 'full' }, async () => {
    await using pages = await startPageServer(page)
    const url = `${pages.origin}/a`
    const words = [`url=${url}`, 'max_chars=500', 'exclude=nav', 'head=True']
    const { stdout } = await bellhop(['call', 'extract', ...words, ...ALLOW])
    expect(JSON.parse(stdout)).toMatchObject({ url, truncated: true })
    const refused = await bellhop(['call', 'extract', 'router.local/a', 'maxChars=5e3'])
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'url_not_allowed' } })
    const wrong = await bellhop(['call', 'extract', 'example.com', 'maxChars=many'])
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      error: {
        code: 'invalid_input',
        message: expect.stringMatching(
          /^maxChars: expected a whole number .* not text, for example/,
        ),
      },
    })
  })

  test('text stays text, whatever it looks like', async () => {
    const { stdout, stderr } = await bellhop(['call', 'extract', 'cursor=12', 'https://a.example/'])
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'invalid_input' } })
    expect(stdout).toContain('cursor')
    expect(stdout).not.toContain('expected string')
    expect(stderr).not.toContain('    at ')
  })

  test(
    'the person at the keyboard is told why an address is refused',
    { tags: 'full' },
    async () => {
      const { stdout, stderr } = await bellhop(['call', 'extract', 'http://10.0.0.1/'])
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toMatchObject({
        error: { message: 'The address is a private one.', fields: { reason: 'literal_address' } },
      })
    },
  )

  test('a value that only looks like JSON is text', async () => {
    const { code, stdout } = await bellhop(['call', 'extract', 'url={x'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'invalid_input', fields: { problems: { url: [expect.any(String)] } } },
    })
  })

  test('a failure is JSON too, with exit code 1', async () => {
    const { code, stdout } = await bellhop(['call', 'extract', 'http://127.0.0.1/'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'url_not_allowed' } })
  })
})

describe('bellhop call tells the codes that the chat documents', () => {
  const folder = tempDir()
  afterAll(() => folder[Symbol.dispose]())
  const calls: readonly (readonly [code: string, words: readonly string[]])[] = [
    ['BAD_REQUEST', ['add_reaction', 'message_id=999999', 'emoji=tada']],
    ['NOT_FOUND', ['edit_navigation_view', 'fragment=narrow/none', 'is_pinned=true']],
    ['STREAM_DOES_NOT_EXIST', ['unsubscribe', 'channels=["nowhere"]']],
    ['BAD_EVENT_QUEUE_ID', ['get_events', 'queue_id=0:1', 'last_event_id=1']],
    ['PUSH_SERVICE_NOT_CONFIGURED', ['register_push_device', 'device_id=1']],
  ]

  test.each(chooseCombinations(calls, [0, 3]))('%s', async (documentedCode, words) => {
    const { code, stdout } = await bellhop(['call', ...words, '--data-dir', folder.path])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: expect.any(String), documentedCode, message: expect.any(String) },
    })
  })
})

const keyFolder = tempDir()
const KEYS = join(keyFolder.path, 'keys')
writeFileSync(KEYS, `alice ${'a'.repeat(32)}\n`)
afterAll(() => keyFolder[Symbol.dispose]())

/** A wrong value, and a word of the right one. */
const WRONG: readonly (readonly [args: string[], hint: string])[] = [
  [['nonsense'], 'no command'],
  [['--nonsense'], '--nonsense'],
  [['call'], 'extract, metadata, unfurl, rss_to_json'],
  [['call', 'extract', '--json', '[]'], 'JSON object'],
  [['--port', 'x', 'tools'], '--port'],
  [['--tools', 'nothing', 'tools'], 'Known: read, extract'],
  [['--allow-hosts', 'http://a/b', 'doctor'], '--allow-hosts'],
  [['call', 'extract', 'url=https://example.com/', 'colour=red'], 'Unknown argument colour.'],
  [['call', 'extract', '--json', '{"colour":"red"}'], 'Unknown argument colour.'],
  [
    ['call', 'extract', 'maxChar=5'],
    'did you mean maxChars? Nothing was done. Known arguments: url, selector',
  ],
  [['call', 'extract', 'https://a.example/', 'https://b.example/'], 'url twice'],
  [['srve'], 'Did you mean "serve"?'],
  [['extract', 'https://a.example/'], 'Did you mean "call extract"?'],
  [['call', 'exract', 'https://a.example/'], 'Did you mean "extract"?'],
  [['tools', 'send_mesage'], 'Did you mean "send_message"?'],
  [['tools', 'extract', 'unfurl'], 'one operation'],
  [['doctor', 'extra'], 'takes no "extra"'],
  [['serve', '--host', '0.0.0.0'], '--allowed-hosts'],
  [['serve', '--host', '0.0.0.0', '--allowed-hosts', 'a.example', '--oauth', 'off'], '--key-file'],
  [['serve', '--key-file', '/nowhere'], '--key-file'],
  [['serve', '--host', '192.0.2.1', '--allowed-hosts', 'a.example', '--key-file', KEYS], '--host'],
]

describe('wrong usage answers 2 and says what is right', () => {
  test.each(chooseCombinations(WRONG, [0, 3, 5, 11, 14, 17, 18, 20]))('%j', async (args, hint) => {
    const { code, stdout, stderr } = await bellhop(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(hint)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

test('a port that is taken is said in one line', { tags: 'full' }, async () => {
  await using server = await serveBellhop()
  const { port } = new URL(server.url)
  const { code, stderr } = await bellhop(['serve', '--port', port])
  expect(code).toBe(2)
  expect(stderr).toContain('the port is in use')
  expect(stderr).not.toMatch(/\n\s+at /)
})

test.each(['--help', 'tools'])('%s into a pipe that nobody reads ends quietly', async (word) => {
  const [node, cli] = CLI
  const child = spawn(node, [cli, word], { env: cleanEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const stderr = child.stderr.toArray()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(Buffer.concat((await stderr) as Buffer[]).toString()).toBe('')
})

test('--version tells the version', async () => {
  expect((await bellhop(['--version'])).stdout).toBe(`${VERSION}\n`)
})

test('--help begins with what it is and five examples, and names every command and setting', async () => {
  const { stdout } = await bellhop(['--help'])
  for (const word of ['serve', 'call', 'tools', 'doctor', '--read-only', '--allow-hosts']) {
    expect(stdout).toContain(word)
  }
  const [head = '', examples = '', ...others] = stdout.split('\n\n')
  expect(head.split('\n')).toHaveLength(6)
  expect(examples.split('\n')).toEqual([
    'Examples',
    ...Array(5).fill(expect.stringMatching(/ bellhop /)),
  ])
  expect(others.map((part) => part.split(/\W/, 1)[0])).toEqual(['Commands', 'Tools', 'Settings'])
})

test(
  'tools <name> shows one, also of those that are not in the usual list',
  { tags: 'full' },
  async () => {
    const { stdout } = await bellhop(['tools', 'convert'])
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'convert',
      input: { properties: { from: { enum: expect.arrayContaining(['csv']) } } },
      output: { type: 'object' },
      example: { from: 'csv', to: 'markdown' },
    })
    expect(JSON.parse((await bellhop(['tools', 'mute_user'])).stdout)).toMatchObject({
      name: 'mute_user',
    })
  },
)

test('tools lists what is on offer', async () => {
  const { stdout } = await bellhop(['tools', '--toolsets', 'web', '--exclude-tools', 'unfurl'])
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string })
  expect(rows.map(({ name }) => name)).toEqual([
    'read',
    'extract',
    'metadata',
    'rss_to_json',
    'pdf_to_markdown',
    'screenshot',
  ])
})

describe('bellhop doctor', () => {
  const findings = (stdout: string) =>
    Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { check: string; status: string; detail: string })
        .map(({ check, status, detail }) => [check, { status, detail }]),
    )

  test('finds everything well', { tags: 'full' }, async () => {
    using dir = tempDir()
    const { code, stdout } = await bellhop(['doctor', '--data-dir', join(dir.path, 'data')])
    expect(code).toBe(0)
    expect(findings(stdout)).toMatchObject({
      node: { status: 'ok' },
      store: { status: 'ok' },
      disk: { status: 'ok', detail: expect.stringContaining('256 MB are kept for the database') },
      uploads: { status: 'ok', detail: '0.0 MiB of 5120 MiB' },
      sandbox: { status: 'ok', detail: expect.stringMatching(/child processes.* permissions/) },
      network: { status: 'ok' },
      dns: { detail: expect.stringContaining('example.com') },
      next: { status: 'ok', detail: expect.stringMatching(/demo.*docs\/hosts\.md/) },
    })
    expect(stdout.trimEnd().split('\n').at(-1)).toContain('"check":"next"')
  })

  test('tells of a disk on which too little is free', { tags: 'full' }, async () => {
    using dir = tempDir()
    const args = ['--data-dir', join(dir.path, 'data'), '--disk-reserve-mb', '1000000']
    const { code, stdout } = await bellhop(['doctor', ...args, '--upload-quota-mib', '0'])
    expect(code).toBe(1)
    expect(findings(stdout)).toMatchObject({
      disk: { status: 'fail', detail: expect.stringContaining('uploads are refused') },
      next: { status: 'warn', detail: expect.stringContaining('(disk)') },
      uploads: { status: 'ok', detail: '0.0 MiB without a quota' },
    })
  })

  test(
    'tells what is missing where nothing may be parsed without it',
    { tags: 'full' },
    async () => {
      using dir = tempDir()
      const { code, stdout } = await bellhop(
        ['doctor', '--data-dir', join(dir.path, 'data'), '--sandbox', 'strict'],
        { env: { PATH: '/nowhere' } },
      )
      expect(code).toBe(1)
      expect(findings(stdout)).toMatchObject({
        sandbox: { status: 'fail', detail: expect.stringContaining('bubblewrap') },
      })
    },
  )

  test(
    'tells of a store that cannot be opened and of private hosts',
    { tags: 'full' },
    async () => {
      using dir = tempDir()
      writeFileSync(join(dir.path, 'file'), '')
      const { code, stdout } = await bellhop([
        'doctor',
        '--data-dir',
        join(dir.path, 'file'),
        ...ALLOW,
      ])
      expect(code).toBe(1)
      expect(findings(stdout)).toMatchObject({
        store: { status: 'fail' },
        network: { status: 'warn', detail: expect.stringContaining('127.0.0.1') },
      })
    },
  )
})
