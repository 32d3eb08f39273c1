import { randomUUID } from 'node:crypto'
import {
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { CallSuspended } from '../contract/call-suspended.ts'
import type { Services } from '../contract/operation.ts'
import { type Consent, type ProposedPayment, questionOf } from '../contract/spending.ts'

/** Longest time a question may stay unanswered. */
const QUESTION_MAX_MS = 10 * 60_000

/** Questions that may be open at once; the oldest is dropped first. */
const QUESTIONS_MAX_COUNT = 1_000

/** Name of the one elicited field. */
const INPUT = 'payment'

interface Question {
  /** The payment asked about: an answer is valid for no other. */
  key: string
  caller: string | undefined
  askedMs: number
}

/** Suspends a call until its client returns with an answer. */
export class ApprovalPause extends CallSuspended {
  override readonly name = 'ApprovalPause'
  readonly question: InputRequiredResult

  constructor(question: InputRequiredResult) {
    super('The user is being asked.')
    this.question = question
  }
}

const waiting = new WeakMap<Services, Map<string, Question>>()

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
 * makes it again with the answer. A question is valid once, for one caller and one key. A call can ask one question.
 */
export function makeAsker(
  { canAsk, answers, state: id }: Asking,
  services: Services,
  caller: string | undefined,
): (question: ConsentQuestion) => Promise<Consent> {
  const questions = waiting.get(services) ?? new Map<string, Question>()
  waiting.set(services, questions)
  let shown: Question | undefined
  return async (question) => {
    const now = services.now().getTime()
    // A request may ask about several things, and its answer is about one of them: used up by the first, it waits for that one.
    if (typeof id === 'string') {
      shown ??= questions.get(id)
      questions.delete(id)
    }
    const isOurs =
      shown?.key === question.key &&
      shown.caller === caller &&
      now - shown.askedMs <= QUESTION_MAX_MS
    const answer = inputResponse(answers, INPUT)
    if (isOurs && answer.kind === 'elicit') {
      shown = undefined
      return answer.action === 'accept' ? 'accepted' : 'declined'
    }
    if (!canAsk) return 'unable'
    throw new ApprovalPause(approvalRequest(questions, question, caller, now))
  }
}

function approvalRequest(
  questions: Map<string, Question>,
  { key, message }: ConsentQuestion,
  caller: string | undefined,
  now: number,
): InputRequiredResult {
  const requestState = randomUUID()
  questions.set(requestState, { key, caller, askedMs: now })
  for (const oldest of questions.keys()) {
    if (questions.size <= QUESTIONS_MAX_COUNT) break
    questions.delete(oldest)
  }
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

/** The SDK types the envelope of a 2026-07-28 request as an empty object. */
interface RequestEnvelope {
  'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities
}

/** Whether the user behind a client can be asked by a form. */
export function canAskUser(server: McpServer, { mcpReq }: ServerContext): boolean {
  return canAskBy(mcpReq.envelope) ?? takesForms(server.server.getClientCapabilities())
}

/** The same by the `_meta` of a request; undefined where that says nothing of the client. */
export function canAskBy(meta: object | undefined): boolean | undefined {
  const envelope: RequestEnvelope | undefined = meta
  const capabilities = envelope?.['io.modelcontextprotocol/clientCapabilities']
  return capabilities && takesForms(capabilities)
}

function takesForms({ elicitation }: ClientCapabilities = {}): boolean {
  // An empty object means forms, as in the first revision with elicitation.
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}
