import { batch, effect, signal, untracked } from '@preact/signals'
import type { Term } from '../lib/address.ts'
import { call } from '../lib/api.ts'
import { parseServerHtml } from '../lib/trusted-html.ts'
import type { ChatEvent, Message } from '../lib/types.ts'
import { type Choice, choicesOf } from '../lib/widget.ts'
import { onEvent } from './apply-events.ts'
import { snapshots } from './start.ts'
import { state } from './state.ts'
import { type Destination, destinationKey, placeOfMessage } from './views.ts'

/** How many of the newest messages are looked through for questions when the page begins. */
const LOOKED_THROUGH_COUNT = 200

/** Messages after an older question that are looked through for its answer. */
const AFTER_COUNT = 50

/** Questions that this browser knows of: those that wait, and those that were put away. */
const KEPT_MAX_COUNT = 50

interface Kept {
  open: readonly number[]
  away: readonly number[]
}

/** Questions of agents that nobody has answered yet, the oldest first. */
export const questions = signal<readonly Message[]>([])

let away: ReadonlySet<number> = new Set()

function storageKey(): string {
  return `bellhop-questions-${state.me.peek()}`
}

function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey()) ?? '{}') as Partial<Kept>
    return { open: kept.open ?? [], away: kept.away ?? [] }
  } catch {
    return { open: [], away: [] }
  }
}

/** Puts a question away that wants no answer. */
export function dismiss(id: number): void {
  away = new Set([...away, id].slice(-KEPT_MAX_COUNT))
  questions.value = questions.value.filter((one) => one.id !== id)
}

function isQuestion(message: Message): boolean {
  const { id, sender_id: sender } = message
  if (away.has(id) || sender === state.me.peek() || state.mutedUsers.peek().has(sender))
    return false
  return state.users.peek().get(sender)?.is_bot === true && choicesOf(message) !== undefined
}

/** What a message says, without its marks. */
function plainWords({ content }: Message): string {
  return parseServerHtml(content).textContent.trim().toLowerCase()
}

function choiceIn(question: Message, answer: Message): Choice | undefined {
  const said = plainWords(answer)
  return choicesOf(question)?.find(({ reply, short }) =>
    [reply.toLowerCase(), short.toLowerCase()].includes(said),
  )
}

/** How a question ended: by whom, and what they chose if it was one of its choices. */
export interface Ending {
  by: number
  choice: Choice | undefined
  /** The message that says it; an emoji may do instead. */
  message: Message | undefined
}

/** How a question ended, by an emoji or among messages that follow it; undefined for one that waits. */
export function findEnding(question: Message, messages: readonly Message[]): Ending | undefined {
  const message = messages.find((one) => ends(question, one))
  if (message) return { by: message.sender_id, choice: choiceIn(question, message), message }
  const reaction = question.reactions.find(({ user_id: id }) => id !== question.sender_id)
  return reaction && { by: reaction.user_id, choice: undefined, message: undefined }
}

/** Fetches the messages that follow a question where it was asked. */
export async function fetchAfter(question: Message): Promise<readonly Message[]> {
  const narrow = termsOf(placeOfMessage(question))
  return fetchAround(String(question.id), 0, AFTER_COUNT, narrow)
}

/** Whether a question is over by a message: any word of others to an agent, one of its choices to the server itself. */
function ends(question: Message, message: Message): boolean {
  if (message.id <= question.id) return false
  const [place, other] = [question, message].map((one) => destinationKey(placeOfMessage(one)))
  if (place !== other) return false
  const isOfServer = state.users.peek().get(question.sender_id)?.bot_owner_id === null
  if (message.sender_id === question.sender_id) return isOfServer && !isQuestion(message)
  return !isOfServer || choiceIn(question, message) !== undefined
}

function take(message: Message): void {
  const left = questions.value.filter((one) => !ends(one, message))
  const isNew = isQuestion(message) && !left.some(({ id }) => id === message.id)
  if (isNew || left.length < questions.value.length) {
    questions.value = isNew ? [...left, message] : left
  }
}

/** Whether somebody else has put an emoji to a question, which agents take for an answer. */
function isReactedTo({ reactions, sender_id: sender }: Message): boolean {
  return reactions.some(({ user_id: id }) => id !== sender)
}

function hear(event: ChatEvent): void {
  if (event.type === 'message') {
    const message = { ...event.message, reactions: [], flags: event.flags }
    meanwhile?.push(message)
    take(message)
  } else if (event.type === 'reaction' && event.op === 'add') {
    const { message_id: id, user_id: who } = event
    questions.value = questions.value.filter((one) => one.id !== id || one.sender_id === who)
  } else if (event.type === 'delete_message') {
    const gone = new Set('message_ids' in event ? event.message_ids : [event.message_id])
    questions.value = questions.value.filter(({ id }) => !gone.has(id))
  }
}

async function fetchMessages(fields: object): Promise<readonly Message[]> {
  const { messages } = await call<{ messages: readonly Message[] }>('GET', 'messages', {
    allow_empty_topic_name: true,
    client_gravatar: false,
    ...fields,
  })
  return messages
}

async function fetchAround(anchor: string, before: number, after: number, narrow: readonly Term[]) {
  return fetchMessages({ anchor, num_before: before, num_after: after, narrow })
}

/** Messages that came while it was looked for older ones. */
let meanwhile: Message[] | undefined

/** Looks for questions among the newest messages, and after those that this browser has seen waiting. */
async function look(): Promise<void> {
  const { open, away: put } = readKept()
  away = new Set(put)
  const news: Message[] = []
  meanwhile = news
  const newest = await fetchAround('newest', LOOKED_THROUGH_COUNT, 0, [])
  const older = open.filter((id) => id < (newest[0]?.id ?? 0))
  const messages = new Map(newest.map((message) => [message.id, message]))
  for (const question of older.length > 0 ? await fetchMessages({ message_ids: older }) : []) {
    for (const message of await fetchAfter(question)) messages.set(message.id, message)
  }
  batch(() => {
    questions.value = []
    for (const message of [...messages.values()].toSorted((a, b) => a.id - b.id)) {
      if (!isQuestion(message) || !isReactedTo(message)) take(message)
    }
    for (const message of news) take(message)
  })
}

function termsOf(to: Destination): readonly Term[] {
  return to.kind === 'topic'
    ? [
        { operator: 'channel', operand: to.channel },
        { operator: 'topic', operand: to.topic },
      ]
    : [{ operator: 'dm', operand: to.people }]
}
onEvent(hear)

effect(() => {
  if (snapshots.value === 0) return
  // Questions not found now are looked for after the next snapshot.
  untracked(
    () =>
      void look()
        .then(keep, () => {})
        .finally(() => (meanwhile = undefined)),
  )
})

let isKeeping = false

/** Remembers from then on what waits. */
function keep(): void {
  if (isKeeping) return
  isKeeping = true
  effect(() => {
    const kept: Kept = { open: questions.value.map(({ id }) => id), away: [...away] }
    localStorage.setItem(storageKey(), JSON.stringify(kept))
  })
}
