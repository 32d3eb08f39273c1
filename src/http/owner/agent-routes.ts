import { OperationError } from '../../contract/errors.ts'
import type { StandingConsent } from '../../pay/buyer/standing-consents.ts'
import type { AgentCall, AgentLedger } from './desk.ts'
import { usdIn, wholeNumber } from './fields.ts'
import {
  isOwner,
  notForThem,
  requirePassword,
  type OwnerRoute,
  type OwnerRouteParts,
  type Visit,
} from './route.ts'
import { wireCall } from './wire-call.ts'

/** Routes about one agent: what it did and paid, and what its owner lets it do. Owners of the server may see all, others their own. */
export const AGENT_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/owner/agents/:id',
    summary: 'What an agent did and paid, its limit, consents, programs and keys',
    forAgentOwners: true,
    work: async (visit, parts) => {
      const id = await requireOwn(visit, parts)
      return wireLedger(await parts.desk.agent(visit.actor, id))
    },
  },
  {
    method: 'POST',
    path: '/owner/agents/:id/limit',
    summary: 'Lower what an agent may spend in a day; raise it with the password',
    work: async (visit, parts) => {
      const id = await requireOwn(visit, parts)
      const { desk } = parts
      const { fields, actor } = visit
      const usd = fields.get('usd_per_day') === '' ? undefined : usdIn(fields, 'usd_per_day')
      const now = (await desk.agent(actor, id)).usdPerDay
      // Without a limit of its own only that of the wallet counts, which is the highest.
      const isLower = usd !== undefined && (now === undefined || Number(usd) <= Number(now))
      if (!isLower && now !== usd) await requirePassword(visit, parts)
      await desk.setAgentLimit(id, usd)
      return { usd_per_day: usd ?? null }
    },
  },
  {
    method: 'POST',
    path: '/owner/agents/:id/consents/:consent',
    summary: 'End a standing consent to payments of an agent',
    forAgentOwners: true,
    work: async (visit, parts) => {
      const id = await requireOwn(visit, parts)
      const consent = wholeNumber(visit.c.req.param('consent'), 'consent')
      if (!(await parts.desk.endConsent(id, consent))) throw notThere('consent')
      return {}
    },
  },
  {
    method: 'POST',
    path: '/owner/agents/:id/keys/:key',
    summary: 'End an API key of an agent',
    forAgentOwners: true,
    work: async (visit, parts) => {
      const id = await requireOwn(visit, parts)
      const key = visit.c.req.param('key') ?? ''
      if (!(await parts.desk.endKey(visit.actor, id, key))) throw notThere('key')
      return {}
    },
  },
]

/** The id of the agent that a request is about. Throws `forbidden` to others than its owner and owners of the server. */
async function requireOwn({ c, actor }: Visit, { desk }: OwnerRouteParts): Promise<number> {
  const id = Number(c.req.param('id'))
  const owner = Number.isSafeInteger(id) ? await desk.ownerOf(id) : undefined
  if (!isOwner(actor) && owner !== actor.user.id) throw notForThem('the owner of this agent')
  if (owner === undefined) throw notThere('agent')
  return id
}

function notThere(what: string): OperationError {
  return new OperationError('not_found', `There is no such ${what}.`)
}

function wireLedger(ledger: AgentLedger): object {
  const { usdPerDay, usdToday, programs, consents, keys, payments, calls } = ledger
  return {
    calls: calls.map(wireAgentCall),
    payments,
    usd_per_day: usdPerDay ?? null,
    usd_today: usdToday,
    consents: consents.map(wireConsent),
    programs,
    keys: keys.map(({ id, madeMs }) => ({
      id,
      made: madeMs === null ? null : Math.floor(madeMs / 1_000),
    })),
  }
}

function wireConsent({ id, host, payTo, network, usdPerDay, usdToday, madeAt }: StandingConsent) {
  return {
    id,
    host,
    pay_to: payTo,
    network,
    usd_per_day: usdPerDay,
    usd_today: usdToday,
    made: madeAt,
  }
}

/** A call with where it belongs; of conversations that the reader may not read, nothing is said. */
function wireAgentCall({ place, isHidden, ...call }: AgentCall) {
  return {
    ...wireCall(call),
    way: call.way ?? null,
    program_id: call.programId ?? null,
    arguments: isHidden ? null : (call.arguments ?? null),
    message: isHidden ? null : (call.error?.message ?? null),
    hint: isHidden ? null : (call.error?.hint ?? null),
    message_id: place ? (call.message ?? null) : null,
    place: place ?? null,
    is_hidden: isHidden,
  }
}
