import { afterEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/lib/durations.ts'
import { Journal, type NewAuthorization } from '../../src/pay/buyer/journal.ts'
import { storeLimits } from '../../src/pay/buyer/spending-limits.ts'
import { PAYMENT_NETWORKS } from '../../src/pay/protocol/networks.ts'
import type { Policy } from '../../src/pay/wallet/policy.ts'
import type { Store } from '../../src/store/port.ts'
import type { StoreBackend } from './store-backend.ts'

const START_MS = Date.UTC(2026, 0, 2, 12)
const [network] = PAYMENT_NETWORKS
/** A policy that lets small payments to one host pass. */
export const policy: Policy = {
  network,
  hosts: new Set(['a.example']),
  payees: new Map(),
  perCallUnits: 1_000_000,
  perSessionUnits: 1_000_000,
  perDayUnits: 20_000,
  approveAboveUnits: 0,
}

/** An authorization as it is before it is signed. */
export const authorization = (
  id: string,
  changes: Partial<NewAuthorization> = {},
): NewAuthorization => ({
  id,
  request_hash: 'r',
  operation: 'extract',
  host: 'a.example',
  url: 'https://a.example/extract',
  x402_version: 2,
  network: network.id,
  asset: '0xa',
  payer: '0xb',
  pay_to: '0xc',
  method: null,
  account_id: null,
  consent: null,
  units: 2_000,
  signed_ms: START_MS,
  valid_before_ms: START_MS + 60_000,
  ...changes,
})

/** What the buyer's journal promises, whichever database is behind it. */
export function journalSuite(backend: StoreBackend): void {
  const stores: Store[] = []
  afterEach(async () => {
    await Promise.all(stores.splice(0).map(async (store) => store.close()))
  })

  /** Two processes that share a store and a clock. */
  async function journals() {
    const store = await backend.open(backend.newLocation())
    stores.push(store)
    const clock = { ms: START_MS }
    const as = (session: string) =>
      new Journal(
        async () => store,
        session,
        () => clock.ms,
      )
    return { store, clock, mine: as('mine'), theirs: as('theirs') }
  }
  const totalsOf = async (journal: Journal) => journal.totals(network.id)

  describe('the journal', () => {
    test('sums up what is open and spent: by session, by day, never what was released', async () => {
      const { clock, mine, theirs } = await journals()
      expect(await totalsOf(mine)).toEqual({ session: 0, day: 0, open: 0 })
      await mine.reserve(authorization('open'), policy)
      await mine.reserve(authorization('spent'), policy)
      await mine.reserve(authorization('gone'), policy)
      await theirs.reserve(authorization('other'), policy)
      await mine.reserve(authorization('elsewhere', { network: 'eip155:84532' }), policy)
      await mine.close('spent', { state: 'spent', transaction: '0x1' })
      const gone = { state: 'released', reason: 'expired' } as const
      expect(await mine.close('gone', gone)).toBe(false)
      clock.ms += 90_000
      expect(await mine.close('gone', gone)).toBe(true)
      expect(await totalsOf(mine)).toEqual({ session: 4_000, day: 6_000, open: 4_000 })
      expect(await totalsOf(theirs)).toEqual({ session: 2_000, day: 6_000, open: 4_000 })
      clock.ms += 25 * HOUR_MS
      // An authorization that may still be used counts, however old.
      expect(await totalsOf(mine)).toEqual({ session: 4_000, day: 4_000, open: 4_000 })
    })

    test('keeps to limits that were lowered meanwhile, in every process, and never to higher ones', async () => {
      const { store, mine, theirs } = await journals()
      await storeLimits(store.write, { perDayUnits: 4_000, perCallUnits: 1_000 })
      expect(await mine.bound(policy)).toMatchObject({ perCallUnits: 1_000, perDayUnits: 4_000 })
      await mine.reserve(authorization('one'), policy)
      await theirs.reserve(authorization('two'), policy)
      expect(await theirs.reserve(authorization('three'), policy)).toBe('over_day_budget')
      await storeLimits(store.write, { perDayUnits: 1_000_000, perSessionUnits: 4_000 })
      expect(await mine.bound(policy)).toMatchObject({
        perCallUnits: 1_000,
        perSessionUnits: 4_000,
        perDayUnits: policy.perDayUnits,
      })
      await mine.reserve(authorization('four'), policy)
      expect(await mine.reserve(authorization('five'), policy)).toBe('over_session_budget')
    })

    test('however many ask at once, the budget is given out once', async () => {
      const { mine, theirs } = await journals()
      const pending = Array.from({ length: 40 }, async (_, n) =>
        (n % 2 ? mine : theirs).reserve(authorization(`n${n}`), policy),
      )
      const answers = await Promise.all(pending)
      expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(10)
      expect(new Set(answers.filter((answer) => typeof answer === 'string'))).toEqual(
        new Set(['over_day_budget']),
      )
      expect(await totalsOf(mine)).toMatchObject({ day: 20_000 })
    })

    test('shows the latest payment that brought no answer, and no other', async () => {
      const { clock, mine, theirs } = await journals()
      const unanswered = async (busy: readonly string[] = []) =>
        (await theirs.unanswered('r', new Set(busy)))?.id
      for (const [n, id] of ['old', 'new', 'unsigned', 'foreign'].entries()) {
        const request_hash = id === 'foreign' ? 'other' : 'r'
        const signed_ms = START_MS + n
        await mine.reserve(authorization(id, { request_hash, signed_ms }), policy)
        if (id !== 'unsigned') await mine.record(id, '{}')
      }
      expect([await unanswered(), await unanswered(['new'])]).toEqual(['new', 'old'])
      await mine.close('new', { state: 'spent', transaction: '0x1' })
      expect(await unanswered()).toBe('new')
      await mine.giveUp('new', 'answer_lost')
      expect(await unanswered()).toBe('old')
      clock.ms += HOUR_MS + 1
      expect(await unanswered()).toBeUndefined()
    })

    test('forgets what was never signed, keeps what was, and ends each once', async () => {
      const { store, mine } = await journals()
      await mine.reserve(authorization('unsigned'), policy)
      await mine.reserve(authorization('signed'), policy)
      await mine.record('signed', '{"signature":"0x"}')
      await mine.forget('unsigned')
      await mine.forget('signed')
      await mine.deliver('signed', '0x1')
      await mine.close('signed', { state: 'spent', transaction: '0x1' })
      await mine.close('signed', { state: 'released', reason: 'expired' })
      const rows = await store.db.selectFrom('buyer_authorization').selectAll().execute()
      expect(rows).toMatchObject([
        { id: 'signed', state: 'spent', delivered: 1, transaction_hash: '0x1', payment: '' },
      ])
    })

    test('lists payments newest first, from before a time', async () => {
      const { mine } = await journals()
      for (const n of [1, 2, 3]) {
        await mine.reserve(authorization(`n${n}`, { signed_ms: START_MS + n }), policy)
      }
      const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
      expect(ids(await mine.history(2, Number.MAX_SAFE_INTEGER))).toEqual(['n3', 'n2'])
      expect(ids(await mine.history(2, START_MS + 2))).toEqual(['n1'])
      expect(ids(await mine.openRows(network.id, 2))).toHaveLength(2)
      expect(await mine.openRows('eip155:84532', 2)).toEqual([])
    })
  })
}
