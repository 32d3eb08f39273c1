import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asTool } from '../../src/core/run/agent-form.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { bellhop, CLI, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { CLIENTS, type McpClient, type Target } from '../support/clients.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'

// A private host that the operator excepted from the guard, and everybody who might reach it through Bellhop.

const dir = tempDir()
const trusted = 't'.repeat(32)
const plain = 'p'.repeat(32)

let pages: PageServer
let open: Served
let keyed: Served
let member: { open: string; keyed: string }

/** Input of each tool that dials an address of its input. */
const DIALS: Readonly<Record<string, (url: string) => Record<string, unknown>>> = {
  extract: (url) => ({ url }),
  read: (url) => ({ urls: [url] }),
  metadata: (url) => ({ url }),
  unfurl: (url) => ({ url }),
  pdf_to_markdown: (url) => ({ url }),
  document_to_markdown: (url) => ({ url }),
  rss_to_json: (url) => ({ url }),
  upload_file: (url) => ({ url, filename: 'a.html' }),
  upload_custom_emoji: (url) => ({ url, name: 'taken' }),
  upload_avatar: (url) => ({ url }),
  upload_realm_icon: (url) => ({ url }),
  upload_realm_logo: (url) => ({ url, night: false }),
}

/** Tools whose address is not dialled by this instance, with the reason. */
const NOT_DIALLED: Readonly<Record<string, string>> = {
  qr: 'It stands in the code.',
  pay_fetch: 'Only hosts of --pay-hosts, through the guard: pay-fetch.test.ts.',
  extract_rendered:
    'A browser opens it, behind a proxy of the guard: test/system/browser/browser.test.ts.',
  screenshot: 'The same.',
}

/** One generation of clients is enough: what differs is who calls. */
const connect = async (target: Target): Promise<McpClient> => {
  const [, open2026] = CLIENTS.at(-1) ?? []
  if (!open2026) throw new Error('There are no clients.')
  return open2026(target)
}

const flags = (): string[] => ['--allow-hosts', `127.0.0.1:${pages.port}`, '--toolsets', 'all']

beforeAll(async () => {
  pages = await startPageServer({ '/': { body: '<title>Inside</title><p>Only for us.' } })
  const keyFile = join(dir.path, 'keys')
  writeFileSync(keyFile, `trusted ${trusted} allow-hosts\nplain ${plain}\n`)
  const folders = { open: join(dir.path, 'open'), keyed: join(dir.path, 'keyed') }
  open = await serveBellhop([...flags(), '--data-dir', folders.open])
  keyed = await serveBellhop([...flags(), '--data-dir', folders.keyed, '--key-file', keyFile])
  const accountIn = async (folder: string): Promise<string> => {
    const words = ['chat', 'user', 'add', 'mo@example.com', 'Mo', 'owner']
    const { stdout } = await bellhop([...words, '--data-dir', folder])
    return /[\w-]{32}/.exec(stdout)?.[0] ?? ''
  }
  member = { open: await accountIn(folders.open), keyed: await accountIn(folders.keyed) }
})

afterAll(async () => {
  await Promise.all([open, keyed, pages].map((one) => one[Symbol.asyncDispose]()))
  dir[Symbol.dispose]()
})

/** Whether the excepted host was reached by a call. */
async function reaches(call: () => Promise<unknown>): Promise<boolean> {
  const before = pages.requests.length
  await call().catch(() => undefined)
  return pages.requests.length > before
}

const byMcp = (client: McpClient, name: string) => async (): Promise<unknown> =>
  client.callTool({ name, arguments: DIALS[name]?.(pages.url) ?? {} })

test('every tool that takes an address is tried here', async () => {
  const taking = (await wholeCatalogue())
    .map((operation) => asTool(operation))
    .filter(({ input }) => 'url' in input.shape || 'urls' in input.shape)
    .map(({ name }) => name)
  expect(taking.toSorted()).toEqual([...Object.keys(DIALS), ...Object.keys(NOT_DIALLED)].toSorted())
})

/** Everybody who calls, each with one client for all tools, and whether they may reach the host. */
const callers: readonly [string, () => Target, boolean][] = [
  [
    'the person at this machine',
    () => {
      const [command, entry] = CLI
      return { command, args: [entry, ...flags(), '--data-dir', join(dir.path, 'local')] }
    },
    true,
  ],
  ['a caller of a server that nobody else reaches', () => ({ url: `${open.url}/mcp` }), true],
  ['a key that it is given to', () => withKey(keyed, trusted), true],
  ['another key', () => withKey(keyed, plain), false],
  ['a chat account', () => withKey(keyed, member.keyed), false],
  ['a chat account of an open server', () => withKey(open, member.open), false],
]

const withKey = ({ url }: Served, key: string): Target => ({
  url: `${url}/mcp`,
  headers: { authorization: `Bearer ${key}` },
})

describe.each(callers)('%s', (_who, target, expected) => {
  let client: McpClient

  beforeAll(async () => {
    client = await connect(target())
    return async () => client.close()
  })

  test.each(Object.keys(DIALS))(
    `${expected ? 'reaches' : 'does not reach'} it by %s`,
    { tags: 'full' },
    async (name) => {
      expect(await reaches(byMcp(client, name))).toBe(expected)
    },
  )
})
