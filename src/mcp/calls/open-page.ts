import { randomUUID } from 'node:crypto'
import { inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import type { PageKind, ServedClient, ServerDeps } from '../server-parts.ts'
import { type Asking, ownKeeper } from './approval.ts'
import type { Course } from './course.ts'
import { openQuestion, sealQuestion } from './questions.ts'
import { errorResult, type ToolAnswer } from './result.ts'

/** Name of the elicited address. */
const INPUT = 'page'

/** Longest wait for a person to open a page or not, below what clients wait for a call. */
const OPENING_MAX_MS = 50_000

/** A page is shown to one caller once in this time, however often their calls fail. */
const SHOWN_AGAIN_MS = 10 * MINUTE_MS

/** Callers who are remembered for that. */
const CALLERS_MAX_COUNT = 1_000

/** Refusals of payments that the owner mends on the page of the wallet. */
const WALLET_REASONS: ReadonlySet<unknown> = new Set([
  'no_wallet',
  'over_call_cap',
  'over_session_budget',
  'over_day_budget',
  'approval_unavailable',
])

const TEXTS: Record<PageKind, string> = {
  wallet: 'The page of the wallet shows its balance, its address and the limits.',
  account: 'Sign in on the page of the chat, which gives out the API key that this program needs.',
}

/** A failed call, and what its client and server are. */
interface Failed {
  error: OperationError
  operation: AnyOperation
  deps: ServerDeps
  client: ServedClient
  /** What its client has answered, which opens addresses for its user. */
  facts: Asking
  elicit: Course['elicit']
  signal: AbortSignal
}

/**
 * The answer to a failed call, which a person may mend on a page: their client is asked to open it, by elicitation of an address. The call has
 * failed all the same, and its error says whether the page was opened. Other failures get the error alone.
 */
export async function answerWithPage(failed: Failed): Promise<ToolAnswer> {
  const { error, operation, facts, client, deps, elicit, signal } = failed
  const plain = errorResult(error, operation)
  const kind = kindOf(failed)
  const url = kind && (await deps.findPage?.(kind))
  if (kind === undefined || url === undefined) return plain
  const { services, questions = ownKeeper } = deps
  const now = services.now().getTime()
  const subject = { key: `page ${url}`, caller: client.caller }
  const answer = inputResponse(facts.answers, INPUT)
  if (answer.kind === 'elicit' && (await openQuestion(questions, subject, facts.state, now))) {
    return answer.action === 'accept' ? errorResult(opened(error, url), operation) : plain
  }
  if (wasShown(services.instance, `${client.caller ?? ''} ${url}`, now)) return plain
  const message = `${error.message} ${TEXTS[kind]}`
  if (!elicit) {
    const requestState = await sealQuestion(questions, subject, now)
    return inputRequired({
      inputRequests: { [INPUT]: inputRequired.elicitUrl({ message, url }) },
      requestState,
    })
  }
  const form = { mode: 'url' as const, message, url, elicitationId: randomUUID() }
  const within = AbortSignal.any([signal, AbortSignal.timeout(OPENING_MAX_MS)])
  const reply = await elicit(form, within).catch(() => undefined)
  const isOpened = inputResponse({ [INPUT]: reply }, INPUT)
  return isOpened.kind === 'elicit' && isOpened.action === 'accept'
    ? errorResult(opened(error, url), operation)
    : plain
}

/** Which page mends a failure, for whom it is: the wallet is its owner's, who is at this machine. */
function kindOf({ error: { code, fields }, operation, client, deps }: Failed) {
  const { reason, seller } = fields
  const isOfWallet = WALLET_REASONS.has(reason) || String(seller).includes('insufficient')
  const isOwners = client.isLocal === true || deps.isOpen === true
  if (code === 'payment_refused' && isOfWallet && isOwners) return 'wallet'
  return code === 'unauthorized' && operation.usesAccount ? 'account' : undefined
}

/** The error, and that its person was shown where to mend it. */
function opened(error: OperationError, url: string): OperationError {
  const { code, message, hint, fields, specCode, isQuoting } = error
  const said = `The user was shown ${new URL(url).host} to mend that. Make the same call again once they say that it is done.`
  return new OperationError(code, message, {
    hint: [hint, said].filter(Boolean).join(' '),
    fields,
    isQuoting,
    ...(specCode === undefined ? {} : { specCode }),
  })
}

const shownTo = new WeakMap<object, Map<string, number>>()

/** Whether a page was shown a short time ago; from now on it is. */
function wasShown(instance: object, key: string, now: number): boolean {
  const known = shownTo.get(instance) ?? new Map<string, number>()
  shownTo.set(instance, known)
  for (const [old, at] of known) if (now - at >= SHOWN_AGAIN_MS) known.delete(old)
  const isKnown = known.has(key)
  if (!isKnown && known.size < CALLERS_MAX_COUNT) known.set(key, now)
  return isKnown || !known.has(key)
}
