import { randomUUID } from 'node:crypto'
import {
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
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
export class ApprovalPause extends Error {
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
  /** What the user said to an earlier question of the call, and what that wanted back. */
  answers: Record<string, unknown> | undefined
  state: unknown
}

/**
 * Asks the user behind a client to agree to a payment, by elicitation in the form of both protocol eras: the call ends with a
 * question, and the client makes it again with the answer. A question is valid once, for one caller and one payment; without a
 * way to ask, there is no consent.
 */
export function makeApprover(
  { canAsk, answers, state: id }: Asking,
  services: Services,
  caller: string | undefined,
): (payment: ProposedPayment) => Promise<Consent> {
  const questions = waiting.get(services) ?? new Map<string, Question>()
  waiting.set(services, questions)
  return async (payment) => {
    const now = services.now().getTime()
    const asked = typeof id === 'string' ? questions.get(id) : undefined
    if (typeof id === 'string') questions.delete(id)
    const isOurs =
      asked?.key === payment.key &&
      asked.caller === caller &&
      now - asked.askedMs <= QUESTION_MAX_MS
    const answer = inputResponse(answers, INPUT)
    if (isOurs && answer.kind === 'elicit') {
      return answer.action === 'accept' ? 'accepted' : 'declined'
    }
    if (!canAsk) return 'unable'
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
