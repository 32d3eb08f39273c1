import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asTool } from '../../src/core/run/agent-form.ts'
import { buildServer } from '../../src/mcp/server.ts'
import { chatOperations } from '../../tools/chat.ts'
import { prompts } from '../../tools/prompts.ts'
import { type ChatWorld, type Person, startChatWorld } from '../support/chat-world.ts'

let world: ChatWorld
let ada: Person
let client: Client

beforeAll(async () => {
  world = await startChatWorld()
  ada = await world.add('Ada')
  const { services } = world
  const server = buildServer(
    { services, info: { version: '1', charged: false, limits: async () => [] }, prompts },
    {
      era: 'legacy',
      caller: (await services.accounts.callerOf(ada.key))?.caller,
      operations: chatOperations.map(asTool),
    },
  )
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
})
afterAll(async () => {
  await client.close()
  await world[Symbol.asyncDispose]()
})

/** The arguments that a prompt has a model pass to a tool: what it says as `name=value`. */
async function argumentsOf(given: Record<string, string>): Promise<Record<string, unknown>> {
  const { messages } = await client.getPrompt({ name: 'catch_up', arguments: given })
  const [message] = messages
  const text = message?.content.type === 'text' ? message.content.text : ''
  expect(text).toContain('get_messages')
  const named = [...text.matchAll(/\b(\w+)=("(?:[^"\\]|\\.)*"|\w+)/g)]
  expect(new Set(named.map(([, name]) => name)).size, text).toBe(named.length)
  return Object.fromEntries(
    named.map(([, name, value = '']) => [name, value.startsWith('"') ? JSON.parse(value) : value]),
  )
}

/** What somebody reads who does as the prompt says, page by page. */
async function catchUp(given: Record<string, string> = {}, limit = 20): Promise<string[]> {
  const args = await argumentsOf(given)
  const read: string[] = []
  let more: Record<string, unknown> = {}
  do {
    const call = { name: 'get_messages', arguments: { ...args, ...more, limit } }
    const { structuredContent: page } = await client.callTool(call)
    const { messages, before, after } = page as Record<string, unknown>
    read.push(...(messages as string[]).map((line) => line.slice(line.indexOf(': ') + 2)))
    const isForward = 'since' in args
    more = isForward ? { after } : { before }
  } while (Object.values(more).some((at) => at !== undefined))
  return read
}

describe('catching up', () => {
  test('tells everything that is unread, mentions among it, and nothing of it the next day', async () => {
    const { owner } = world
    for (let n = 0; n < 5; n += 1) await owner.say(`news ${n}`)
    await owner.say('to @**Ada**')
    await owner.whisper('psst', ada)
    const read = await catchUp({}, 3)
    expect(read).toHaveLength(7)
    expect(new Set(read)).toEqual(
      new Set([...Array.from({ length: 5 }, (_, n) => `news ${n}`), 'to @**Ada**', 'psst']),
    )
    world.pass(86_400)
    expect(await catchUp()).toEqual([])
    await owner.say('later')
    expect(await catchUp()).toEqual(['later'])
  })

  test('since a time tells all from then on, read or not', async () => {
    world.pass(5 * 86_400)
    for (let n = 0; n < 5; n += 1) await world.owner.say(`today ${n}`)
    await catchUp()
    expect(await catchUp({ since: 'an hour ago' }, 2)).toEqual(
      Array.from({ length: 5 }, (_, n) => `today ${n}`),
    )
  })

  test('of one channel stays in it', async () => {
    await world.owner.say('here')
    await world.owner.whisper('not here', ada)
    expect(await catchUp({ channel: 'general' })).toEqual(['here'])
  })
})
