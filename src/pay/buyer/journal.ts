import type { Right } from '../../contract/right.ts'
import { DAY_MS } from '../../lib/durations.ts'
import type { Store, Work } from '../../store/port.ts'
import type { BuyerAuthorizationTable } from '../../store/tables/schema.ts'
import { OVER_AFTER_MS, RESEND_MAX_AGE_MS } from '../limits.ts'
import { networksOf, type Policy, type RefusalReason } from '../wallet/policy.ts'
import { boundPolicy } from './spending-limits.ts'
import { isStanding, type Pair, storeStanding, sumOfDay } from './standing-consents.ts'

/** One row of the buyer's journal. */
export type JournalRow = BuyerAuthorizationTable

/** Data of an authorization before it is signed. */
export type NewAuthorization = Omit<
  JournalRow,
  'state' | 'payment' | 'delivered' | 'transaction_hash' | 'reason' | 'closed_ms' | 'session'
>

/** How an authorization ended. */
export type Ending =
  | { state: 'spent'; transaction: string | null; units?: number; reason?: string }
  | { state: 'released'; reason: string }

/** Sums of the journal, in atomic units. `open` is part of both others. */
export interface Totals {
  session: number
  day: number
  open: number
}

/** A database or a transaction in it. */
type Reader = Pick<Store['db'], 'selectFrom'>

/**
 * What an agent may spend between two midnights (UTC), in atomic units, as of the transaction in which it pays. Throws
 * `unauthorized` where it may not pay any more.
 */
export type BoundsOf = (db: Store['db'], agent: Right) => Promise<{ unitsPerDay?: number }>

/** Why nothing is reserved: the owner's reasons, and a standing consent that covers no more. */
export type ReserveRefusal = RefusalReason | 'not_standing'

const COUNTED = ['open', 'spent'] as const

/**
 * The buyer's journal and budget: one row per authorization, written before it is signed. All processes
 * that share the store share the budget, since the sums are made in the transaction of the new row.
 */
export class Journal {
  readonly #open: () => Promise<Store>
  readonly #session: string
  readonly #now: () => number
  readonly #boundsOf: BoundsOf

  /** `session` names this process for the budget per session. By default agents have no bounds of their own. */
  constructor(
    open: () => Promise<Store>,
    session: string,
    now: () => number,
    boundsOf: BoundsOf = async () => ({}),
  ) {
    this.#open = open
    this.#session = session
    this.#now = now
    this.#boundsOf = boundsOf
  }

  /** The reason why a payment would be refused now; undefined when it would not. */
  async objection(
    payment: Pick<JournalRow, 'host' | 'network' | 'pay_to' | 'units'>,
    policy: Policy,
    agent?: Right,
  ): Promise<RefusalReason | undefined> {
    const asOfNow = { ...payment, signed_ms: this.#now() }
    return this.#objection((await this.#open()).db, asOfNow, policy, agent)
  }

  /** Whether a standing consent covers a payment now. */
  async isStanding(payment: Pair, units: number): Promise<boolean> {
    return isStanding((await this.#open()).db, payment, units, this.#now())
  }

  /** Lets a consent stand for an agent and a seller. */
  async letStand(payment: Pair, unitsPerDay: number): Promise<void> {
    await storeStanding((await this.#open()).write, payment, { unitsPerDay, atMs: this.#now() })
  }

  /** What an agent has signed for today, in atomic units; without one, all together. */
  async spentToday(agent: Right | undefined): Promise<number> {
    return sumOfDay(
      (await this.#open()).db,
      agent ? { account_id: agent.user.id } : {},
      this.#now(),
    )
  }

  /**
   * Reserves the amount in the budget and pins the payee of the host, or returns the refusal reason. From here on the amount
   * counts as spent until the chain says otherwise. What its owner lets the agent do counts as of this transaction.
   */
  async reserve(
    authorization: NewAuthorization,
    policy: Policy,
    agent?: Right,
  ): Promise<JournalRow | ReserveRefusal> {
    const { host, network, pay_to } = authorization
    const row: JournalRow = {
      ...authorization,
      session: this.#session,
      state: 'open',
      payment: '',
      delivered: 0,
      transaction_hash: null,
      reason: null,
      closed_ms: null,
    }
    return this.#write(async (tx) => {
      const objection = await this.#objection(tx, row, policy, agent)
      if (objection) return objection
      const { account_id, consent, units, signed_ms } = row
      if (consent === 'standing') {
        const pair = { account_id: account_id ?? 0, host, network, pay_to }
        if (!(await isStanding(tx, pair, units, signed_ms))) return 'not_standing'
      }
      await tx.insertInto('buyer_authorization').values(row).execute()
      const pin = { host, network, pay_to, pinned_ms: this.#now() }
      await tx
        .insertInto('payee_pin')
        .values(pin)
        .onConflict((conflict) => conflict.columns(['host', 'network']).doUpdateSet(pin))
        .execute()
      return row
    })
  }

  /** Stores the signed payment; only afterwards may it leave this process. */
  async record(id: string, payment: string): Promise<void> {
    await this.#write(async (tx) =>
      tx.updateTable('buyer_authorization').set({ payment }).where('id', '=', id).execute(),
    )
  }

  /** Gives the amount back: nothing was signed. */
  async forget(id: string): Promise<void> {
    await this.#write(async (tx) =>
      tx.deleteFrom('buyer_authorization').where('id', '=', id).where('payment', '=', '').execute(),
    )
  }

  /**
   * Records that the result has arrived, and which transaction the seller claims: the payment stays open until the chain shows how it
   * was used. Drops the signature.
   */
  async deliver(id: string, claimed: string | undefined): Promise<void> {
    await this.#write(async (tx) => {
      const answered = tx
        .updateTable('buyer_authorization')
        .set({ delivered: 1, payment: '' })
        .where('id', '=', id)
      await answered.execute()
      if (claimed === undefined) return
      await answered.set({ transaction_hash: claimed }).where('state', '=', 'open').execute()
    })
  }

  /**
   * Closes an open authorization; a closed one stays as it is. Nobody's word releases one that may still be used by our clock.
   * Returns whether it was closed.
   */
  async close(id: string, { state, reason, ...ending }: Ending): Promise<boolean> {
    const transaction = 'transaction' in ending ? ending.transaction : null
    const taken = 'units' in ending && ending.units !== undefined ? { units: ending.units } : {}
    return this.#write(async (tx) => {
      const closing = tx
        .updateTable('buyer_authorization')
        .set({
          state,
          ...taken,
          ...(state === 'released' ? { payment: '' } : {}),
          transaction_hash: transaction,
          reason: reason ?? null,
          closed_ms: this.#now(),
        })
        .where('id', '=', id)
        .where('state', '=', 'open')
      const ended =
        state === 'released'
          ? closing.where('valid_before_ms', '<=', this.#now() - OVER_AFTER_MS)
          : closing
      const { numUpdatedRows } = await ended.executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    })
  }

  /** Gives up on a paid result, so that the same call may be bought again. */
  async giveUp(id: string, reason: string): Promise<void> {
    await this.#write(async (tx) =>
      tx.updateTable('buyer_authorization').set({ reason }).where('id', '=', id).execute(),
    )
  }

  /** The latest payment for a request that was, or may have been, sent and has no result yet. */
  async unanswered(
    requestHash: string,
    busy: ReadonlySet<string>,
  ): Promise<JournalRow | undefined> {
    const { db } = await this.#open()
    const rows = await db
      .selectFrom('buyer_authorization')
      .selectAll()
      .where('request_hash', '=', requestHash)
      .where('state', 'in', COUNTED)
      .where('delivered', '=', 0)
      .where('payment', '!=', '')
      .where('signed_ms', '>', this.#now() - RESEND_MAX_AGE_MS)
      .orderBy('signed_ms', 'desc')
      .execute()
    return rows.find(({ id, reason }) => !busy.has(id) && reason !== ANSWER_LOST)
  }

  /** Open authorizations of some networks, oldest first. */
  async openRows(networks: string | readonly string[], limit: number): Promise<JournalRow[]> {
    const { db } = await this.#open()
    return db
      .selectFrom('buyer_authorization')
      .selectAll()
      .where('state', '=', 'open')
      .where('network', 'in', [networks].flat())
      .orderBy('valid_before_ms')
      .limit(limit)
      .execute()
  }

  /** Payments signed before a time, the newest first. */
  async history(limit: number, beforeMs: number): Promise<JournalRow[]> {
    const { db } = await this.#open()
    return db
      .selectFrom('buyer_authorization')
      .selectAll()
      .where('signed_ms', '<', beforeMs)
      .orderBy('signed_ms', 'desc')
      .limit(limit)
      .execute()
  }

  /** The policy with the limits that the owner has lowered since. */
  async bound(policy: Policy): Promise<Policy> {
    return boundPolicy((await this.#open()).db, policy)
  }

  /** Amounts that count as spent on some networks now, together. */
  async totals(...networks: string[]): Promise<Totals> {
    return this.#totals((await this.#open()).db, networks)
  }

  async #objection(
    db: Store['db'],
    {
      host,
      network,
      pay_to,
      units,
      signed_ms,
    }: Pick<JournalRow, 'host' | 'network' | 'pay_to' | 'units' | 'signed_ms'>,
    policy: Policy,
    agent: Right | undefined,
  ): Promise<RefusalReason | undefined> {
    const pin = policy.payees.has(host)
      ? undefined
      : await db
          .selectFrom('payee_pin')
          .select('pay_to')
          .where('host', '=', host)
          .where('network', '=', network)
          .executeTakeFirst()
    if (pin && pin.pay_to !== pay_to) return 'payee_changed'
    const counted = networksOf(policy).map(({ id }) => id)
    const { session, day } = await this.#totals(db, [network, ...counted])
    const { perSessionUnits, perDayUnits } = await boundPolicy(db, policy)
    if (session + units > perSessionUnits) return 'over_session_budget'
    if (day + units > perDayUnits) return 'over_day_budget'
    if (!agent) return undefined
    const { unitsPerDay } = await this.#boundsOf(db, agent)
    if (unitsPerDay === undefined) return undefined
    const spent = await sumOfDay(db, { account_id: agent.user.id }, signed_ms)
    return spent + units > unitsPerDay ? 'over_agent_budget' : undefined
  }

  async #totals(db: Reader, networks: readonly string[]): Promise<Totals> {
    const sum = db
      .selectFrom('buyer_authorization')
      .select((eb) =>
        eb.cast<number>(eb.fn.coalesce(eb.fn.sum('units'), eb.lit(0)), 'bigint').as('units'),
      )
      .where('network', 'in', networks)
    const open = await sum.where('state', '=', 'open').executeTakeFirstOrThrow()
    const session = await sum
      .where('state', 'in', COUNTED)
      .where('session', '=', this.#session)
      .executeTakeFirstOrThrow()
    // An open authorization counts whenever it was signed: it may still be used today.
    const dayStart = this.#now() - DAY_MS
    const day = await sum
      .where((eb) =>
        eb.or([
          eb('state', '=', 'open'),
          eb.and([eb('state', '=', 'spent'), eb('signed_ms', '>', dayStart)]),
        ]),
      )
      .executeTakeFirstOrThrow()
    return { session: session.units, day: day.units, open: open.units }
  }

  async #write<T>(work: Work<T>): Promise<T> {
    return (await this.#open()).write(work)
  }
}

/** Reason of a payment whose result never came and is no longer awaited. */
export const ANSWER_LOST = 'answer_lost'
