import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectFetching } from '../../../../src/cli/commands/inspect-fetching.ts'
import type { Services } from '../../../../src/contract/operation.ts'
import { buildServer } from '../../../../src/mcp/server.ts'
import { createGuardedFetch } from '../../../../src/net/fetch/guarded-fetch.ts'
import { createVetAddress } from '../../../../src/net/guard/vet-address.ts'
import { placeBy } from '../../../../src/remote/placement.ts'
import { operations } from '../../../../tools/index.ts'
import type { ToolAnswer } from '../../../support/clients.ts'
import { testServices } from '../../../support/operations.ts'
import { startPageServer } from '../../../support/page-server.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** What the name server of this network knows. */
const NAMES: Readonly<Record<string, string>> = { 'inside.dev': '10.0.0.7' }

const resolve = async (hostname: string) => {
  const address = NAMES[hostname]
  if (address === undefined) throw Object.assign(new Error('gone'), { code: 'ENOTFOUND' })
  return [{ address, family: 4 }]
}

let deadUrl = ''
const clients: Client[] = []

beforeAll(async () => {
  const dead = await startPageServer({})
  await dead.close()
  deadUrl = dead.url
})
afterAll(async () => {
  for (const client of clients) await client.close()
})

function machine(): Services {
  const allowHosts = ['127.0.0.1']
  return {
    ...testServices(),
    fetch: createGuardedFetch({ allowHosts, userAgent: 'Bellhop', log: quietLog, resolve }),
    vetAddress: createVetAddress({ allowHosts, resolve }),
  }
}

async function connectTo(services: Services): Promise<Client> {
  const info = { version: '1', charged: false, limits: async () => [] }
  const server = buildServer(
    { services, info },
    { era: 'legacy', caller: undefined, operations, isLocal: true },
  )
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  clients.push(client)
  return client
}

async function answerTo(client: Client, url: string): Promise<ToolAnswer> {
  return (await client.callTool({ name: 'metadata', arguments: { url } })) as ToolAnswer
}

test('a call is told by one sentence each why an address cannot be read', async () => {
  const client = await connectTo(machine())
  const urls = ['https://gone.dev/', 'https://inside.dev/', 'http://10.0.0.1/', 'https://a.dev:22/']
  const reasons: string[] = []
  for (const url of [...urls, deadUrl]) {
    const { isError, content } = await answerTo(client, url)
    expect(isError).toBe(true)
    reasons.push(content[0]?.text?.split('\n')[0] ?? '')
  }
  expect(reasons).toEqual([
    'url_not_allowed: The name of the address could not be found by this machine.',
    'url_not_allowed: The name of the address leads to a private address.',
    'url_not_allowed: The address is a private one.',
    'url_not_allowed: The port of the address is refused.',
    'upstream_failed: The other server refused the connection: nothing answers at that port.',
  ])
})

test('doctor says of a machine without names what its first call says', async () => {
  const services = machine()
  const { content } = await answerTo(await connectTo(services), 'https://example.com/')
  const [sentence = ''] = content[0]?.text?.split('\n') ?? []
  const [finding] = await inspectFetching(services, false)
  expect(finding?.detail).toContain(sentence.replace('url_not_allowed: ', ''))
  expect(sentence).toContain('could not be found by this machine')
})

test('a name that only the other instance can find is read there', async () => {
  const there = async () => ({
    url: 'https://gone.dev/',
    title: 'Read there',
    description: '',
    author: null,
    publishedAt: null,
    modifiedAt: null,
    lang: '',
    siteName: '',
    image: '',
    canonical: '',
    favicon: '',
    readingTimeMinutes: 1,
  })
  const services = { ...machine(), place: placeBy({}, there, quietLog) }
  const client = await connectTo(services)
  const read = await answerTo(client, 'https://gone.dev/')
  expect(read.isError, read.content[0]?.text).toBeFalsy()
  expect(read.structuredContent).toMatchObject({ title: 'Read there' })
  expect((await answerTo(client, 'https://inside.dev/')).isError).toBe(true)
})
