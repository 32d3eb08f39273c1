import { CallSuspended } from '../../contract/call-suspended.ts'
import type { ClientForm, FormQuestion, FormReply } from '../../contract/call-suspended.ts'
import { OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import type { Progress, Call } from '../../contract/operation.ts'
import { countChars, cleanLine, cleanText } from '../../lib/text.ts'
import { followEvents } from '../events/follow-events.ts'
import type { EventFeed, Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { MESSAGE_MAX_CHARS } from '../limits.ts'
import { readDestination, type WrittenDestination } from '../messages/send/destination.ts'
import { send as sendMessage, type Sending } from '../messages/send/send-message.ts'
import { topicKey } from '../topics/topic.ts'
import { findByEmail, findById } from '../users/find-users.ts'
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

/** The person of an account at its client. */
export interface FormPerson {
  form: ClientForm
  name: string
  /** Writes into the conversation of the question what was answered beside it. */
  record(text: string): Promise<void>
}

/**
 * Asks in the chat, and by a form at the client: what is answered first counts, and nothing else. A form that is closed leaves the
 * question to the chat, as does a client that fails to show one.
 */
export async function askByForm(
  feed: EventFeed,
  send: () => Promise<number>,
  { question, ...person }: FormPerson & { question: FormQuestion },
  patience: Patience,
): Promise<Answered> {
  const back = await person.form.returned()
  if (back) {
    return back.reply.action === 'cancel'
      ? goOnAsking(feed, back.note, patience)
      : settle(feed, back.note, back.reply, { ...person, question }, patience)
  }
  const at = await sendQuestion(feed, send)
  const over = new AbortController()
  const signal = AbortSignal.any([patience.signal, over.signal])
  const byForm = person.form.put(question, at, signal).catch((thrown: unknown): FormReply => {
    if (thrown instanceof CallSuspended) throw thrown
    return { action: 'cancel' }
  })
  const inChat = goOnAsking(feed, at, { ...patience, signal })
  // Whichever comes second is withdrawn, and may fail of that.
  inChat.catch(() => {})
  try {
    const first = await Promise.race([byForm, inChat])
    if (!('action' in first)) return first
    if (first.action === 'cancel') return await inChat
    over.abort()
    return await settle(feed, at, first, { ...person, question }, patience)
  } finally {
    over.abort()
  }
}

/** The one answer, once a form was answered: of the chat, where somebody wrote there before that was known. */
async function settle(
  feed: EventFeed,
  at: string,
  reply: Exclude<FormReply, { action: 'cancel' }>,
  { name, record, question }: FormPerson & { question: FormQuestion },
  patience: Patience,
): Promise<Answered> {
  const before = await goOnAsking(feed, at, { ...patience, seconds: 0 })
  if (before.answers.length > 0) return before
  const by = cleanLine(name)
  if (reply.action === 'decline') {
    await record('Not answered: the form was declined.')
    return { ...before, answers: [{ by, text: '(declined to answer)' }] }
  }
  const text = cleanText(reply.text).slice(0, MESSAGE_MAX_CHARS)
  await record(`Answered by form: ${text}`)
  return { ...before, answers: [{ by, text, ...chosen(text, question.choices) }] }
}

/** What a call asks, and how long it waits. */
export interface AskInput {
  type?: WrittenDestination['type'] | undefined
  to?: WrittenDestination['to'] | undefined
  topic?: string | undefined
  question?: string | undefined
  choices?: readonly string[] | undefined
  seconds: number
  answers: number
  cursor?: string | undefined
}

type AskCall = Pick<
  Call<AskInput>,
  'input' | 'signal' | 'progress' | 'services' | 'resumable' | 'form'
>

/** Asks in the chat of this instance; by the form of its client too whoever stands behind that, where the question is theirs alone. */
export async function askHere(chat: Chat, actor: Actor, call: AskCall): Promise<Answered> {
  const { form, services, signal } = call
  const say = async (content: string, widget?: Widget): Promise<number> => {
    const to = readDestination(destinationOf(call.input))
    return (await sendMessage(chat, actor, { to, content, widget, isReadBySender: true })).id
  }
  const { cursor, answers, seconds } = call.input
  const mayShow = form && cursor === undefined && answers === 1 && seconds > 0
  const name = mayShow
    ? await findNameBehind(chat, actor, readDestination(destinationOf(call.input)))
    : undefined
  const record = async (text: string): Promise<void> => {
    // The answer counts, whether or not the chat hears of it.
    await say(text).catch((thrown: unknown) => {
      logFailure(services.log, thrown, { operation: 'ask' }, signal)
    })
  }
  const person = form && name !== undefined ? { form, name, record } : undefined
  return askIn(followEvents(chat, actor), call, say, person)
}

/** Asks where a feed tells what is answered. */
export async function askIn(
  feed: EventFeed,
  { input: request, signal, progress, services, resumable }: AskCall,
  say: (content: string, widget: Widget | undefined) => Promise<number>,
  person?: FormPerson,
): Promise<Answered> {
  const { seconds, answers: count, cursor, question, choices = [] } = request
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
  if (question === undefined) throw nothingAsked()
  const content = questionText(question, choices)
  const widget = buttonsOf(question, choices)
  const sendIt = async () => say(content, widget)
  return person
    ? askByForm(feed, sendIt, { ...person, question: { message: question, choices } }, waiting)
    : askAndWait(feed, sendIt, waiting)
}

/** Where a question goes. Throws `invalid_input` where nobody is named. */
export function destinationOf({ type, to, topic }: AskInput): WrittenDestination {
  if (type === undefined || to === undefined) throw nothingAsked()
  return { type, to, topic }
}

/** Name of the person behind the client of an account, where a message goes to them alone; undefined otherwise. */
async function findNameBehind(
  chat: Chat,
  { user: { id, bot_owner_id } }: Actor,
  to: Sending['to'],
): Promise<string | undefined> {
  const [recipient, ...more] = 'users' in to ? to.users : []
  if (recipient === undefined || more.length > 0) return undefined
  const db = reader(chat)
  const person = await findById(db, bot_owner_id ?? id)
  const isAddress = String(recipient).includes('@')
  const named = isAddress ? (await findByEmail(chat, db, String(recipient)))?.id : recipient
  return person && person.is_bot === 0 && String(named) === String(person.id)
    ? person.full_name
    : undefined
}

function nothingAsked(): OperationError {
  return new OperationError('invalid_input', 'There is nothing to ask.', {
    hint: 'Give a question and a channel or people, for example {"people": ["Ada"], "question": "Ship it?"}; or the cursor of an answer before.',
  })
}
