import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { type Account, isRemoteAccount } from '../../contract/chat.ts'
import { logFailure } from '../../contract/log-failure.ts'
import {
  type AgentImage,
  type AnyOperation,
  here,
  type Progress,
} from '../../contract/operation.ts'
import type { Deliver } from '../../contract/result-view.ts'
import type { Receipt } from '../../contract/spending.ts'
import { needsAccount } from '../../core/run/linked-file.ts'
import { payingCall } from '../../core/run/paying-call.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import { readArguments } from '../../core/run/read-arguments.ts'
import { observeRun, runInput } from '../../core/run/run.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { once } from '../../lib/once.ts'
import { PAYMENT_META_KEY } from '../../pay/protocol/names.ts'
import type { ServedClient, ServerDeps } from '../server-parts.ts'
import { addViewData } from './add-view-data.ts'
import { type Asking, askingOf, makeApprover, Pause } from './approval.ts'
import { authenticateClient, principalOfClient, programOf, programVersionOf } from './call-tool.ts'
import { canOpenPages, showsViews } from './client-capabilities.ts'
import { makeClientForm } from './client-form.ts'
import type { Course } from './course.ts'
import { noteCaller } from './note-caller.ts'
import { callSold } from './paid.ts'
import { errorResult, successResult, type ToolAnswer, withReceipts } from './result.ts'
import { currentVisit, mayPay, peerOfVisit, withinRight } from './visit.ts'

/** What a call over MCP brings besides its arguments. Holds nothing of the connection that it came by. */
export interface CallFacts extends Asking {
  /** Self-declared name of the client program. */
  program: string | undefined
  programVersion?: string | undefined
  peer: string | undefined
  principal: ReturnType<typeof principalOfClient>
  /** The payment that it shows. */
  payment: unknown
  /** Stands for the session of its client; absent where a call goes on without one. */
  session?: object
  /** Whether its client shows results in pages of ours. */
  showsViews?: boolean
  /** Whether its client opens addresses for its user. */
  canOpen?: boolean
  /** Account of the chat here as which an earlier call acted, that this one goes on with. */
  accountId?: number | null
}

/** The client that a call is served for, and what serving needs. */
export interface CallScope {
  deps: ServerDeps
  client: ServedClient
}

/** Reads from a request what its call brings. */
export function factsOf(server: McpServer, context: ServerContext, scope: CallScope): CallFacts {
  return {
    ...askingOf(server, context),
    program: programOf(server, context),
    programVersion: programVersionOf(server, context),
    peer: peerOfVisit(),
    principal: principalOfClient(scope),
    payment: context.mcpReq._meta?.[PAYMENT_META_KEY],
    session: sessionOf(server),
    showsViews: showsViews(server, context),
    canOpen: canOpenPages(server, context),
  }
}

const sessions = new WeakMap<McpServer, object>()

/** An object that stands for one session: all calls of it get the same one. */
function sessionOf(server: McpServer): object {
  const known = sessions.get(server)
  if (known) return known
  const session = {}
  sessions.set(server, session)
  return session
}

/** What programs are refused that came in by OAuth, and strangers: nobody over stdio. */
const loadDoor = once(async () => import('./require-scopes.ts'))

/** Few results go elsewhere than to their caller. */
const loadDelivery = once(async () => import('./deliver.ts'))

/** Pages that mend a failure: few clients open any. */
const loadPages = once(async () => import('./open-page.ts'))

/** Serves one call of a tool; what fails is a result too. */
export async function serveCall(
  operation: AnyOperation,
  args: Readonly<Record<string, unknown>>,
  { deps, client }: CallScope,
  facts: CallFacts,
  { signal: requestSignal, progress, resumable, actAs, elicit }: Course,
): Promise<ToolAnswer> {
  const { gate, isKeyed = false } = deps
  // Whoever let the program in did not let it pay: what can run here runs here.
  const services = mayPay() ? deps.services : { ...deps.services, place: here }
  const { caller } = client
  const { name, agent } = operation
  const tag = gate?.prices.get(name)
  const from = { surface: 'mcp', signal: requestSignal }
  try {
    return await observeRun(services, from, operation, async (note, course) =>
      withinRight(services, requestSignal, async (signal) => {
        noteCaller(course, args, { client, facts })
        const scopes = currentVisit()?.scopes
        if (scopes) (await loadDoor()).requireScopes(operation, deps, scopes)
        const receipts: Receipt[] = []
        const images: AgentImage[] = []
        const filled = { ...agent?.defaults, ...args }
        const signIn = async () => findActor({ deps, client }, facts)
        const actor = needsAccount(operation, filled, services) ? await signIn() : undefined
        if (actor && !isRemoteAccount(actor)) {
          actAs?.(actor.user.id)
          course.account = actor.user.id
        }
        const { peer, principal } = facts
        const call = { services, caller, actor, peer, principal, progress, signal }
        // An anonymous payer cannot approve payments of this instance.
        if (gate && tag) return callSold(gate, operation, args, facts.payment, { ...call, note })
        if (isKeyed && caller === undefined) throw (await loadDoor()).keyRequired(operation)
        const { input, ignored } = await readArguments(operation, args, {
          defaults: agent?.defaults,
        })
        const form = makeClientForm({ asking: facts, deps, caller, elicit })
        const approve = makeApprover(facts, deps, caller)
        const account = async () => actor ?? signIn()
        return await pausing(async () => {
          const deliver: Deliver = async (...what) => {
            const { makeDeliver } = await loadDelivery()
            return makeDeliver(deps, client, { ...call, signIn })(...what)
          }
          const output = await runInput(operation, input, {
            ...call,
            ...payingCall(course, { services, caller, signal, approve, account }),
            ...(agent?.file ? { deliver } : {}),
            ...(form ? { form } : {}),
            paid: (receipt) => void receipts.push(receipt),
            about: (messageId) => void (course.message = messageId),
            ...(facts.session ? { session: facts.session } : {}),
            signIn,
            admit: () => deps.admitCall?.(caller, principal),
            show: (image) => void images.push(image),
            ...(resumable ? { resumable } : {}),
          })
          const result = withReceipts(successResult(operation, output, ignored, images), receipts)
          return facts.showsViews ? addViewData(result, operation, output, call) : result
        })
      }),
    )
  } catch (thrown) {
    const error = logFailure(services.log, thrown, { operation: name }, requestSignal)
    if (!facts.canOpen) return errorResult(error, operation)
    const { answerWithPage } = await loadPages()
    return answerWithPage({ error, operation, deps, client, facts, elicit, signal: requestSignal })
  }
}

/** The account of a call; of one that goes on with an earlier one, the account of that. */
async function findActor(
  { deps, client }: CallScope,
  { program, accountId }: CallFacts,
): Promise<Account | undefined> {
  if (accountId === undefined || accountId === null) {
    return authenticateClient({ deps, client }, program)
  }
  const caller = principalOfUser(accountId).id
  return authenticateClient({ deps, client: { ...client, caller, isLocal: false } }, program)
}

/** A question to the user is an answer to the client, not a failure. */
async function pausing(work: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof Pause) return thrown.question
    throw thrown
  }
}

/** Has a client of a 2025 revision show a form while a call of it runs. */
export function elicitBy({ mcpReq }: ServerContext): NonNullable<Course['elicit']> {
  // The call has a time of its own, which its person may use up.
  return async (params, signal) =>
    mcpReq.send({ method: 'elicitation/create', params }, { signal, timeout: FORM_MAX_MS })
}

/** Longest time that a form may stay open, as a timer takes it; the call that put it ends sooner. */
const FORM_MAX_MS = HOUR_MS

const PROGRESS_INTERVAL_MS = 100

/** Progress must grow with each notification: while a call waits it grows by next to nothing. */
const WAITING_STEP = 1e-6

/** Sends progress to a client that asked for it, never backwards and not more often than it can read. */
export function progressTo({ mcpReq }: ServerContext): (step: Progress) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let sentAt = 0
  let sentDone = -WAITING_STEP
  return ({ done = sentDone + WAITING_STEP, total, message }) => {
    const now = performance.now()
    if (
      done <= sentDone ||
      (done !== total && now - sentAt < PROGRESS_INTERVAL_MS && sentDone >= 0)
    )
      return
    sentAt = now
    sentDone = done
    const params = {
      progressToken,
      progress: done,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    }
    // A disconnected client needs no progress; the call itself is aborted by its signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
