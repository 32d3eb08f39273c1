import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../../../src/contract/operation.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import type { ServedClient } from '../../../../src/mcp/server-parts.ts'
import { buildServer } from '../../../../src/mcp/server.ts'
import { chatTools } from '../../../../tools/chat-tools.ts'
import { operations } from '../../../../tools/index.ts'
import { type ChatWorld, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { servicesAs } from '../../../support/view-client.ts'

const tools = selectTools([...operations, ...chatTools])
let world: ChatWorld
let ada: Person
let services: Services
const written: { path: string; bytes: number }[] = []

beforeAll(async () => {
  world = await startChatWorld()
  ada = await world.add('Ada')
  const { files } = world.services
  services = servicesAs(world, ada)
  services = {
    ...services,
    files: {
      ...files,
      names: (address) => address.startsWith('chat://file/') || files.names(address),
      async write(path, { bytes }) {
        written.push({ path, bytes: bytes.byteLength })
        return `file://${path}`
      },
    },
  }
})
afterAll(async () => world[Symbol.asyncDispose]())

async function connect(client: Partial<ServedClient> = {}): Promise<Client> {
  const info = { version: '1', charged: false, limits: async () => [] }
  const served = { era: 'legacy', caller: undefined, isLocal: true, operations: tools } as const
  const server = buildServer({ services, info }, { ...served, ...client })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  const connected = new Client({ name: 'test', version: '1' })
  await connected.connect(near)
  return connected
}

interface Block {
  type: string
  text?: string
  uri?: string
  name?: string
  size?: number
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const blocks = content as Block[]
  return { blocks, types: blocks.map(({ type }) => type), isError, text: blocks[0]?.text ?? '' }
}

describe('a picture', () => {
  test('comes with the answer, unless it is put somewhere', async () => {
    const client = await connect()
    expect((await call(client, 'qr', { text: 'a' })).types).toEqual(['text', 'image'])
    const { types, blocks } = await call(client, 'qr', { text: 'a', to: '/pictures/code.png' })
    expect(types).toEqual(['text', 'resource_link'])
    expect(blocks[1]).toMatchObject({
      uri: 'file:///pictures/code.png',
      name: 'qr.png',
      mimeType: 'image/png',
      size: written[0]?.bytes,
    })
    await client.close()
  })

  test('is put into the chat, where it is linked and read', async () => {
    const client = await connect()
    const { types, blocks, text } = await call(client, 'qr', { text: 'a', to: 'chat' })
    expect(types).toEqual(['text', 'resource_link'])
    const [, path] =
      /^Put this into a message: \[qr\.png\]\(\/user_uploads\/(.+)\)$/.exec(text) ?? []
    expect(blocks[1]).toMatchObject({ uri: `chat://file/${path}`, name: 'qr.png' })
    const sent = await call(client, 'send_message', {
      channel: 'general',
      topic: 'code',
      content: text.replace(/^.*?: /, ''),
    })
    expect(sent.isError).toBeUndefined()
    await client.close()
  })

  test.each<[string, Partial<ServedClient>, string]>([
    ['a client that only reads', { finder: finderOf(true) }, 'chat'],
    ['a client that only reads', { finder: finderOf(true) }, '/pictures/other.png'],
    ['a client without uploads', { operations: tools.filter(isNoUpload) }, 'chat'],
    ['a client elsewhere', { isLocal: false, caller: 'ada' }, '/pictures/other.png'],
  ])('is put nowhere by %s', async (_, client, to) => {
    const before = written.length
    const connected = await connect(client)
    const { isError, text } = await call(connected, 'qr', { text: 'a', to })
    expect([isError, written.length]).toEqual([true, before])
    expect(text).toMatch(/^invalid_input: to: /)
    await connected.close()
  })
})

function isNoUpload({ name }: { name: string }): boolean {
  return name !== 'upload_file'
}

function finderOf(isReadOnly: boolean) {
  const reached = tools.filter(({ effects }) => effects.readOnly || !isReadOnly)
  return { names: [], isReadOnly, has: () => true, tools: async () => reached }
}

test('an uploaded file has a link, by which its client reads it', async () => {
  const client = await connect()
  const { blocks } = await call(client, 'upload_file', {
    filename: 'notes.txt',
    text: 'Wie geht’s?',
  })
  const [, link] = blocks
  expect(link).toMatchObject({ type: 'resource_link', name: 'notes.txt' })
  expect(link?.uri).toMatch(/^chat:\/\/file\/.+notes\.txt$/)
  await client.close()
})
