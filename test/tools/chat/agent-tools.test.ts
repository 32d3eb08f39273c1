import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatTools } from '../../../tools/chat-tools.ts'
import { chatOperations } from '../../../tools/chat.ts'
import { type AllTools, serveAllTools } from '../../support/all-tools.ts'
import { canaries } from '../../support/canaries.ts'
import { examples } from '../../support/chat-cases/all.ts'
import type { Stage } from '../../support/chat-cases/example.ts'
import { inputOf, setStage, shownBy } from '../../support/chat-cases/stage.ts'
import type { McpClient } from '../../support/clients.ts'

let served: AllTools
let agent: McpClient
let nobody: McpClient
let stage: Stage

beforeAll(async () => {
  served = await serveAllTools()
  agent = served.agent
  nobody = await served.connectNobody()
  stage = await setStage(agent, canaries().password)
})

afterAll(async () => served[Symbol.asyncDispose]())

const named = chatOperations.map(({ name }) => name)
const withExample = named.filter((name) => examples[name])

test('every tool has an example', () => {
  const without = named.filter((name) => !examples[name])
  expect(without, 'add some to test/support/chat-cases').toEqual([])
  expect(Object.keys(examples).filter((name) => !named.includes(name))).toEqual([])
})

test.each(withExample.filter((name) => examples[name]?.call))(
  '%s does what an agent asks',
  { tags: 'full' },
  async (name) => {
    const { call } = examples[name]!
    const answer = await agent.callTool({ name, arguments: await inputOf(call, stage) })
    expect(answer.isError, answer.content[0]?.text).toBeUndefined()
    expect(answer.structuredContent).toMatchObject(shownBy(examples[name]!, stage))
    expect(answer.content[0]?.text?.length).toBeGreaterThan(2)
    expect(answer._meta?.['bellhop/untrusted']).toBe(true)
  },
)

const failing = withExample.flatMap((name) => {
  const { fails } = examples[name]!
  return fails === 'never' ? [] : [[name, ...fails] as const]
})

test.each(failing)('%s says what is wrong', { tags: 'full' }, async (name, input, words) => {
  const refused = await agent.callTool({ name, arguments: await inputOf(input, stage) })
  expect(refused.isError).toBe(true)
  expect(refused.content[0]?.text).toMatch(words)
})

test.each(withExample.filter((name) => examples[name]?.fails === 'never'))(
  '%s answers anybody',
  async (name) => {
    const { call = {} } = examples[name]!
    const open = await nobody.callTool({ name, arguments: await inputOf(call, stage) })
    expect(open.isError, open.content[0]?.text).toBeUndefined()
  },
)

test('a message or topic that would be cut is refused, and one at its limit is sent whole', async () => {
  const send = async (topic: string, content: string) =>
    agent.callTool({ name: 'send_message', arguments: { channel: 'lab', topic, content } })
  const [topic, content] = ['😀'.repeat(60), '😀'.repeat(10_000)]
  for (const [field, answer] of [
    ['topic', await send(`${topic}x`, content)],
    ['content', await send(topic, `${content}x`)],
  ] as const) {
    expect(answer.isError).toBe(true)
    expect(answer.content[0]?.text).toMatch(
      /^invalid_input: .*is too long \(limit: \d+ characters\): it has \d+/,
    )
    expect(answer.content[0]?.text).toContain(field)
  }
  expect((await send(topic, content)).isError).toBeUndefined()
  const read = { name: 'get_messages', arguments: { channel: 'lab', topic, limit: 1 } }
  const { structuredContent } = await agent.callTool(read)
  const { messages } = structuredContent as { messages: string[] }
  const [line = ''] = messages
  expect(line).toContain(` > ${topic} | `)
  expect(line.endsWith(`: ${content}`)).toBe(true)
})

test('the default list is what its operations say', () => {
  const standard = chatOperations.filter(({ tier }) => tier !== 'more').map(({ name }) => name)
  const names = chatTools.map(({ name }) => name)
  expect(names.filter((name) => standard.includes(name)).toSorted()).toEqual(standard.toSorted())
  // Their results are read as resources.
  const others = ['get_events', 'get_presence']
  expect(names.filter((name) => !standard.includes(name)).toSorted()).toEqual(others)
  const tiers = chatTools.map(({ tier }) => tier)
  expect(tiers.indexOf('standard')).toBe(tiers.filter((tier) => tier === 'core').length)
})
