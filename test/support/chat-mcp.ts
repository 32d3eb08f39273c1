import { selectTools } from '../../src/core/select/select.ts'
import { chatOperations } from '../../tools/chat.ts'
import type { ChatWorld, Person } from './chat-world.ts'
import { type AskTool, connectTools } from './mcp-tools.ts'
import { servicesAs } from './view-client.ts'

/** Calls tools of the chat as an MCP client of one person does. */
export async function connectAs(world: ChatWorld, person: Person): Promise<AskTool> {
  return connectTools(servicesAs(world, person), selectTools(chatOperations))
}
