import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `zcommand`: commands that clients send while they are typed, such as `/dark`. */
export const zcommand = defineChatOperation({
  name: 'zcommand',
  title: 'Run a slash command',
  description: 'Run a command of a client: /ping, /dark, /light, /fluid-width or /fixed-width.',
  http: { method: 'POST', path: '/zcommand' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ command: z.string().max(100).describe('Command with its slash.') }),
  output: z.object({ msg: z.string().optional() }),
  async run({ input, chat, actor }) {
    const { runCommand } = await import('../../../src/chat/widgets/run-command.ts')
    return runCommand(chat, actor, input.command)
  },
})
