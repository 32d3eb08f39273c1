import { OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import type { Call } from '../../contract/operation.ts'
import { followEvents } from '../events/follow-events.ts'
import type { Actor, Chat, EventFeed } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { readDestination, type WrittenDestination } from '../messages/send/destination.ts'
import { send, type Sending } from '../messages/send/send-message.ts'
import { findByEmail, findById } from '../users/find-users.ts'
import type { Widget } from '../widgets/read-widget.ts'
import { askByForm, type FormPerson } from './ask-by-form.ts'
import { type Answered, askAndWait, buttonsOf, goOnAsking, questionText } from './ask.ts'

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
    return (await send(chat, actor, { to, content, widget, isReadBySender: true })).id
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
  if (question === undefined) throw noQuestion()
  const content = questionText(question, choices)
  const widget = buttonsOf(question, choices)
  const sendIt = async () => say(content, widget)
  return person
    ? askByForm(feed, sendIt, { ...person, question: { message: question, choices } }, waiting)
    : askAndWait(feed, sendIt, waiting)
}

/** Where a question goes. Throws `invalid_input` where nobody is named. */
export function destinationOf({ type, to, topic }: AskInput): WrittenDestination {
  if (type === undefined || to === undefined) throw noQuestion()
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

function noQuestion(): OperationError {
  return new OperationError('invalid_input', 'There is nothing to ask.', {
    hint: 'Give a question and a channel or people, for example {"people": ["Ada"], "question": "Ship it?"}; or the cursor of an answer before.',
  })
}
