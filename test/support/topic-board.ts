import { afterEach, beforeEach } from 'vitest'
import { connectAs } from './chat-mcp.ts'
import { type ChatWorld, ok, startChatWorld } from './chat-world.ts'
import type { AskTool } from './mcp-tools.ts'

let world: ChatWorld
let agent: AskTool

/** Starts a chat with the channels `lab` and `den` for each test of a file. */
export function startTopicBoardForEach(): void {
  beforeEach(async () => {
    world = await startChatWorld()
    agent = await connectAs(world, world.owner)
    for (const name of ['lab', 'den']) {
      ok(await world.owner.post('/channels/create', { name, subscribers: [world.owner.id] }))
    }
  })
  afterEach(async () => world[Symbol.asyncDispose]())
}

/** Calls a tool of the chat. */
export const ask: AskTool = async (...call) => agent(...call)

/** Writes a message, and returns its id. */
export async function write(channel: string, topic: string): Promise<number> {
  return (await ask('send_message', { channel, topic, content: 'x' })).result['id']
}

/** How many messages each topic of a channel holds. */
export async function topicsOf(channel: string): Promise<Record<string, number>> {
  const { result } = await ask('get_messages', { channel, limit: 100, full: true })
  const counts: Record<string, number> = {}
  for (const { subject: topic } of result['full'].messages as { subject: string }[]) {
    counts[topic] = (counts[topic] ?? 0) + 1
  }
  return counts
}
