import { CallSuspended } from '../../contract/call-suspended.ts'
import type { ClientForm, FormQuestion, FormReply } from '../../contract/client-form.ts'
import { cleanLine, cleanText } from '../../lib/text.ts'
import type { EventFeed } from '../kernel/types.ts'
import { MESSAGE_MAX_CHARS } from '../limits.ts'
import { type Answered, chosen, goOnAsking, type Patience, sendQuestion } from './ask.ts'

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
