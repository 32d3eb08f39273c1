import type { Services } from '../../src/contract/operation.ts'
import { selectTools } from '../../src/core/select.ts'
import { chatOperations } from '../../tools/chat.ts'
import type { ChatWorld, Person } from './chat-world.ts'
import { type AskTool, connectTools } from './mcp-tools.ts'

/** Calls tools of the chat as an MCP client of one person does. */
export async function connectAs({ services }: ChatWorld, { user }: Person): Promise<AskTool> {
  const accounts: Services['accounts'] = {
    callerOf: async () => undefined,
    actorOf: async () => ({ user, client: 'test' }),
    isAccount: () => true,
    endSession: async () => {},
  }
  return connectTools({ ...services, accounts }, selectTools(chatOperations))
}
