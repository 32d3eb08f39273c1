import { OperationError } from '../../contract/errors.ts'
import { networkOf } from '../../lib/network-of.ts'
import { RateLimit } from '../../lib/rate-limit.ts'
import {
  PAYER_MAX_CALLS,
  PAYER_REJECTED_BURST_PAYMENTS,
  PAYER_REJECTED_PAYMENTS_PER_SECOND,
  PEERS_MAX_COUNT,
  REJECTED_BURST_PAYMENTS,
  REJECTED_PAYMENTS_PER_SECOND,
  UNPAID_BURST_CALLS,
  UNPAID_CALLS_PER_SECOND,
  VERIFY_MAX_CALLS,
  VERIFY_PER_NETWORK_MAX_CALLS,
} from '../limits.ts'
import type { Payment } from '../protocol/messages.ts'
import type { SignatureCheck } from './check-signature.ts'

/** Why a payment that its payer has not signed is refused, in the words of the protocol. */
export const BAD_SIGNATURE = 'invalid_exact_evm_signature'

/** A payment that may be looked at further. */
interface Admitted {
  /** Whether the payer has signed it, as far as can be told here. */
  isSigned: boolean
  /** Counts it as bad: with its payer if that has signed, else with the address that it came from. */
  rejected(): void
}

/** Facts of a payment, looked at before any limit counts. */
interface Incoming {
  payment: Payment
  /** Address that pays, in lower case. */
  payer: string
  /** Address of the caller. */
  peer: string | undefined
}

/** Throttles unpaid requests, by the network of their address and by payer. */
export class PaymentThrottle {
  readonly #unpaid = burst(UNPAID_BURST_CALLS, UNPAID_CALLS_PER_SECOND)
  readonly #rejected = burst(REJECTED_BURST_PAYMENTS, REJECTED_PAYMENTS_PER_SECOND)
  readonly #payersRejected = burst(
    PAYER_REJECTED_BURST_PAYMENTS,
    PAYER_REJECTED_PAYMENTS_PER_SECOND,
  )
  readonly #running = new Running()
  readonly #verifying = new Running()

  /** Counts an unpaid call; throws `rate_limited`. */
  unpaid(peer: string | undefined): void {
    const verdict =
      peer === undefined ? undefined : this.#unpaid.take(networkOf(peer), performance.now())
    if (verdict?.allowed === false) {
      throw tooMany('Too many unpaid calls.', verdict.retryAfterSeconds)
    }
  }

  /** Throws `rate_limited` for an address with too many payments that nobody has signed. */
  admit(peer: string | undefined): void {
    const verdict =
      peer === undefined ? undefined : this.#rejected.check(networkOf(peer), performance.now())
    if (verdict?.allowed === false) throw tooManyRejected(verdict.retryAfterSeconds)
  }

  /** Counts a payment that nobody has signed. */
  rejected(peer: string | undefined): void {
    if (peer !== undefined) this.#rejected.take(networkOf(peer), performance.now())
  }

  /** Throws `rate_limited` for a payer whose payments failed verification too often. */
  admitPayer(payer: string): void {
    const verdict = this.#payersRejected.check(payer, performance.now())
    if (verdict?.allowed === false) throw tooManyRejected(verdict.retryAfterSeconds)
  }

  /** Counts a payment that its payer has signed, and that failed verification. */
  payerRejected(payer: string): void {
    this.#payersRejected.take(payer, performance.now())
  }

  /** Runs work for a payer; throws `rate_limited` when too much is running for that payer. */
  async forPayer<T>(payer: string, work: () => Promise<T>): Promise<T> {
    if (this.#running.of(payer) >= PAYER_MAX_CALLS) {
      throw tooMany('Too many calls of this payer are under way.', 1)
    }
    return this.#running.count(payer, work)
  }

  /** Runs a verification; throws `rate_limited` when too many of its address are running, `unavailable` when too many of all are. */
  async verifying<T>(peer: string | undefined, work: () => Promise<T>): Promise<T> {
    const network = networkOf(peer ?? '')
    if (this.#verifying.of(network) >= VERIFY_PER_NETWORK_MAX_CALLS) {
      throw tooMany('Too many payments from your address are being checked.', 1)
    }
    if (this.#verifying.all >= VERIFY_MAX_CALLS) {
      throw new OperationError('unavailable', 'Too many payments are being checked.', {
        hint: 'Nothing was charged. Send the same payment again in a second.',
      })
    }
    return this.#verifying.count(network, work)
  }
}

/** How much is running, of all and of each owner. */
class Running {
  readonly #counts = new Map<string, number>()
  all = 0

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0
  }

  async count<T>(owner: string, work: () => Promise<T>): Promise<T> {
    this.#add(owner, 1)
    try {
      return await work()
    } finally {
      this.#add(owner, -1)
    }
  }

  #add(owner: string, change: 1 | -1): void {
    this.all += change
    const count = this.of(owner) + change
    if (count === 0) this.#counts.delete(owner)
    else this.#counts.set(owner, count)
  }
}

/** A burst of calls per address that refills at a steady rate. */
function burst(size: number, perSecond: number): RateLimit {
  return new RateLimit([{ count: size, seconds: size / perSecond }], PEERS_MAX_COUNT)
}

function tooManyRejected(waitSeconds: number): OperationError {
  return tooMany('Too many payments that were not valid.', waitSeconds)
}

function tooMany(message: string, waitSeconds: number): OperationError {
  return new OperationError('rate_limited', message, {
    hint: 'Nothing was charged. Wait a few seconds; a payment already made for this call stays good.',
    fields: { 'retry-after': Math.ceil(waitSeconds) },
  })
}

/**
 * Lets payments in by their signature: whoever has signed is limited alone, so that nobody is shut out by strangers who share the
 * address of a proxy. Limits by address are for what nobody has signed.
 */
export class Admission {
  readonly #throttle: PaymentThrottle
  readonly #open: () => Promise<SignatureCheck>

  constructor(throttle: PaymentThrottle, open: () => Promise<SignatureCheck>) {
    this.#throttle = throttle
    this.#open = open
  }

  /** Undefined for a payment that its payer has not signed. Throws `rate_limited`. */
  async admit({ payment, payer, peer }: Incoming): Promise<Admitted | undefined> {
    const signatures = await this.#open()
    if (await signatures.byKey(payment)) return this.#signed(payer)
    // Wallets without a key are asked on the chain, at the cost of the address that says so.
    this.#throttle.admit(peer)
    const signedBy = await signatures.byContract(payment)
    if (signedBy === 'payer') return this.#signed(payer)
    const rejected = (): void => this.#throttle.rejected(peer)
    if (signedBy === 'unknown') return { isSigned: false, rejected }
    rejected()
    return undefined
  }

  #signed(payer: string): Admitted {
    this.#throttle.admitPayer(payer)
    return { isSigned: true, rejected: () => this.#throttle.payerRejected(payer) }
  }
}
