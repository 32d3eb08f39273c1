import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { CallSuspended } from '../../contract/call-suspended.ts'
import { type Consent, type ProposedPayment, questionOf } from '../../contract/spending.ts'
import type { ServerDeps } from '../server-parts.ts'
import { canAskUser } from './client-capabilities.ts'
import { openQuestion, ownQuestions, sealQuestion } from './questions.ts'

/** Name of the one elicited field. */
const INPUT = 'payment'

/** Suspends a call until its client returns with an answer. */
export class Pause extends CallSuspended {
  override readonly name = 'Pause'
  readonly question: InputRequiredResult

  constructor(question: InputRequiredResult) {
    super('The user is being asked.')
    this.question = question
  }
}

/** Where deployments say nothing else, no other process gets the answers. */
export const ownKeeper = ownQuestions()

/** What asking needs of a server. */
export type AskingDeps = Pick<ServerDeps, 'services' | 'questions'>

/** What a call brings for asking its user. */
export interface Asking {
  /** Whether there is a way to ask. */
  canAsk: boolean
  /** What was answered to earlier questions of the call, and what it wanted back with that. */
  answers: Record<string, unknown> | undefined
  state: unknown
}

/** Reads from a request what its call brings for asking. */
export function askingOf(server: McpServer, context: ServerContext): Asking {
  const { mcpReq } = context
  return {
    canAsk: canAskUser(server, context),
    answers: mcpReq.inputResponses,
    state: mcpReq.requestState(),
  }
}

/** Asks the user behind a client to agree to a payment: see `makeAsker`. Without a way to ask, there is no consent. */
export function makeApprover(
  ...asking: Parameters<typeof makeAsker>
): (payment: ProposedPayment) => Promise<Consent> {
  const ask = makeAsker(...asking)
  return async (payment) => ask({ key: payment.key, message: questionOf(payment) })
}

/** What a person is asked; the key is equal only for what one consent covers. */
export interface ConsentQuestion {
  key: string
  message: string
}

/**
 * Asks the user behind a client, by elicitation in the form of both protocol eras: the call ends with a question, and the client
 * makes it again with the answer, at any process of the deployment. An answer is valid once, for one caller and one key. A call can
 * ask one question.
 */
export function makeAsker(
  { canAsk, answers, state }: Asking,
  { services, questions = ownKeeper }: AskingDeps,
  caller: string | undefined,
): (question: ConsentQuestion) => Promise<Consent> {
  return async ({ key, message }) => {
    const now = services.now().getTime()
    const subject = { key, caller }
    const answer = inputResponse(answers, INPUT)
    if (answer.kind === 'elicit' && (await openQuestion(questions, subject, state, now))) {
      return answer.action === 'accept' ? 'accepted' : 'declined'
    }
    if (!canAsk) return 'unable'
    throw new Pause(approvalRequest(message, await sealQuestion(questions, subject, now)))
  }
}

function approvalRequest(message: string, requestState: string): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [INPUT]: inputRequired.elicit({
        message,
        requestedSchema: { type: 'object', properties: {} },
      }),
    },
    requestState,
  })
}
