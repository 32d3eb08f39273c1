import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '../../lib/durations.ts'
import { once } from '../../lib/once.ts'

/** Longest time a question may stay unanswered. */
const QUESTION_MAX_MS = 10 * MINUTE_MS

/** A question as we write it: its id, when it was asked, and a seal over both and what they are about. */
const SEALED = /^([\w-]{36})\.(\d{1,15})\.([\w-]{43})$/

/** What one question is about, and whom it was put to. */
export interface QuestionSubject {
  /** Equal only for what one consent covers. */
  key: string
  caller: string | undefined
}

/** What processes that may get the answer to one question have in common. */
export interface QuestionKeeper {
  secret(): Promise<string>
  /** Whether this is the first answer to a question, which is too old from an instant on. */
  useUp(id: string, expiresAt: number, now: number): Promise<boolean>
}

/** Seals a question; the client hands it back with the answer, to whichever server. */
export async function sealQuestion(
  keeper: QuestionKeeper,
  subject: QuestionSubject,
  now: number,
): Promise<string> {
  const head = `${randomUUID()}.${now}`
  return `${head}.${sealOf(await keeper.secret(), head, subject).toString('base64url')}`
}

/** Whether a client hands back a question about this, for the first time and before it is too old. */
export async function openQuestion(
  keeper: QuestionKeeper,
  subject: QuestionSubject,
  state: unknown,
  now: number,
): Promise<boolean> {
  const question = await findQuestion(keeper, subject, state)
  if (!question) return false
  const { id, expiresAt } = question
  return now <= expiresAt && keeper.useUp(id, expiresAt, now)
}

/** The question about this that a client hands back, answered before and too old ones included; undefined where we asked none. */
export async function findQuestion(
  keeper: Pick<QuestionKeeper, 'secret'>,
  subject: QuestionSubject,
  state: unknown,
): Promise<{ id: string; expiresAt: number } | undefined> {
  const [, id, askedMs, seal] = SEALED.exec(typeof state === 'string' ? state : '') ?? []
  if (id === undefined || seal === undefined) return undefined
  const genuine = sealOf(await keeper.secret(), `${id}.${askedMs}`, subject)
  if (!timingSafeEqual(genuine, Buffer.from(seal, 'base64url'))) return undefined
  return { id, expiresAt: Number(askedMs) + QUESTION_MAX_MS }
}

function sealOf(secret: string, head: string, { key, caller }: QuestionSubject): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([head, caller ?? null, key]))
    .digest()
}

/** Makes what questions are sealed with. */
export function makeQuestionSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Keeps the questions of a process whose clients reach no other one. */
export function ownQuestions(): QuestionKeeper {
  const answered = new Map<string, number>()
  return {
    secret: once(async () => makeQuestionSecret()),
    async useUp(id, expiresAt, now) {
      for (const [old, until] of answered) if (until < now) answered.delete(old)
      if (answered.has(id)) return false
      answered.set(id, expiresAt)
      return true
    },
  }
}
