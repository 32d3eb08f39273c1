import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import type { Right } from '../../../../src/contract/right.ts'
import type { Consent, ProposedPayment } from '../../../../src/contract/spending.ts'
import { DAY_MS, HOUR_MS } from '../../../../src/lib/durations.ts'
import { Buyer } from '../../../../src/pay/buyer/buyer.ts'
import { type BoundsOf, Journal } from '../../../../src/pay/buyer/journal.ts'
import { endStanding, listStanding, sumOfDay } from '../../../../src/pay/buyer/standing-consents.ts'
import type { PaymentRequired } from '../../../../src/pay/protocol/messages.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { seeds } from '../../../support/full.ts'
import { authorization, policy as tightPolicy } from '../../../support/journal-suite.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { newAddress } from '../../../support/seller.ts'
import { quietLog } from '../../../support/store-backend.ts'

const MIDNIGHT_MS = Date.UTC(2026, 0, 2)
const PRICE = 1_000
const policy = { ...tightPolicy, perDayUnits: 1_000_000 }
const { network } = policy
const PAY_TO = newAddress()
const right = (id: number): Right => ({ user: { id, deactivations: 0 } })
const pair = (account_id: number, host = 'a.example') => ({
  account_id,
  host,
  network: network.id,
  pay_to: '0xc',
})

const challenge: PaymentRequired = {
  x402Version: 2,
  resource: { url: 'https://a.example/extract' },
  accepts: [
    {
      scheme: 'exact',
      network: network.id,
      amount: String(PRICE),
      asset: network.asset.address,
      payTo: PAY_TO,
      maxTimeoutSeconds: 60,
      extra: { ...network.asset.domain },
    },
  ],
}

/** What a promise gives, or why it gives nothing. */
const outcomeOf = async (promise: Promise<unknown>) => promise.catch((thrown: unknown) => thrown)

await onBothDatabases(({ newLocation, open }) => {
  async function ledger() {
    const store = await open(newLocation())
    const clock = { ms: MIDNIGHT_MS + DAY_MS / 2 }
    const bounds: { of: BoundsOf } = { of: async () => ({}) }
    const journal = (session = 'mine', aheadMs = 0) =>
      new Journal(
        async () => store,
        session,
        () => clock.ms + aheadMs,
        async (...whose) => bounds.of(...whose),
      )
    let made = 0
    const standing = (account_id: number, more: Parameters<typeof authorization>[1] = {}) =>
      authorization(`${(made += 1)}`, {
        account_id,
        consent: 'standing',
        units: PRICE,
        signed_ms: clock.ms,
        ...more,
      })
    /** Buyers of a process each, with one wallet. */
    const buyer = (aheadMs = 0) => {
      const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
      return new Buyer({
        policy: { ...policy, approveAboveUnits: 0 },
        journal: journal(`process ${(made += 1)}`, aheadMs),
        signer: async () => ({
          address: account.address,
          signTypedData: async (data) => account.signTypedData(data),
        }),
        chain: async () => Promise.reject(new Error('no chain')),
        log: quietLog,
        now: () => clock.ms,
      })
    }
    /** One paid call of another page each time; resolves to what its agent was told. */
    const buy = async (
      by: Buyer,
      agent: Right | undefined,
      approve: (payment: ProposedPayment) => Promise<Consent>,
    ) =>
      outcomeOf(
        by.buy(
          {
            url: 'https://a.example/extract',
            input: { url: `https://page.example/${(made += 1)}` },
            exchange: async (payment) =>
              payment
                ? { kind: 'answered', value: 'paid', settlement: undefined }
                : { kind: 'challenged', challenge, settlement: undefined },
          },
          {
            operation: 'extract',
            signal: AbortSignal.timeout(60_000),
            approve,
            agent: async () => agent,
          },
        ),
      )
    return {
      store,
      clock,
      bounds,
      journal,
      standing,
      buyer,
      buy,
      rows: async () => store.db.selectFrom('buyer_authorization').selectAll().execute(),
      [Symbol.asyncDispose]: async () => store.close(),
    }
  }

  test('of calls at once in two processes, a consent covers as many as its amount does', async () => {
    await using made = await ledger()
    const [mine, theirs] = [made.journal('mine'), made.journal('theirs')]
    await mine.letStand(pair(5), 3 * PRICE)
    const entered = await Promise.all(
      Array.from({ length: 8 }, async (_, n) =>
        (n % 2 === 0 ? mine : theirs).reserve(made.standing(5), policy, right(5)),
      ),
    )
    expect(entered.filter((entry) => entry === 'not_standing')).toHaveLength(5)
    expect(await made.rows()).toHaveLength(3)
  })

  test('what was agreed to covers the agent and the seller that it was for, and nobody else', async () => {
    await using made = await ledger()
    const journal = made.journal()
    await journal.letStand(pair(5), 10 * PRICE)
    for (const other of [
      made.standing(6),
      made.standing(5, { host: 'b.example' }),
      made.standing(5, { pay_to: '0xd' }),
      made.standing(5, { network: 'eip155:1' }),
    ]) {
      expect(await journal.reserve(other, policy, right(5))).toBe('not_standing')
    }
    expect(await journal.reserve(made.standing(5), policy, right(5))).toMatchObject({
      state: 'open',
    })
  })

  test('what was paid by a single consent counts towards the day, what was released does not', async () => {
    await using made = await ledger()
    const journal = made.journal()
    await journal.letStand(pair(5), 2 * PRICE)
    await journal.reserve(made.standing(5, { consent: 'asked' }), policy, right(5))
    const second = made.standing(5)
    await journal.reserve(second, policy, right(5))
    expect(await journal.isStanding(pair(5), PRICE)).toBe(false)
    made.clock.ms += HOUR_MS
    await journal.close(second.id, { state: 'released', reason: 'expired' })
    expect(await journal.isStanding(pair(5), PRICE)).toBe(true)
  })

  test('the amount of a day is there again from midnight on, and a call that began before counts for its own day', async () => {
    await using made = await ledger()
    const { clock } = made
    const journal = made.journal()
    await journal.letStand(pair(5), PRICE)
    clock.ms = MIDNIGHT_MS + DAY_MS - 1
    const late = made.standing(5)
    expect(await journal.reserve(made.standing(5), policy, right(5))).toMatchObject({})
    clock.ms += 1
    expect(await journal.reserve(late, policy, right(5))).toBe('not_standing')
    expect(await journal.reserve(made.standing(5), policy, right(5))).toMatchObject({
      consent: 'standing',
    })
    expect(await journal.reserve(made.standing(5), policy, right(5))).toBe('not_standing')
  })

  test('it outlives a restart, is listed with what was used, replaced, and ended by its own agent only', async () => {
    await using made = await ledger()
    await made.journal().letStand(pair(5), PRICE)
    await made.journal().letStand(pair(5), 4 * PRICE)
    const restarted = made.journal('another process')
    await restarted.reserve(made.standing(5), policy, right(5))
    const [listed, ...others] = await listStanding(made.store, 5, made.clock.ms)
    expect(others).toEqual([])
    expect(listed).toMatchObject({ host: 'a.example', usdPerDay: '0.004', usdToday: '0.001' })
    const id = listed?.id ?? 0
    expect(await endStanding(made.store, { id, account: 6 })).toBe(false)
    expect(await restarted.isStanding(pair(5), PRICE)).toBe(true)
    expect(await endStanding(made.store, { id, account: 5 })).toBe(true)
    expect(await restarted.isStanding(pair(5), PRICE)).toBe(false)
    expect(await restarted.reserve(made.standing(5), policy, right(5))).toBe('not_standing')
  })

  test('an agent spends no more in a day than its owner lets it, whatever the consent, and nothing once it is ended', async () => {
    await using made = await ledger()
    const journal = made.journal()
    const agent = right(5)
    made.bounds.of = async () => ({ unitsPerDay: 2 * PRICE })
    const entered = await Promise.all(
      Array.from({ length: 4 }, async () =>
        journal.reserve(made.standing(5, { consent: 'asked' }), policy, agent),
      ),
    )
    expect(entered.filter((entry) => entry === 'over_agent_budget')).toHaveLength(2)
    made.clock.ms += DAY_MS
    made.bounds.of = async () => {
      throw new OperationError('unauthorized', 'paused')
    }
    const thrown = await outcomeOf(
      journal.reserve(made.standing(5, { consent: null }), policy, agent),
    )
    expect(thrown).toMatchObject({ code: 'unauthorized' })
    expect(await made.rows()).toHaveLength(2)
  })

  test('always: one question for an agent and a seller, until the amount is used up, then another', async () => {
    await using made = await ledger()
    const buyer = made.buyer()
    const asked: ProposedPayment[] = []
    const always = async (payment: ProposedPayment): Promise<Consent> => {
      asked.push(payment)
      return 'always 0.003'
    }
    const agent = right(5)
    for (let n = 0; n < 3; n += 1) expect(await made.buy(buyer, agent, always)).toBe('paid')
    expect(asked).toMatchObject([
      { spentToday: '0', arguments: 'url: https://page.example/2', host: 'a.example' },
    ])
    const no = async (payment: ProposedPayment): Promise<Consent> => {
      asked.push(payment)
      return 'declined'
    }
    expect(await made.buy(buyer, agent, no)).toMatchObject({ fields: { reason: 'declined' } })
    expect(asked[1]).toMatchObject({ spentToday: '0.003' })
    expect((await made.rows()).map(({ consent }) => String(consent)).toSorted()).toEqual([
      'asked',
      'standing',
      'standing',
    ])
    // Another agent was not meant.
    expect(await made.buy(made.buyer(), right(6), no)).toMatchObject({
      fields: { reason: 'declined' },
    })
  })

  test('calls that wait for the answer to one question take what it was answered', async () => {
    await using made = await ledger()
    const buyer = made.buyer()
    let asked = 0
    const always = async (): Promise<Consent> => {
      asked += 1
      await Promise.resolve()
      return 'always 0.01'
    }
    const paid = await Promise.all([1, 2, 3, 4].map(async () => made.buy(buyer, right(5), always)))
    expect(paid).toEqual(['paid', 'paid', 'paid', 'paid'])
    expect(asked).toBe(1)
  })

  test('a consent that is used up or ended between the look and the payment asks a person after all', async () => {
    await using made = await ledger()
    const agent = right(5)
    await made.journal().letStand({ ...pair(5), pay_to: PAY_TO.toLowerCase() }, 2 * PRICE)
    let asked = 0
    const yes = async (): Promise<Consent> => {
      asked += 1
      return 'accepted'
    }
    const paid = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => made.buy(made.buyer(), agent, yes)),
    )
    expect(paid).toEqual(Array.from({ length: 5 }, () => 'paid'))
    expect(asked).toBe(3)
    const consents = (await made.rows()).map(({ consent }) => consent)
    expect(consents.filter((one) => one === 'standing')).toHaveLength(2)
  })

  test('where two clocks do not agree about the day, a person is asked after all', async () => {
    await using made = await ledger()
    await made.journal().letStand({ ...pair(5), pay_to: PAY_TO.toLowerCase() }, PRICE)
    expect(await made.buy(made.buyer(), right(5), async () => 'declined')).toBe('paid')
    let asked = 0
    const yes = async (): Promise<Consent> => {
      asked += 1
      return 'accepted'
    }
    expect(await made.buy(made.buyer(DAY_MS), right(5), yes)).toBe('paid')
    expect(asked).toBe(1)
  })

  test('an agent that is ended while its owner is asked pays nothing', async () => {
    await using made = await ledger()
    const yes = async (): Promise<Consent> => {
      made.bounds.of = async () => {
        throw new OperationError('unauthorized', 'ended')
      }
      return 'accepted'
    }
    expect(await made.buy(made.buyer(), right(5), yes)).toMatchObject({
      code: 'unauthorized',
    })
    expect(await made.rows()).toEqual([])
  })

  test('whatever happens in whatever order, no day holds more than was agreed to', async () => {
    for (let seed = 1; seed <= seeds(3, 20); seed += 1) {
      await using made = await ledger()
      const random = seededRandom(seed)
      const pick = (count: number) => Math.floor(random() * count)
      const journals = [made.journal('one'), made.journal('two')]
      /** The most that ever stood for an agent since the day began. */
      const bound = new Map<number, number>()
      for (let step = 0; step < 60; step += 1) {
        const journal = journals[pick(2)] ?? made.journal()
        const account = 5 + pick(2)
        const dice = pick(10)
        if (dice === 0) {
          made.clock.ms += pick(DAY_MS)
        } else if (dice === 1) {
          const units = (1 + pick(4)) * PRICE
          await journal.letStand(pair(account), units)
          bound.set(account, Math.max(bound.get(account) ?? 0, units))
        } else if (dice === 2) {
          const [one] = await listStanding(made.store, account, made.clock.ms)
          if (one) await endStanding(made.store, { id: one.id, account })
        } else if (dice === 3) {
          const unsettled = (await made.rows()).filter(({ state }) => state === 'open')
          const row = unsettled[pick(unsettled.length)]
          if (row) await journal.close(row.id, { state: 'released', reason: 'expired' })
        } else {
          const units = (1 + pick(2)) * PRICE
          await Promise.all(
            [1, 2].map(async () =>
              journal.reserve(made.standing(account, { units }), policy, right(account)),
            ),
          )
        }
        for (const [one, units] of bound) {
          for (const { signed_ms } of await made.rows()) {
            expect(await sumOfDay(made.store.db, pair(one), signed_ms)).toBeLessThanOrEqual(units)
          }
        }
      }
    }
  })
})
