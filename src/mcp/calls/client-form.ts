import {
  type ElicitRequestFormParams,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import type { ClientForm, FormQuestion, FormReply } from '../../contract/call-suspended.ts'
import { type Asking, type AskingDeps, ownKeeper, Pause } from './approval.ts'
import type { Course } from './course.ts'
import { findQuestion, sealQuestion } from './questions.ts'

/** Name of the elicited form, and of its one field. */
const INPUT = 'answer'

/** Stands between the seal of a form and its note. */
const NOTE_MARK = '~'

/** What a form needs of its call. */
interface Formed {
  asking: Asking
  deps: AskingDeps
  caller: string | undefined
  elicit: Course['elicit']
}

/**
 * The form of a client, by elicitation in both protocol eras; undefined where it shows none. Where the answer comes with another call,
 * that brings the note back, sealed for its caller, and the answer counts once.
 */
export function makeClientForm({
  asking: { canAsk, answers, state },
  deps: { services, questions = ownKeeper },
  caller,
  elicit,
}: Formed): ClientForm | undefined {
  if (!canAsk) return undefined
  const subjectOf = (note: string) => ({ key: `form ${note}`, caller })
  return {
    async returned() {
      const [seal = '', ...rest] = typeof state === 'string' ? state.split(NOTE_MARK) : []
      const note = rest.join(NOTE_MARK)
      const question = await findQuestion(questions, subjectOf(note), seal)
      if (!question) return undefined
      const now = services.now().getTime()
      const { id, expiresAt } = question
      const isFirst = now <= expiresAt && (await questions.useUp(id, expiresAt, now))
      return { note, reply: isFirst ? replyIn(answers) : { action: 'cancel' } }
    },
    async put(question, note, signal) {
      const form = formOf(question)
      if (elicit) return replyIn({ [INPUT]: await elicit(form, signal) })
      const seal = await sealQuestion(questions, subjectOf(note), services.now().getTime())
      throw new Pause(
        inputRequired({
          inputRequests: { [INPUT]: inputRequired.elicit(form) },
          requestState: `${seal}${NOTE_MARK}${note}`,
        }),
      )
    },
  }
}

function formOf({ message, choices }: FormQuestion): ElicitRequestFormParams {
  const field = { type: 'string' as const, title: 'Answer' }
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: { [INPUT]: choices.length > 0 ? { ...field, enum: [...choices] } : field },
      required: [INPUT],
    },
  }
}

/** Reads what a client says that its person answered: an answer without words is none. */
function replyIn(answers: Record<string, unknown> | undefined): FormReply {
  const answer = inputResponse(answers, INPUT)
  if (answer.kind !== 'elicit') return { action: 'cancel' }
  if (answer.action !== 'accept') return { action: answer.action }
  const text = answer.content?.[INPUT]
  return typeof text === 'string' && text.trim() !== ''
    ? { action: 'accept', text }
    : { action: 'cancel' }
}
