import type { CallLog } from '../../app/call-log.ts'
import type { Composed } from '../../app/compose.ts'
import type { LocalAccount } from '../../contract/chat.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import type { AgentCall, AgentLedger, OwnerDesk } from '../../http/owner/desk.ts'
import { once } from '../../lib/once.ts'
import { unitsToUsd } from '../../pay/protocol/money.ts'

/** Calls and payments of one agent that are shown. */
const CALLS_SHOWN_COUNT = 200
const PAYMENTS_SHOWN_COUNT = 100

/** Client of what the page itself reads. */
const CLIENT = 'Bellhop'

const loadUsers = once(async () => import('../../chat/users/find-users.ts'))
const loadKeys = once(async () => import('../../chat/users/sign-in/list-keys.ts'))
const loadPlans = once(async () => import('../../core/plans/key-plan.ts'))
const loadConsents = once(async () => import('../../pay/buyer/standing-consents.ts'))

/** What the page shows of one agent, and what is changed there. */
export function openAgentDesk(
  { services, store, chat }: Pick<Composed, 'services' | 'store' | 'chat'>,
  log: Pick<CallLog, 'calls'>,
): Pick<OwnerDesk, 'agent' | 'ownerOf' | 'setAgentLimit' | 'endConsent' | 'endKey'> {
  const nowMs = () => services.now().getTime()
  const findAccount = async (id: number) => {
    const { findById } = await loadUsers()
    const { db } = await store()
    return findById(db, id)
  }
  /** Keys of a person are their own affair. */
  const mayHoldKeys = async (reader: LocalAccount, id: number): Promise<boolean> =>
    reader.user.id === id || (await findAccount(id))?.is_bot === 1

  return {
    async ownerOf(id) {
      const account = await findAccount(id)
      if (!account) return undefined
      return account.is_bot === 1 ? (account.bot_owner_id ?? undefined) : account.id
    },
    async agent(reader, id): Promise<AgentLedger> {
      const { listStanding, sumOfDay } = await loadConsents()
      const { findPlan } = await loadPlans()
      const { findPrograms } = await import('../../chat/users/sign-in/connected-programs.ts')
      const { readPaymentsOf } = await import('../../pay/buyer/expenses.ts')
      const [open, team] = [await store(), await chat.chat()]
      const { db } = open
      const plan = await findPlan(db, principalOfUser(id).id)
      const calls = await log.calls(CALLS_SHOWN_COUNT, id)
      return {
        calls: await placed(calls, reader, id),
        payments: await readPaymentsOf(open, id, PAYMENTS_SHOWN_COUNT),
        usdPerDay: plan?.unitsPerDay === undefined ? undefined : unitsToUsd(plan.unitsPerDay),
        usdToday: unitsToUsd(await sumOfDay(db, { account_id: id }, nowMs())),
        consents: await listStanding(open, id, nowMs()),
        programs: await findPrograms(team, id),
        keys: (await mayHoldKeys(reader, id)) ? await (await loadKeys()).listKeys(team, id) : [],
      }
    },
    async setAgentLimit(id, usdPerDay) {
      const { limitSpending } = await loadPlans()
      await limitSpending(await store(), principalOfUser(id).id, usdPerDay)
    },
    async endConsent(account, id) {
      const { endStanding } = await loadConsents()
      return endStanding(await store(), { id, account })
    },
    async endKey(reader, account, id) {
      if (!(await mayHoldKeys(reader, account))) return false
      return (await loadKeys()).endKey(await chat.chat(), account, id)
    },
  }

  /** Calls with their places, as far as the reader may read those. */
  async function placed(
    calls: Awaited<ReturnType<typeof log.calls>>,
    reader: LocalAccount,
    id: number,
  ): Promise<AgentCall[]> {
    const { placesOf } = await import('../../chat/messages/places-of.ts')
    const account = await findAccount(reader.user.id)
    if (!account) return []
    const ids = calls.flatMap(({ message }) => message ?? [])
    const places = await placesOf(await chat.chat(), { user: account, client: CLIENT }, ids)
    const isOwn = id === reader.user.id || (await findAccount(id))?.bot_owner_id === account.id
    return calls.map((call) => {
      const place = call.message === undefined ? undefined : places.get(call.message)
      // What was said to the chat names places and people; errands do not.
      const isHidden = !isOwn && !place && call.usesChat
      return { ...call, ...(place ? { place } : {}), isHidden }
    })
  }
}
