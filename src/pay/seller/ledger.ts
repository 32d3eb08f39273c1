import type { Store, Work } from '../../store/port.ts'
import type { SellerPaymentTable } from '../../store/tables/schema.ts'

/** One row of the seller's ledger. */
export type LedgerRow = SellerPaymentTable

/** Data of a payment when it is first received. */
export type NewPayment = Pick<
  LedgerRow,
  | 'id'
  | 'operation'
  | 'network'
  | 'asset'
  | 'payer'
  | 'pay_to'
  | 'units'
  | 'request_hash'
  | 'proof_hash'
  | 'payment'
  | 'has_id'
  | 'payment_key'
  | 'valid_before_ms'
>

/** How a payment ended. */
export type Closing =
  | { state: 'settled'; transaction: string; answer: string | null; answerUntilMs: number | null }
  | { state: 'refused'; reason: string }

/** How long a lease of a row's owner lasts after its last renewal. */
export const LEASE_MS = 4_000

const OPEN = ['working', 'settling'] as const

/**
 * The seller's ledger of payments. One row per authorization, whichever process received it: processes with one payee address
 * must share one ledger, or each would sell for the same payment.
 */
export class Ledger {
  readonly #open: () => Promise<Store>
  readonly #owner: string
  readonly #now: () => number

  /** `owner` identifies this process among those that share the store. */
  constructor(open: () => Promise<Store>, owner: string, now: () => number) {
    this.#open = open
    this.#owner = owner
    this.#now = now
  }

  async find(id: string): Promise<LedgerRow | undefined> {
    const { db } = await this.#open()
    return db.selectFrom('seller_payment').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** The payment that holds the key of an id: one that is open, or whose answer can still be had. */
  async findByKey(key: string): Promise<LedgerRow | undefined> {
    const { db } = await this.#open()
    return holdersOf(db, key, this.#now()).selectAll().executeTakeFirst()
  }

  /** Adds a payment before its work; returns false when it, or another one with its key, already is in the ledger. */
  async claim(payment: NewPayment): Promise<boolean> {
    const now = this.#now()
    const { payment_key: key } = payment
    const row: LedgerRow = {
      ...payment,
      state: 'working',
      answer: null,
      answer_until_ms: null,
      transaction_hash: null,
      reason: null,
      doubtful: 0,
      owner: this.#owner,
      leased_until_ms: now + LEASE_MS,
      created_ms: now,
      closed_ms: null,
    }
    return this.#write(async (tx) => {
      if (key !== null) await freeKey(tx, key, now)
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('seller_payment')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    })
  }

  /** Takes over a row whose owner is this process or dead; returns false while another process holds it. */
  async takeOver(id: string): Promise<boolean> {
    const now = this.#now()
    return this.#write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('seller_payment')
        .set({ owner: this.#owner, leased_until_ms: now + LEASE_MS, doubtful: 1 })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('owner', '=', this.#owner), eb('leased_until_ms', '<', now)]))
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    })
  }

  /** Stores the result, so that any process that finishes the settlement can deliver it. */
  async record(id: string, answer: string): Promise<void> {
    await this.#update(id, { state: 'settling', answer })
  }

  /** Records that a settlement attempt ended with an unknown outcome. */
  async doubt(id: string): Promise<void> {
    await this.#update(id, { doubtful: 1 })
  }

  /** Closes a payment. Drops what only the settlement needed: the signature and, if refused, the result. */
  async close(id: string, closing: Closing): Promise<void> {
    const isSettled = closing.state === 'settled'
    await this.#update(id, {
      state: closing.state,
      payment: '',
      answer: isSettled ? closing.answer : null,
      answer_until_ms: isSettled ? closing.answerUntilMs : null,
      transaction_hash: isSettled ? closing.transaction : null,
      reason: isSettled ? null : closing.reason,
      leased_until_ms: 0,
      closed_ms: this.#now(),
    })
  }

  /** Deletes a payment that was not charged, so that it can be used again. */
  async release(id: string): Promise<void> {
    await this.#write(async (tx) => tx.deleteFrom('seller_payment').where('id', '=', id).execute())
  }

  /** Releases a row to any process, after a pause. */
  async lapse(id: string, pauseMs = 0): Promise<void> {
    await this.#update(id, { leased_until_ms: this.#now() + pauseMs, owner: '' })
  }

  /** Renews the leases of the rows that this process works on. */
  async renew(ids: readonly string[]): Promise<void> {
    const lease = this.#now() + LEASE_MS
    await this.#write(async (tx) =>
      tx
        .updateTable('seller_payment')
        .set({ leased_until_ms: lease })
        .where('id', 'in', ids)
        .where('owner', '=', this.#owner)
        .where('state', 'in', OPEN)
        .execute(),
    )
  }

  /** Open payments without a live owner, longest abandoned first. */
  async abandoned(limit: number): Promise<LedgerRow[]> {
    const { db } = await this.#open()
    return db
      .selectFrom('seller_payment')
      .selectAll()
      .where('state', 'in', OPEN)
      .where('leased_until_ms', '<', this.#now())
      .orderBy('leased_until_ms')
      .limit(limit)
      .execute()
  }

  /** How many settlements of a payer failed since a time. */
  async refusals(payer: string, sinceMs: number): Promise<number> {
    const { db } = await this.#open()
    const { count } = await db
      .selectFrom('seller_payment')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('payer', '=', payer)
      .where('state', '=', 'refused')
      .where('closed_ms', '>', sinceMs)
      .executeTakeFirstOrThrow()
    return count
  }

  /** Drops expired results; the payments stay in the ledger. */
  async forgetAnswers(): Promise<void> {
    const now = this.#now()
    await this.#write(async (tx) =>
      tx
        .updateTable('seller_payment')
        .set({ answer: null })
        .where('answer_until_ms', '<', now)
        .where('answer', 'is not', null)
        .execute(),
    )
  }

  async #update(id: string, values: Partial<LedgerRow>): Promise<void> {
    await this.#write(async (tx) =>
      tx.updateTable('seller_payment').set(values).where('id', '=', id).execute(),
    )
  }

  async #write<T>(work: Work<T>): Promise<T> {
    return (await this.#open()).write(work)
  }
}

type Transaction = Parameters<Work<unknown>>[0]

function holdersOf(db: Pick<Transaction, 'selectFrom'>, key: string, nowMs: number) {
  return db
    .selectFrom('seller_payment')
    .where('payment_key', '=', key)
    .where((eb) =>
      eb.or([
        eb('state', 'in', OPEN),
        eb.and([
          eb('state', '=', 'settled'),
          eb.or([eb('answer_until_ms', 'is', null), eb('answer_until_ms', '>', nowMs)]),
        ]),
      ]),
    )
}

/** Takes the key from a payment that has ended and has no answer any more. */
async function freeKey(tx: Transaction, key: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('seller_payment')
    .set({ payment_key: null })
    .where('payment_key', '=', key)
    .where('id', 'not in', holdersOf(tx, key, nowMs).select('id'))
    .execute()
}
