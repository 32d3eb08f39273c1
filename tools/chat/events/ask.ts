import { z } from 'zod'
import { conversationInputs, messageText } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import {
  AGENT_WAIT_MAX_SECONDS,
  ASK_CHOICES_MAX_COUNT,
  ASK_CHOICE_MAX_CHARS,
} from '../../../src/chat/events/limits.ts'
import type { EventFeed } from '../../../src/chat/kernel/types.ts'
import { readDestination } from '../../../src/chat/messages/send/destination.ts'
import type { Widget } from '../../../src/chat/widgets/read-widget.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import type { Call } from '../../../src/contract/operation.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'
import { sendMessage } from '../messages/send-message.ts'

const patience = {
  seconds: z.int().min(0).max(AGENT_WAIT_MAX_SECONDS).default(30),
  answers: z.int().min(1).max(100).default(1).describe('How many answers to wait for.'),
  cursor: z.string().optional().describe('From an earlier answer, to wait longer.'),
}

const question = {
  question: messageText.optional().describe('Written in Markdown.'),
  choices: z
    .array(nameUpTo(ASK_CHOICE_MAX_CHARS))
    .max(ASK_CHOICES_MAX_COUNT)
    .optional()
    .describe('Offered as a numbered list.'),
}

const input = z.object({
  type: sendMessage.input.shape.type.optional(),
  to: sendMessage.input.shape.to.optional(),
  topic: sendMessage.input.shape.topic,
  ...question,
  ...patience,
})

const answer = z.object({
  by: z.string(),
  text: z.string(),
  message_id: z.int().optional(),
  choice: z.string().optional(),
})

const output = z.object({
  message_id: z.int(),
  answers: z.array(answer),
  cursor: z.string(),
})

/** An answer behind the id of its message; further lines of it are indented, so that none looks like another one. */
function answerLine({ by, text, message_id, choice }: z.infer<typeof answer>): string {
  const id = message_id === undefined ? '' : `${message_id} `
  return `${id}${by}: ${text.replaceAll('\n', '\n    ')}${choice === undefined ? '' : ` [${choice}]`}`
}

/** Operation `ask`: a question to people or a channel, and what they answer. */
export const ask = defineChatOperation({
  name: 'ask',
  title: 'Ask and wait',
  description: 'Ask people or a channel a question and wait for their answers.',
  http: { method: 'POST', path: '/messages/ask' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'core',
  view: { name: 'question' },
  input,
  output,
  async run({ input: request, chat, actor, ...call }) {
    const { followEvents } = await import('../../../src/chat/events/follow-events.ts')
    const { send } = await import('../../../src/chat/messages/send/send-message.ts')
    return askIn(
      followEvents(chat, actor),
      { ...call, input: request },
      async (content, widget) => {
        const to = readDestination(destinationOf(request))
        return (await send(chat, actor, { to, content, widget, isReadBySender: true })).id
      },
    )
  },
  async runThere({ server, ...call }) {
    return askIn(server.events, call, async (content, widget) => {
      const { id } = await server.run(sendMessage, {
        input: {
          ...destinationOf(call.input),
          content,
          read_by_sender: true,
          widget_content: JSON.stringify(widget),
        },
        signal: call.signal,
        file: undefined,
      })
      return Number(id)
    })
  },
  agent: {
    input: () => ({ ...conversationInputs, ...question, ...patience }),
    seldom: ['answers'],
    lines: { answers: answerLine },
    unsaid: { message_id: ({ answers }) => answers.length > 0 },
    text: ({ message_id, answers, cursor }) =>
      [
        ...answers.map(answerLine),
        answers.length === 0
          ? `No answer to message ${message_id} yet: wait on with the cursor.`
          : '',
        `Cursor: ${cursor}`,
      ]
        .filter(Boolean)
        .join('\n'),
    async run(call, route, { given }) {
      const { channel, topic, people, ...rest } = call.input
      if (rest.cursor !== undefined) return route(rest)
      const { resolveDestinationUnless } = await import('../../../src/chat/agent/names.ts')
      const isGiven = given['to'] !== undefined
      const place = { channel, topic, people }
      return route({ ...rest, ...(await resolveDestinationUnless(isGiven, call, place)) })
    },
  },
})

type AskInput = z.output<typeof input>
type WaitingCall = Pick<Call<AskInput>, 'input' | 'signal' | 'progress' | 'services' | 'resumable'>

async function askIn(
  feed: EventFeed,
  { input: request, signal, progress, services, resumable }: WaitingCall,
  send: (content: string, widget: Widget | undefined) => Promise<number>,
) {
  const { askAndWait, buttonsOf, goOnAsking, questionText } =
    await import('../../../src/chat/agent/ask.ts')
  const { seconds, answers: count, cursor, question: text, choices = [] } = request
  const endsAtMs = services.now().getTime() + seconds * 1_000
  const waiting = {
    seconds,
    count,
    signal,
    progress,
    // The question is never asked twice.
    onSent: (at: string) => resumable?.({ arguments: { cursor: at, answers: count }, endsAtMs }),
  }
  if (cursor !== undefined) return goOnAsking(feed, cursor, waiting)
  if (text === undefined) throw noQuestion()
  const content = questionText(text, choices)
  const widget = buttonsOf(text, choices)
  return askAndWait(feed, async () => send(content, widget), waiting)
}

function destinationOf({ type, to, topic }: AskInput) {
  if (type === undefined || to === undefined) throw noQuestion()
  return { type, to, topic }
}

function noQuestion(): OperationError {
  return new OperationError('invalid_input', 'There is nothing to ask.', {
    hint: 'Give a question and a channel or people, for example {"people": ["Ada"], "question": "Ship it?"}; or the cursor of an answer before.',
  })
}
