import { OperationError } from '../../contract/errors.ts'
import type { Progress } from '../../contract/operation.ts'
import { countChars } from '../../lib/text.ts'
import type { EventFeed } from '../kernel/types.ts'
import { MESSAGE_MAX_CHARS } from '../limits.ts'
import { topicKey } from '../topics/topic.ts'
import { choicesWidget, type Widget } from '../widgets/read-widget.ts'
import { type AgentMessage, agentMessageOf, isMessageRecord } from './messages.ts'
import { type AgentEvent, noCursor, waitForEvents } from './wait.ts'

/** What somebody answered. */
export interface Answer {
  by: string
  /** What they wrote, or the name of the emoji that they put to the question. */
  text: string
  /** The message; absent for an emoji. */
  message_id?: number
  /** Which of the choices they took. */
  choice?: string
}

/** What came of a question so far. */
export interface Answered {
  /** The question. */
  message_id: number
  answers: Answer[]
  /** Where waiting for further answers goes on. */
  cursor: string
}

/** How long to wait, and for how many answers. */
export interface Patience {
  seconds: number
  count: number
  signal: AbortSignal
  progress(step: Progress): void
  /** Told the cursor by which another call would go on waiting, once the question is sent. */
  onSent?(cursor: string): void
}

/** A question with its choices as numbered lines. Throws `invalid_input` where they are too long for one message. */
export function questionText(question: string, choices: readonly string[]): string {
  const lines = choices.map((choice, index) => `${index + 1}. ${choice}`)
  const text = [question, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
  const chars = countChars(text.trimEnd())
  if (chars > MESSAGE_MAX_CHARS) throw tooLong(chars)
  return text
}

/** A message would be cut, and the choices stand at its end. */
function tooLong(chars: number): OperationError {
  return new OperationError(
    'invalid_input',
    `question is too long (limit: ${MESSAGE_MAX_CHARS} characters): with its choices it has ${chars}. Nothing was sent.`,
    {
      hint: 'Send the long part before, with send_message and split: true; then ask in few words.',
      fields: { chars, max_chars: MESSAGE_MAX_CHARS },
    },
  )
}

/** Buttons for the choices, for clients that have them: who presses one answers with its words. */
export function buttonsOf(question: string, choices: readonly string[]): Widget | undefined {
  return choices.length === 0 ? undefined : choicesWidget(question, choices)
}

/** Sends a question and waits for answers in its conversation. */
export async function askAndWait(
  feed: EventFeed,
  send: () => Promise<number>,
  patience: Patience,
): Promise<Answered> {
  return goOnAsking(feed, await sendQuestion(feed, send), patience)
}

/** Sends a question and returns the cursor by which its answers are waited for. */
export async function sendQuestion(feed: EventFeed, send: () => Promise<number>): Promise<string> {
  // Before it is sent: an answer may come at once.
  const cursor = await feed.mark()
  return `${cursor}/${await send()}`
}

/** Goes on waiting for answers. Throws `invalid_input` for what is no cursor of a question. */
export async function goOnAsking(
  feed: EventFeed,
  cursor: string,
  patience: Patience,
): Promise<Answered> {
  const [, place = '', id = ''] = /^(.+)\/(\d{1,15})$/.exec(cursor) ?? []
  if (id === '') throw noCursor()
  patience.onSent?.(cursor)
  return waitForAnswers(feed, { cursor: place, messageId: Number(id) }, patience)
}

async function waitForAnswers(
  feed: EventFeed,
  question: { cursor: string; messageId: number },
  { seconds, count, signal, progress }: Patience,
): Promise<Answered> {
  const { messageId } = question
  const [record] = await feed.messages([messageId])
  if (!isMessageRecord(record)) throw noQuestion()
  const questionMessage = agentMessageOf(record)
  const choices = choicesIn(questionMessage.content)
  const answers: Answer[] = []
  const endMs = performance.now() + seconds * 1_000
  let { cursor } = question
  do {
    const left = Math.max(0, (endMs - performance.now()) / 1_000)
    const heard = await waitForEvents(feed, {
      cursor,
      seconds: left,
      signal,
      progress,
      isAwaited: (event) => answerOf(event, questionMessage, choices) !== undefined,
    })
    cursor = heard.cursor
    answers.push(
      ...heard.events.flatMap((event) => answerOf(event, questionMessage, choices) ?? []),
    )
    if (heard.missed) break
  } while (answers.length < count && performance.now() < endMs)
  return { message_id: messageId, answers, cursor: `${cursor}/${messageId}` }
}

function noQuestion(): OperationError {
  return new OperationError('not_found', 'The question is gone, or not yours to read.', {
    hint: 'Ask the question again.',
  })
}

/** An event as an answer: a message of others in the conversation of the question, or their emoji at it. */
function answerOf(
  { kind, message, message_ids, by, emoji = '' }: AgentEvent,
  questionMessage: AgentMessage,
  choices: readonly string[],
): Answer | undefined {
  if (kind === 'message' && message && message.id > questionMessage.id) {
    if (conversationOf(message) !== conversationOf(questionMessage)) return undefined
    const { id, sender, content } = message
    return { by: sender, text: content, message_id: id, ...chosen(content, choices) }
  }
  if (kind !== 'reaction' || message_ids[0] !== questionMessage.id || !emoji.startsWith('+'))
    return undefined
  const name = emoji.slice(1)
  const number = NUMBER_EMOJI.indexOf(name) + 1
  return { by: by ?? 'somebody', text: `:${name}:`, ...chosen(String(number), choices) }
}

function conversationOf({ channel, topic = '', people = [] }: AgentMessage): string {
  return channel === undefined
    ? JSON.stringify(people.toSorted())
    : JSON.stringify([channel, topicKey(topic)])
}

/** Names of the emoji 1 to 9. */
const NUMBER_EMOJI = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** Which choice a text takes: by its number, or by its words. */
export function chosen(text: string, choices: readonly string[]): { choice?: string } {
  const said = text.trim()
  const [, number = '0'] = /^#?(\d{1,3})(?:[.):\s]|$)/.exec(said) ?? []
  const plain = (words: string): string => words.toLowerCase().replace(/[\s.!]+$/, '')
  const choice = choices.find((one) => plain(one) === plain(said)) ?? choices[Number(number) - 1]
  return choice === undefined ? {} : { choice }
}

/** The numbered lines at the end of a question. */
function choicesIn(content: string): string[] {
  const lines = content.split('\n')
  const first = lines.findLastIndex((line) => line.startsWith('1. '))
  if (first === -1) return []
  const numbered = lines.slice(first)
  const isList = numbered.every((line, index) => line.startsWith(`${index + 1}. `))
  return isList ? numbered.map((line) => line.replace(/^\d+\. /, '')) : []
}
