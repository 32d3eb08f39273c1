import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { findNoticeBot } from '../../organization/bootstrap.ts'
import { findFirstOwner } from '../../users/find-users.ts'
import { choicesWidget } from '../../widgets/read-widget.ts'
import { send } from './send-message.ts'

/** Longest wait for an answer of the owner, in seconds; hosts of agents wait about as long for a tool. */
export const OWNER_ANSWER_MAX_SECONDS = 120

/** Pause between two looks for an answer. */
const LOOK_MS = 500

/** What the owner may answer, by a button, by number or in words. */
const PAY = 'Pay'
const DO_NOT_PAY = 'Do not pay'
const YES = /^\s*(?:#?1[.):]?|yes|pay)\s*[.!]?\s*$/i
const NO = /^\s*(?:#?2[.):]?|no|do not pay|don.t pay)\s*[.!]?\s*$/i

/** A question to the owner. */
export interface OwnerQuestion {
  text: string
  /** Whether an account is the caller itself, who could answer as the owner. */
  isCaller(userId: number): boolean
  signal: AbortSignal
  /** Default `OWNER_ANSWER_MAX_SECONDS`. */
  seconds?: number
}

/**
 * Asks the owner of the organization in direct messages, which nobody else can write into or read, and waits for their choice. Only
 * messages of their own account count. `unable` where there is no owner to ask, none has answered in time, or the caller acts
 * as the owner and could answer itself.
 */
export async function askOwner(
  chat: Chat,
  { text, isCaller, signal, seconds = OWNER_ANSWER_MAX_SECONDS }: OwnerQuestion,
): Promise<'accepted' | 'declined' | 'unable'> {
  const db = reader(chat)
  const [bot, owner] = await Promise.all([findNoticeBot(chat, db), findFirstOwner(db)])
  if (!bot || !owner || isCaller(owner.id)) return 'unable'
  const actor = { user: bot, client: 'Bellhop' }
  const to = { users: [owner.id] }
  const patience = `Answer within ${seconds} seconds; without an answer nothing is paid.`
  const content = `${text}\n\n${patience}\n\n1. ${PAY}\n2. ${DO_NOT_PAY}`
  const widget = choicesWidget(text, [PAY, DO_NOT_PAY])
  const { id: questionId } = await send(chat, actor, { to, content, widget })
  const endsAt = performance.now() + seconds * 1_000
  while (performance.now() < endsAt && !signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
    const choice = await findChoice(reader(chat), owner.id, questionId)
    if (choice) return choice
  }
  await send(chat, actor, { to, content: 'The question is withdrawn: nothing was paid.' })
  return 'unable'
}

/** The first choice that the owner has written into the conversation of a question. */
async function findChoice(
  db: Reader,
  ownerId: number,
  questionId: number,
): Promise<'accepted' | 'declined' | undefined> {
  const answers = await db
    .selectFrom('chat_message as answer')
    .innerJoin('chat_message as question', 'question.conversation_id', 'answer.conversation_id')
    .select('answer.content')
    .where('question.id', '=', questionId)
    .where('answer.id', '>', questionId)
    .where('answer.sender_id', '=', ownerId)
    .orderBy('answer.id')
    .execute()
  for (const { content } of answers) {
    if (YES.test(content)) return 'accepted'
    if (NO.test(content)) return 'declined'
  }
  return undefined
}
