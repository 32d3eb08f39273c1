import type { Client } from '@modelcontextprotocol/client'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, startChatWorld } from '../../../support/chat-world.ts'
import { connectViews, servicesAs } from '../../../support/view-client.ts'

/** Dearest that hosts of one kind may be, which hand on text or structured content alone, by those of the other. */
const RATIO_MAX = 1.15

/** Tokens of the names of fields, which weigh where an answer is a line. */
const NAMES_MAX_TOKENS = 8

let world: ChatWorld
let client: Client
beforeAll(async () => {
  world = await startChatWorld()
  client = await connectViews(servicesAs(world, world.owner), { capabilities: {} })
  for (let count = 1; count <= 12; count += 1) {
    await world.owner.say(count % 3 === 0 ? 'Yes.' : `Boat ${count} is in,\nand "the ferry" too.`)
  }
  return async () => world[Symbol.asyncDispose]()
})
afterAll(async () => client.close())

const PLACE = { channel: 'general', topic: 't' }

test.each([
  ['get_messages', { ...PLACE, peek: true }],
  ['get_messages', { search: 'boat', limit: 3, peek: true }],
  ['get_users', {}],
  ['get_streams', {}],
  ['get_stream_topics', { channel: 'general' }],
  ['get_presence', {}],
  ['chat_wait_for_events', { seconds: 0 }],
  ['send_message', { ...PLACE, content: 'The lift works again.' }],
  ['ask', { ...PLACE, question: 'Shall we?', choices: ['yes', 'no'], seconds: 0 }],
])('%s %j costs the same in hosts of both kinds', async (name, args) => {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
  const [{ text = '' } = {}] = content as { text?: string }[]
  expect(isError ?? false, text).toBe(false)
  const call = countTokens(`${name} ${JSON.stringify(args)}`)
  const costs = [text, JSON.stringify(structuredContent)].map((said) => call + countTokens(said))
  expect(Math.max(...costs), costs.join(' and ')).toBeLessThanOrEqual(
    RATIO_MAX * Math.min(...costs) + NAMES_MAX_TOKENS,
  )
})
