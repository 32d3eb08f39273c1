import type { SignatureCheck } from './check-signature.ts'
import type { Payment } from './messages.ts'
import type { PaymentThrottle } from './payment-throttle.ts'

/** Why a payment that its payer has not signed is refused, in the words of the protocol. */
export const BAD_SIGNATURE = 'invalid_exact_evm_signature'

/** A payment that may be looked at further. */
export interface Admitted {
  /** Whether the payer has signed it, as far as can be told here. */
  isSigned: boolean
  /** Counts it as bad: with its payer if that has signed, else with the address that it came from. */
  rejected(): void
}

/** What is looked at before any limit counts. */
interface Incoming {
  payment: Payment
  /** Address that pays, in lower case. */
  payer: string
  /** Address of the caller. */
  peer: string | undefined
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
