import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Consent } from '../../../contract/spending.ts'
import type { Reader } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { findNoticeBot } from '../../organization/bootstrap.ts'
import { findById, findFirstOwner } from '../../users/find-users.ts'
import { choicesWidget } from '../../widgets/read-widget.ts'
import { placesOf } from '../places-of.ts'
import { mention } from './say-as-server.ts'
import { send } from './send-message.ts'

/** Longest wait for an answer of the owner, in seconds; hosts of agents wait about as long for a tool. */
export const OWNER_ANSWER_MAX_SECONDS = 120

/** Pause between two looks for an answer. */
const LOOK_MS = 500

/** Client of the server's own messages. */
const CLIENT = 'Bellhop'

/** What the owner may answer, by a button, by number or in words; the mark says to which question. */
const PAY = 'Pay'
const DO_NOT_PAY = 'Do not pay'
const MARK = String.raw`\s*[.!]?\s*(?:\((?<mark>[0-9a-f]{4})\))?\s*$`
const YES = new RegExp(String.raw`^\s*(?:#?1[.):]?|yes|pay)${MARK}`, 'i')
const NO = new RegExp(String.raw`^\s*(?:#?2[.):]?|no|do not pay|don.t pay)${MARK}`, 'i')
const ALWAYS = new RegExp(
  String.raw`^\s*(?:#?3[.):]?|always(?: up to \$?(?<usd>\d{1,6}(?:\.\d{1,6})?)(?: a day)?(?: for this agent and seller)?)?)${MARK}`,
  'i',
)

/** What every question ends with, and nothing else that the bot says. */
const FIRST_CHOICE = `\n1. ${PAY}\n2. ${DO_NOT_PAY}`

/** A question to the owner. */
export interface OwnerQuestion {
  text: string
  /** User id of the agent that asks, where it is known. */
  agent?: number | undefined
  /** A message of the conversation in which it asks. */
  message?: number | undefined
  /** The amount in USD up to which a standing consent is offered; absent where none is. */
  always?: string | undefined
  /** Whether an account is the caller itself, who could answer as the owner. */
  isCaller(userId: number): boolean
  signal: AbortSignal
  /** Default `OWNER_ANSWER_MAX_SECONDS`. */
  seconds?: number
}

/**
 * Asks the owner of the organization in direct messages, which nobody else can write into or read, and waits for their choice. Only
 * messages of their own account count, and only for the question that they mark, or else for the newest. `unable` where there
 * is no owner to ask, none has answered in time, or the caller acts as the owner and could answer itself.
 */
export async function askOwner(
  chat: Chat,
  { isCaller, signal, seconds = OWNER_ANSWER_MAX_SECONDS, ...question }: OwnerQuestion,
): Promise<Consent> {
  const db = reader(chat)
  const [bot, owner] = await Promise.all([findNoticeBot(chat, db), findFirstOwner(db)])
  if (!bot || !owner || isCaller(owner.id)) return 'unable'
  const actor = { user: bot, client: CLIENT }
  const to = { users: [owner.id] }
  const { always } = question
  const mark = randomBytes(2).toString('hex')
  const choices = [PAY, DO_NOT_PAY]
  if (always !== undefined) choices.push(`Always up to $${always} a day for this agent and seller`)
  const asks = await whoAsks(chat, db, owner, question)
  const text = [asks, question.text].filter(Boolean).join('\n\n')
  const patience = `Answer within ${seconds} seconds; without an answer nothing is paid.`
  const list = choices.map((words, at) => `\n${at + 1}. ${words}`).join('')
  const content = `${text}\n\n${patience}\n${list}`
  const widget = choicesWidget(text, choices, (words) => `${words} (${mark})`)
  const { id: questionId } = await send(chat, actor, { to, content, widget })
  const endsAt = performance.now() + seconds * 1_000
  while (performance.now() < endsAt && !signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
    const choice = await findChoice(reader(chat), {
      owner: owner.id,
      bot: bot.id,
      questionId,
      mark,
      always,
    })
    if (choice) return choice
  }
  await send(chat, actor, { to, content: 'The question is withdrawn: nothing was paid.' })
  return 'unable'
}

/** The line that says which agent asks, and in which conversation, as far as the owner may know it. */
async function whoAsks(
  chat: Chat,
  db: Reader,
  owner: NonNullable<Awaited<ReturnType<typeof findFirstOwner>>>,
  { agent, message }: Pick<OwnerQuestion, 'agent' | 'message'>,
): Promise<string> {
  const account = agent === undefined ? undefined : await findById(db, agent)
  if (!account) return ''
  const who = mention(account)
  if (message === undefined) return `${who} asks:`
  const place = (await placesOf(chat, { user: owner, client: CLIENT }, [message])).get(message)
  if (!place) return `${who} asks, in a conversation that you do not read:`
  if ('user_ids' in place) {
    const others = place.user_ids.filter((id) => id !== account.id)
    const people = await Promise.all(others.map(async (id) => findById(db, id)))
    const names = people.flatMap((one) => (one ? [mention(one)] : []))
    return `${who} asks, in direct messages with ${names.join(', ')}:`
  }
  const channel = await db
    .selectFrom('chat_channel')
    .select('name')
    .where('id', '=', place.stream_id)
    .executeTakeFirst()
  const topic = place.topic.replaceAll(/\*{2,}/g, '')
  return `${who} asks, in #**${channel?.name ?? ''}>${topic}**:`
}

/** A question as it waits for its answer. */
interface Waiting {
  owner: number
  bot: number
  questionId: number
  mark: string
  always: string | undefined
}

/** The first choice that the owner has written into the conversation of a question, and that is for this one. */
async function findChoice(
  db: Reader,
  { owner, bot, questionId, mark, always }: Waiting,
): Promise<Consent | undefined> {
  const since = await db
    .selectFrom('chat_message as later')
    .innerJoin('chat_message as question', 'question.conversation_id', 'later.conversation_id')
    .select(['later.content', 'later.sender_id'])
    .where('question.id', '=', questionId)
    .where('later.id', '>', questionId)
    .where('later.sender_id', 'in', [owner, bot])
    .orderBy('later.id')
    .execute()
  let isNewest = true
  for (const { content, sender_id } of since) {
    if (sender_id === bot) {
      isNewest &&= !content.includes(FIRST_CHOICE)
      continue
    }
    const [yes, no, standing] = [YES, NO, ALWAYS].map((choice) => choice.exec(content)?.groups)
    const groups = yes ?? no ?? standing
    if (!groups || (groups['mark'] === undefined ? !isNewest : groups['mark'] !== mark)) continue
    if (yes) return 'accepted'
    if (no) return 'declined'
    if (always !== undefined) return `always ${groups['usd'] ?? always}`
  }
  return undefined
}
