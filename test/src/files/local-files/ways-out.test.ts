import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import { listFolder } from '../../../../src/files/local-files/list-folder.ts'
import { openUnderRoots } from '../../../../src/files/local-files/open-under-roots.ts'
import { pathOfAddress } from '../../../../src/files/local-files/path-of-address.ts'
import { tempDir } from '../../../support/bellhop.ts'

const dir = tempDir()
const at = (...names: string[]) => join(dir.path, ...names)
const ROOT = at('root')
const socket = createServer()

beforeAll(async () => {
  mkdirSync(at('root', 'sub', '.deep'), { recursive: true })
  mkdirSync(at('root', '.ssh'))
  mkdirSync(at('rooted'))
  mkdirSync(at('outside', 'within'), { recursive: true })
  mkdirSync(at('root', 'data'))
  writeFileSync(at('root', 'a.txt'), 'inside')
  writeFileSync(at('root', 'sub', 'b c.txt'), 'inside too')
  writeFileSync(at('root', '100%.txt'), 'percent')
  writeFileSync(at('root', '.env'), 'secret')
  writeFileSync(at('root', '.ssh', 'id'), 'secret')
  writeFileSync(at('root', 'sub', '.deep', 'x'), 'secret')
  writeFileSync(at('root', 'data', 'bellhop.sqlite'), 'secret')
  writeFileSync(at('root', 'keys.txt'), 'secret')
  writeFileSync(at('rooted', 'c.txt'), 'secret')
  writeFileSync(at('outside', 'secret.txt'), 'secret')
  writeFileSync(at('outside', 'within', 'd.txt'), 'secret')
  const links: readonly (readonly [string, string])[] = [
    ['good', 'a.txt'],
    ['good-folder', 'sub'],
    ['to-file', '../outside/secret.txt'],
    ['to-file-by-root', at('outside', 'secret.txt')],
    ['to-folder', '../outside'],
    ['to-parent', '..'],
    ['to-top', '/'],
    ['to-link', 'to-file'],
    ['to-nothing', '../outside/missing'],
    ['to-itself', 'to-itself'],
    ['to-passwd', '/etc/passwd'],
    ['to-environ', '/proc/self/environ'],
    ['to-proc', '/proc'],
    ['to-memory', '/proc/self/mem'],
    ['to-descriptor', '/proc/self/fd/0'],
    ['to-null', '/dev/null'],
    ['to-zero', '/dev/zero'],
    ['to-stdin', '/dev/stdin'],
    ['to-kernel', '/sys/kernel/mm/transparent_hugepage/enabled'],
    ['to-hidden', '.env'],
    ['to-hidden-folder', '.ssh'],
    ['to-data', 'data'],
    ['to-keys', 'keys.txt'],
    ['plain.docx', '../outside/secret.txt'],
  ]
  for (const [name, target] of links) symlinkSync(target, at('root', name))
  symlinkSync('../outside', at('root', 'sub', 'up'))
  linkSync(at('root', 'keys.txt'), at('root', 'sub', 'other-keys.txt'))
  execFileSync('mkfifo', [at('root', 'pipe')])
  await new Promise<void>((resolve) => socket.listen(at('root', 'socket'), resolve))
})
afterAll(() => {
  socket.close()
  // What looks for secrets in what a run leaves would wait for the pipe.
  rmSync(dir.path, { recursive: true })
})

const KEPT = [at('root', 'data'), at('root', 'keys.txt')]

async function read(address: string, { roots = [ROOT], kept = KEPT } = {}): Promise<string> {
  const path = pathOfAddress(address, { platform: 'linux', home: at('root') })
  await using place = await openUnderRoots(path, { roots, kept, platform: 'linux' })
  return place.isFolder ? await listFolder(place) : await place.handle.readFile('utf8')
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    return `read: ${String(await work)}`
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown
    return thrown.hint ? thrown.code : 'without a hint'
  }
}

const inRoot = (name: string) => `${ROOT}/${name}`

describe('below a root', () => {
  test.each([
    [inRoot('a.txt'), 'inside'],
    [inRoot('sub/b c.txt'), 'inside too'],
    [inRoot('./sub/../a.txt'), 'inside'],
    [inRoot('/a.txt'), 'inside'],
    [inRoot('good'), 'inside'],
    [inRoot('good-folder/b c.txt'), 'inside too'],
    [inRoot('100%.txt'), 'percent'],
    ['~/a.txt', 'inside'],
    [`file://${ROOT}/a.txt`, 'inside'],
    [`file:${ROOT}/a.txt`, 'inside'],
    [`FILE://localhost${ROOT}/sub/b%20c.txt`, 'inside too'],
    [`file://${ROOT}/100%25.txt`, 'percent'],
  ])('%s', async (address, text) => {
    expect(await read(address)).toBe(text)
  })

  test('a folder is a list of its files', async () => {
    const text = await read(ROOT)
    expect(text).toContain('\na.txt (6 bytes)\n')
    expect(text).toMatch(/^sub\/$/m)
    for (const hidden of ['.env', '.ssh', 'to-file', 'pipe', 'socket']) {
      expect(text).not.toMatch(new RegExp(`^${hidden.replace('.', String.raw`\.`)}`, 'm'))
    }
  })

  test('what a root names may begin with a dot, or be a link, or a single file', async () => {
    expect(await read(inRoot('.ssh/id'), { roots: [inRoot('.ssh')] })).toBe('secret')
    expect(await read(inRoot('.env'), { roots: [inRoot('.env')] })).toBe('secret')
    expect(await read(inRoot('to-folder/secret.txt'), { roots: [inRoot('to-folder')] })).toBe(
      'secret',
    )
    expect(await read(at('outside/secret.txt'), { roots: [inRoot('to-folder')] })).toBe('secret')
    expect(await codeOf(read(inRoot('a.txt'), { roots: [inRoot('.env')] }))).toBe('url_not_allowed')
  })
})

/** Addresses that lead out of the root, with the error of each. */
const WAYS_OUT: readonly (readonly [code: string, ...addresses: string[]])[] = [
  [
    // Nothing is looked up: the path itself leads elsewhere.
    'url_not_allowed',
    '/etc/passwd',
    '/',
    '/proc/self/environ',
    '/dev/zero',
    '/root',
    dir.path,
    at('rooted', 'c.txt'),
    `${ROOT}ed/c.txt`,
    at('outside', 'secret.txt'),
    inRoot('../outside/secret.txt'),
    inRoot('sub/../../outside/secret.txt'),
    inRoot('to-folder/../../outside/secret.txt'),
    inRoot('..'),
    inRoot('../../../../../../etc/passwd'),
    inRoot('../ROOT/a.txt'),
    at('ROOT', 'a.txt'),
    at('Root', 'a.txt'),
    inRoot('..\\outside\\secret.txt'),
    inRoot('.env'),
    inRoot('.ssh'),
    inRoot('.ssh/id'),
    inRoot('sub/.deep/x'),
    inRoot('sub/../.ssh/id'),
    '~/.ssh/id',
    '~/../outside/secret.txt',
    `file://${ROOT}/../outside/secret.txt`,
    `file://${ROOT}/%2e%2e/outside/secret.txt`,
    `file://${ROOT}/%2E%2E/%2E%2E/etc/passwd`,
    `file://${ROOT}/.%2e/outside/secret.txt`,
    `file://${ROOT}/%2eenv`,
    'file:///etc/passwd',
    'file:/etc/passwd',
  ],
  [
    // What is there is no file of the root: the same as for nothing.
    'not_found',
    inRoot('missing'),
    inRoot('to-file'),
    inRoot('to-file-by-root'),
    inRoot('to-folder'),
    inRoot('to-folder/secret.txt'),
    inRoot('to-folder/within/d.txt'),
    inRoot('to-folder/missing'),
    inRoot('sub/up/secret.txt'),
    inRoot('to-parent'),
    inRoot('to-parent/outside/secret.txt'),
    inRoot('to-top'),
    inRoot('to-top/etc/passwd'),
    inRoot('to-link'),
    inRoot('to-nothing'),
    inRoot('to-itself'),
    inRoot('to-itself/x'),
    inRoot('to-passwd'),
    inRoot('to-environ'),
    inRoot('to-proc/self/environ'),
    inRoot('to-proc/1/root/etc/passwd'),
    inRoot('to-memory'),
    inRoot('to-descriptor'),
    inRoot('to-null'),
    inRoot('to-zero'),
    inRoot('to-stdin'),
    inRoot('to-kernel'),
    inRoot('to-hidden'),
    inRoot('to-hidden-folder/id'),
    inRoot('plain.docx'),
    inRoot('pipe'),
    inRoot('socket'),
    inRoot('a.txt/x'),
    inRoot('A.TXT'),
    inRoot('data'),
    inRoot('data/bellhop.sqlite'),
    inRoot('to-data/bellhop.sqlite'),
    inRoot('keys.txt'),
    inRoot('to-keys'),
    inRoot('x'.repeat(300)),
    `file://${ROOT}/%2561.txt`,
    inRoot('%61.txt'),
  ],
  [
    'invalid_input',
    `${ROOT}/a.txt\0`,
    `${ROOT}/a.txt\0.docx`,
    `${ROOT}/a\n.txt`,
    `/${ROOT}/a.txt`,
    '//server/share/a.txt',
    '\\\\server\\share\\a.txt',
    '\\\\?\\C:\\a.txt',
    '\\\\.\\pipe\\x',
    'C:\\Users\\a.txt',
    'C:/Users/a.txt',
    `file://server${ROOT}/a.txt`,
    `file://user@localhost${ROOT}/a.txt`,
    `file:////server/share/a.txt`,
    `file://${ROOT}/a.txt%00`,
    `file://${ROOT}/..%2foutside%2fsecret.txt`,
    `file://${ROOT}%5c..%5coutside`,
    `file://${ROOT}/%zz`,
    `file://${ROOT}/%c0%ae%c0%ae/outside/secret.txt`,
    `file://${ROOT}/a.txt?x`,
    'file:a.txt',
    'file:',
    `/${'x/'.repeat(3_000)}`,
  ],
]

describe('ways out of a root', () => {
  const ways = WAYS_OUT.flatMap(([code, ...addresses]) =>
    addresses.map((address) => [code, address]),
  )
  const labelled = ways.map(([code = '', address = '']) => {
    const label = address.replace(dir.path, '').slice(0, 60)
    return [label, code, address] as const
  })

  test('are many', () => {
    expect(labelled.length).toBeGreaterThanOrEqual(60)
  })

  test.each(labelled)('%j: %s', async (_, code, address) => {
    expect(await codeOf(read(address))).toBe(code)
  })

  test('the whole disk as a root gives nothing that the kernel makes up, and nothing hidden', async () => {
    const roots = ['/']
    for (const path of ['/proc/self/environ', '/proc/version', '/sys/kernel/notes', '/dev/zero']) {
      expect(await codeOf(read(path, { roots }))).toBe('not_found')
    }
    expect(await codeOf(read(inRoot('.env'), { roots }))).toBe('url_not_allowed')
    expect(await codeOf(read(inRoot('to-environ'), { roots }))).toBe('not_found')
    expect(await read(inRoot('a.txt'), { roots })).toBe('inside')
  })

  test('no root, no file; a root that is gone, none either', async () => {
    expect(await codeOf(read(inRoot('a.txt'), { roots: [] }))).toBe('url_not_allowed')
    expect(await codeOf(read(at('gone', 'a.txt'), { roots: [at('gone')] }))).toBe('not_found')
  })
})

describe('of Windows', () => {
  const windows = { platform: 'win32', home: 'C:\\Users\\ada' } as const

  test.each([
    ['C:\\Users\\ada\\a.docx', 'C:\\Users\\ada\\a.docx'],
    ['c:/Users/ada/a.docx', 'c:\\Users\\ada\\a.docx'],
    ['~/a.docx', 'C:\\Users\\ada\\a.docx'],
    ['file:///C:/Users/ada/a%20b.docx', 'C:\\Users\\ada\\a b.docx'],
    ['C:\\Users\\ada\\..\\eve\\a.docx', 'C:\\Users\\eve\\a.docx'],
  ])('%s', (address, path) => {
    expect(pathOfAddress(address, windows)).toBe(path)
  })

  test.each([
    '\\\\server\\share\\a.docx',
    '//server/share/a.docx',
    '\\\\?\\C:\\a.docx',
    '\\\\.\\C:\\a.docx',
    '\\\\?\\UNC\\server\\share\\a.docx',
    'file://server/share/a.docx',
    'C:a.docx',
    'C:\\\\server\\share',
    'C:\\a.docx:stream',
    'C:\\a.docx::$DATA',
    'C:\\folder:$I30:$INDEX_ALLOCATION\\a',
    'C:\\a.docx.',
    'C:\\a.docx ',
    'C:\\secret.\\a.docx',
    'C:\\...\\a.docx',
    'C:\\nul',
    'C:\\CON.txt',
    'C:\\com1',
    'C:\\LPT9.docx',
    'C:\\aux .txt',
    'C:\\x\\CONIN$',
    'C:\\com\u00b9',
    'C:\\a?.docx',
    'C:\\a*.docx',
    'C:\\a|b',
    '/etc/passwd',
    '\\Windows\\a.docx',
    'file:///C:/a.docx%3Astream',
    'file:///C%3A/..%5Ca.docx',
  ])('%s is refused', (address) => {
    expect(() => pathOfAddress(address, windows)).toThrow('no path')
  })
})

test(
  'a folder that is exchanged for a link again and again never leads out',
  { tags: 'full' },
  async () => {
    const [place, folder, link] = [at('root', 'turning'), at('kept-folder'), at('kept-link')]
    mkdirSync(folder)
    writeFileSync(join(folder, 'secret.txt'), 'public')
    symlinkSync(at('outside'), link)
    const over = new AbortController()
    const turning = (async () => {
      while (!over.signal.aborted) {
        await rename(folder, place)
        await new Promise((resolve) => setTimeout(resolve, 4))
        await rename(place, folder)
        await rename(link, place)
        await rename(place, link)
      }
    })()
    const seen = new Map<string, number>()
    try {
      for (let round = 0; round < 1_500; round += 1) {
        const result = await codeOf(read(join(place, 'secret.txt')))
        seen.set(result, (seen.get(result) ?? 0) + 1)
      }
    } finally {
      over.abort()
      await turning
    }
    rmSync(folder, { recursive: true })
    expect([...seen.keys()].toSorted()).toEqual(['not_found', 'read: public'])
  },
)

test(
  'a file that is exchanged for a link to another one never leads out',
  { tags: 'full' },
  async () => {
    const place = at('root', 'turning.txt')
    const next = (make: () => void) => {
      make()
      renameSync(at('next'), place)
    }
    const seen = new Set<string>()
    for (let round = 0; round < 400; round += 1) {
      next(() => writeFileSync(at('next'), 'public'))
      const reading = codeOf(read(place))
      if (round % 10 === 0) await reading
      for (let turn = 0; turn < round % 7; turn += 1) await new Promise(setImmediate)
      next(() => symlinkSync(at('outside', 'secret.txt'), at('next')))
      seen.add(await reading)
    }
    expect([...seen].filter((one) => one.includes('secret'))).toEqual([])
    expect(seen).toContain('read: public')
  },
)

test('the folder of the user is what ~ stands for', () => {
  const home = homedir()
  expect(pathOfAddress('~', { platform: 'linux', home })).toBe(home)
  expect(readFileSync(at('outside', 'secret.txt'), 'utf8')).toBe('secret')
})
