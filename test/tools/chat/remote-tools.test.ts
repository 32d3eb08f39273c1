// @module-tag full
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOperations } from '../../../tools/chat.ts'
import { type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'
import { examples } from '../../support/chat-cases/all.ts'
import type { Input, Stage } from '../../support/chat-cases/example.ts'
import { inputOf, setStage, shownBy } from '../../support/chat-cases/stage.ts'
import { CLIENTS, type McpClient } from '../../support/clients.ts'
import { chooseCombinations } from '../../support/combinations.ts'

const [, connect] = CLIENTS.at(-1)!
const isEveryThird = (position: number) => position % 3 === 0
const KEY = 'key-of-the-operator-for-a-test'
const dir = tempDir()
let server: Served
let here: Served
let agent: McpClient
let stage: Stage

// The examples of chat tools, at an instance whose chat is that of another one.
beforeAll(async () => {
  server = await serveBellhop(['--chat-rate-limits', 'off', '--rate-limits', 'off'])
  const { email, key } = server.owner()
  const keyFile = join(dir.path, 'keys')
  writeFileSync(keyFile, `helper ${KEY}\n`)
  here = await serveBellhop(['--toolsets', 'all', '--chat', server.url, '--key-file', keyFile], {
    BELLHOP_CHAT_EMAIL: email,
    BELLHOP_CHAT_KEY: key,
  })
  agent = await connect({ url: `${here.url}/mcp`, headers: { authorization: `Bearer ${KEY}` } })
  stage = await setStage(agent, canaries().password)
})

afterAll(async () => {
  await agent.close()
  await here[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

const withExample = chatOperations.map(({ name }) => name).filter((name) => examples[name]?.call)
const called = chooseCombinations(withExample, [...withExample.keys()].filter(isEveryThird))
const refused = called.filter((name) => typeof examples[name]?.fails !== 'string')

test.each(called)(
  '%s does at another server what an agent asks',
  { tags: 'full' },
  async (name) => {
    const example = examples[name]!
    const input = await inputOf(example.call, stage)
    const answer = await agent.callTool({ name, arguments: input })
    expect(answer.isError, answer.content[0]?.text).toBeUndefined()
    expect(answer.structuredContent).toMatchObject(shownBy(example, stage))
    expect(answer._meta?.['bellhop/untrusted']).toBe(true)
  },
)

test.each(refused)('%s tells what is wrong there', async (name) => {
  const [input, words] = examples[name]!.fails as readonly [Input, RegExp]
  const answer = await agent.callTool({ name, arguments: await inputOf(input, stage) })
  expect(answer.isError).toBe(true)
  expect(answer.content[0]?.text).toMatch(words)
})

test('names, times and parts are read as here', async () => {
  const content = `${'x'.repeat(9_000)}\n\n${'y'.repeat(9_000)}`
  const { ask } = stage
  const { ids } = await ask('send_message', { channel: '#Lab > far', content, split: true })
  const narrow = [{ operator: 'sender', operand: '@Owner' }]
  const query = { channel: '#lab > far', since: 'an hour ago', narrow, limit: 1 }
  const { messages, after } = await ask('get_messages', { ...query, before: ids[1] + 1 })
  expect(messages).toEqual([expect.stringMatching(new RegExp(`^${ids[0]} .*: x{9000}$`))])
  expect(after).toBe(ids[0])
  const rest = await ask('get_messages', { ...query, before: ids[1] + 1, after })
  expect(rest['messages']).toEqual([expect.stringMatching(new RegExp(`^${ids[1]} `))])
  expect(await ask('get_messages', { ...query, before: 'yesterday' })).toEqual({ messages: [] })
  await ask('create_channel', { name: 'far den', subscribers: ['Bob'], invite_only: true })
  const { subscribers } = await ask('get_subscribers', { channel: 'far den' })
  expect(new Set(subscribers)).toEqual(new Set([stage.me, stage.bob]))
})
