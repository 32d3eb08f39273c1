import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI, cleanEnv, serveBellhop, type Served, tempDir } from '../../support/bellhop.ts'
import { CLIENTS } from '../../support/clients.ts'
import { type Connected, connectForeign } from '../../support/foreign-clients/connect.ts'
import { installed, LIBRARIES } from '../../support/foreign-clients/install.ts'
import type { ForeignTarget } from '../../support/foreign-clients/library.ts'
import { Person } from '../../support/http-person.ts'
import { type PageServer, startPageServer } from '../../support/page-server.ts'

const SENTENCE = 'The bellhop knows every door of the house.'
const ARTICLE = `<title>Doors</title><article><h1>Doors</h1>${`<p>${SENTENCE}</p>`.repeat(12)}</article>`

/** How Base64 of a PNG begins. */
const PNG = 'iVBORw0KGgo'

/** Libraries that give their programs the structured content as such; the others give the text of it. */
const KEEP_STRUCTURED = new Set(['@ai-sdk/mcp', 'mcp-use'])

const KEY = 'key-of-the-operator-for-a-test'

const dir = tempDir()
let pages: PageServer
let server: Served
let person: Person

beforeAll(async () => {
  pages = await startPageServer({ '/doors': { body: ARTICLE } })
  const keyFile = join(dir.path, 'keys')
  writeFileSync(keyFile, `foreign ${KEY} allow-hosts\n`)
  server = await serveBellhop([...flags(), '--key-file', keyFile])
  person = new Person(server.url, server.owner())
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await pages.close()
  dir[Symbol.dispose]()
})

/** Most of these clients call only what is listed, which the tool that says who one is is not by itself. */
const flags = (): string[] =>
  `--data-dir ${dir.path} --allow-hosts 127.0.0.1:${pages.port} --toolsets web,text,chat --tools get_own_user`.split(
    ' ',
  )

const TARGETS: readonly (readonly [string, () => ForeignTarget])[] = [
  [
    'stdio',
    () => {
      const [command, cli] = CLI
      return { command, args: [cli, ...flags(), '--chat-name', 'foreign'], env: cleanEnv() }
    },
  ],
  ['HTTP', () => ({ url: `${server.url}/mcp`, headers: { authorization: `Bearer ${KEY}` } })],
]

/** The tools that the client of the SDK is offered there. */
async function toolsAt(target: ForeignTarget): Promise<string[]> {
  const [, connect] = CLIENTS[0] ?? []
  const client = await connect?.(target)
  const listed = await client?.listTools()
  await client?.close()
  return listed?.tools.map(({ name }) => name) ?? []
}

describe.each(Object.keys(LIBRARIES))('%s', (library) => {
  let folder: string | undefined
  beforeAll(async () => {
    folder = await installed(library).catch((cause: unknown) => {
      console.error(`${library} is NOT TRIED: it could not be installed (${String(cause)}).`)
      return undefined
    })
  }, 600_000)

  test.for(TARGETS)('lists and calls over %s', async ([transport, target], { skip }) => {
    if (folder === undefined) {
      skip(`${library} could not be installed`)
      return
    }
    await using client = await connectForeign(library, folder, target())
    expect(client.tools.toSorted()).toEqual((await toolsAt(target())).toSorted())

    expect(await said(client, 'qr', { text: 'https://example.com/' })).toContain(PNG)
    expect(await said(client, 'extract', { url: `${pages.origin}/doors` })).toContain(SENTENCE)

    const topic = `${library} over ${transport}`
    const { done } = await person.willAnswer(topic, 0, 'Good evening.')
    const sent = await said(client, 'send_message', {
      channel: 'general',
      topic,
      content: 'Hello?',
    })
    const cursor = /[Cc]ursor(?:: |":")([^\s"\\]+)/.exec(sent.replaceAll('\\"', '"'))?.[1]
    await done
    const heard = await said(client, 'chat_wait_for_events', { cursor, seconds: 20 })
    expect(heard).toContain('Good evening.')

    const { structured, result } = await client.call('get_own_user')
    expect(JSON.stringify(result)).toContain('foreign')
    // Over HTTP it is the key's account, which is not taken for that of the program on stdio.
    const whole: unknown = expect.objectContaining({ name: expect.stringMatching(/^foreign/) })
    expect(structured).toEqual(KEEP_STRUCTURED.has(library) ? whole : undefined)

    const refusal = await said(client, 'send_message', { channel: 'nowhere', content: 'Hello?' })
    expect(refusal).toMatch(/invalid_input: No channel/)
  })
})

/** All that a library lets its agent see of a call, an error too. */
async function said(
  client: Connected,
  name: string,
  input: Record<string, unknown>,
): Promise<string> {
  const { result } = await client
    .call(name, input)
    .catch((thrown: unknown) => ({ result: String(thrown) }))
  return JSON.stringify(result)
}
