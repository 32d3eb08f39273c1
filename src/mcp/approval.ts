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

/**
 * Asks the user behind a client to agree to a payment, by elicitation in the form of both protocol eras: the call ends with a
 * question, and the client makes it again with the answer. A question is valid once, for one caller and one payment; without a
 * way to ask, there is no consent.
 */
export function makeApprover(
  server: McpServer,
  context: ServerContext,
  services: Services,
  caller: string | undefined,
): (payment: ProposedPayment) => Promise<Consent> {
  const { mcpReq } = context
  const questions = waiting.get(services) ?? new Map<string, Question>()
  waiting.set(services, questions)
  let shown: Question | undefined
  return async (payment) => {
    const now = services.now().getTime()
    const id = mcpReq.requestState()
    // A request may pay for several things, and its answer is about one of them: used up by the first, it waits for that one.
    if (typeof id === 'string') {
      shown ??= questions.get(id)
      questions.delete(id)
    }
    const isOurs =
      shown?.key === payment.key &&
      shown.caller === caller &&
      now - shown.askedMs <= QUESTION_MAX_MS
    const answer = inputResponse(mcpReq.inputResponses, INPUT)
    if (isOurs && answer.kind === 'elicit') {
      shown = undefined
      return answer.action === 'accept' ? 'accepted' : 'declined'
    }
    if (!canAsk(server, context)) return 'unable'
    throw new ApprovalPause(approvalRequest(questions, payment, caller, now))
  }
}

function approvalRequest(
  questions: Map<string, Question>,
  payment: ProposedPayment,
  caller: string | undefined,
  now: number,
): InputRequiredResult {
  const { key } = payment
  const requestState = randomUUID()
  questions.set(requestState, { key, caller, askedMs: now })
  for (const oldest of questions.keys()) {
    if (questions.size <= QUESTIONS_MAX_COUNT) break
    questions.delete(oldest)
  }
  return inputRequired({
    inputRequests: {
      [INPUT]: inputRequired.elicit({
        message: questionOf(payment),
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

function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: RequestEnvelope | undefined = mcpReq.envelope
  const { elicitation } =
    envelope?.['io.modelcontextprotocol/clientCapabilities'] ??
    server.server.getClientCapabilities() ??
    {}
  // An empty object means forms, as in the first revision with elicitation.
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}
