import { z } from 'zod'
import { agentMessage, formatMessage } from '../../../src/chat/agent/messages.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { AGENT_WAIT_MAX_SECONDS } from '../../../src/chat/events/limits.ts'
import type { Call } from '../../../src/contract/operation.ts'

const input = z.object({
  cursor: z.string().optional().describe('From an earlier answer; default: your last look.'),
  seconds: z.int().min(0).max(AGENT_WAIT_MAX_SECONDS).default(30),
  peek: z.boolean().optional().describe('Do not mark as read.'),
})

const agentEvent = z.object({
  kind: z.enum(['message', 'edited', 'deleted', 'reaction']),
  message_ids: z.array(z.int()),
  message: agentMessage.optional(),
  by: z.string().optional(),
  emoji: z.string().optional().describe('Name of the emoji, after + if added and - if removed.'),
})

const output = z.object({
  events: z.array(agentEvent),
  cursor: z.string(),
  missed: z
    .boolean()
    .describe('True where the cursor was too old: read what was missed with get_messages.'),
})

/** Operation `chat_wait_for_events`: what others did since a cursor, for agents that no event can wake. */
export const chatWaitForEvents = defineChatOperation({
  name: 'chat_wait_for_events',
  title: 'Wait for chat events',
  description: 'Wait until others write, edit, delete or react in your chat channels.',
  http: { method: 'GET', path: '/events/wait' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'core',
  input,
  output,
  async run({ chat, actor, ...call }) {
    const { waitForEvents } = await import('../../../src/chat/agent/wait.ts')
    const { followEvents } = await import('../../../src/chat/events/follow-events.ts')
    return waitForEvents(followEvents(chat, actor), waitOf(call))
  },
  async runThere({ server, ...call }) {
    const { waitForEvents } = await import('../../../src/chat/agent/wait.ts')
    return waitForEvents(server.events, waitOf(call))
  },
  agent: {
    seldom: ['peek'],
    lines: { events: eventLine },
    unsaid: { missed: ({ missed }) => !missed },
    text: ({ events, cursor, missed }) =>
      [
        missed ? 'The cursor was too old: read what was missed.' : '',
        ...events.map(eventLine),
        events.length === 0 ? 'Nothing happened.' : '',
        `Cursor: ${cursor}`,
      ]
        .filter(Boolean)
        .join('\n'),
  },
})

/** The wait of a call, which another one can go on with. */
function waitOf({ input: request, services, signal, progress, resumable }: WaitingCall) {
  const { cursor, seconds, peek = false } = request
  const endsAtMs = services.now().getTime() + seconds * 1_000
  const begun = (at: string) => resumable?.({ arguments: { cursor: at, peek }, endsAtMs })
  return { cursor, seconds, peek, signal, progress, begun }
}

type WaitingCall = Pick<
  Call<z.output<typeof input>>,
  'input' | 'signal' | 'progress' | 'services' | 'resumable'
>

function eventLine({ kind, message, message_ids, by = 'somebody', emoji }: AgentEvent): string {
  const ids = message_ids.join(', ')
  if (kind === 'message' && message) return formatMessage(message)
  if (kind === 'reaction') return `reaction ${emoji} to ${ids} by ${by}`
  if (kind === 'edited')
    return `edited ${ids} by ${by}${message ? `: ${formatMessage(message)}` : ''}`
  return `deleted ${ids}`
}

type AgentEvent = z.infer<typeof agentEvent>
