import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectAs } from '../../../support/chat-mcp.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import type { AskTool } from '../../../support/mcp-tools.ts'

let world: ChatWorld
let owner: Person
let ask: AskTool

beforeEach(async () => {
  world = await startChatWorld()
  owner = world.owner
  ask = await connectAs(world, owner)
  for (const name of ['lab', 'den']) {
    ok(await owner.post('/channels/create', { name, subscribers: [owner.id] }))
  }
})
afterEach(async () => world[Symbol.asyncDispose]())

const write = async (channel: string, topic: string): Promise<number> =>
  (await ask('send_message', { channel, topic, content: 'x' })).result['id']

/** How many messages each topic of a channel holds. */
async function topicsOf(channel: string): Promise<Record<string, number>> {
  const { result } = await ask('get_messages', { channel, limit: 100 })
  const counts: Record<string, number> = {}
  for (const { topic } of result['messages'] as { topic: string }[]) {
    counts[topic] = (counts[topic] ?? 0) + 1
  }
  return counts
}

describe('a topic is resolved as a whole', () => {
  test('with how many messages it has, and taken up again', async () => {
    for (let count = 0; count < 3; count += 1) await write('lab', 'plan')
    const resolved = await ask('resolve_topic', { channel: 'lab', topic: 'Plan' })
    expect(resolved.result).toEqual({ topic: '✔ plan', moved: 3 })
    expect(resolved.text).toBe('The topic is "✔ plan" now, with all its 3 messages.')
    const again = await ask('resolve_topic', { channel: 'lab', topic: 'plan' })
    expect(again.result).toEqual({ topic: '✔ plan', moved: 0 })
    const open = await ask('resolve_topic', { channel: 'lab', topic: 'plan', resolved: false })
    expect(open.result['topic']).toBe('plan')
    expect(Object.keys(await topicsOf('lab'))).toEqual(['plan'])
  })

  test('also by update_message, from whichever of its messages', async () => {
    const ids = [await write('lab', 'plan'), await write('lab', 'plan'), await write('lab', 'plan')]
    await ask('update_message', { message_id: ids[2], topic: '✔ plan' })
    expect(Object.keys(await topicsOf('lab'))).toEqual(['✔ plan'])
  })

  test('and one that is not there says which are', async () => {
    await write('lab', 'plan')
    const { isError, text } = await ask('resolve_topic', { channel: 'lab', topic: 'plans' })
    expect(isError).toBe(true)
    expect(text).toContain('Its latest: plan.')
  })
})
