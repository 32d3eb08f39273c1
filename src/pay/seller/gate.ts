import {
  authorizationId,
  hashProof,
  paymentId,
  paymentKey,
  requestHash,
} from '../protocol/authorization.ts'
import { makeChallenge } from '../protocol/challenge.ts'
import type { Payment, PaymentRequired, Settlement } from '../protocol/messages.ts'
import type { PriceTable, PriceTag } from '../protocol/terms.ts'
import { InFlightCalls } from './in-flight.ts'
import type { LedgerRow, NewPayment } from './ledger.ts'
import {
  paymentConflict,
  PaymentProcessor,
  type PaymentProcessorParts,
  type Sale,
  type SaleOutcome,
} from './payment-processor.ts'
import type { Gate, GateCall, GateOutcome } from './port.ts'

/** Dependencies of a gate. */
export interface GateParts extends PaymentProcessorParts {
  prices: PriceTable
  /** Public address of the routes, as the challenge names it; undefined where there is none. */
  baseUrl(): string | undefined
}

/** A gate with its current activity. */
export interface RunningGate extends Gate {
  /** Payments in progress in this process, by their id in the ledger. */
  underWay(): string[]
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>
}

/** Creates the seller's gate. */
export function createGate(parts: GateParts): RunningGate {
  const { prices, baseUrl } = parts
  const processor = new PaymentProcessor(parts)
  const inFlight = new InFlightCalls<SaleOutcome>(paymentConflict)
  const challenged = (
    tag: PriceTag,
    { transport }: GateCall,
    error: string,
    settlement?: Settlement,
  ): GateOutcome => {
    const paymentRequired: PaymentRequired = makeChallenge(tag, {
      transport,
      baseUrl: baseUrl(),
      error,
    })
    return { kind: 'challenge', paymentRequired, ...(settlement ? { settlement } : {}) }
  }
  return {
    prices,
    baseUrl,
    underWay: () => inFlight.keys,
    idle: async () => inFlight.idle(),
    async pass(call, work) {
      const tag = prices.get(call.operation)
      if (!tag) throw new Error(`${call.operation} is not for sale`)
      const { payment: received, input, peer } = call
      if (!received || input === undefined) {
        processor.throttle.unpaid(peer)
        return challenged(tag, call, 'Payment required')
      }
      const { signal } = call
      const payment = { ...received, accepted: tag.requirements }
      const row = newPayment(tag, payment, requestHash(call.operation, input))
      const sell = async (sale: Pick<Sale, 'received' | 'payment' | 'row'>) =>
        inFlight.join(
          sale.row.id,
          `${sale.row.request_hash}|${sale.row.proof_hash}`,
          signal,
          async (abandoned) =>
            processor.sell({
              ...sale,
              tag,
              peer,
              work,
              abandoned,
              challenged: (error, settlement) => challenged(tag, call, error, settlement),
            }),
        )
      for (let attempt = 1; ; attempt++) {
        const { outcome, isFirst } = await sell({ received, payment, row })
        if (outcome.kind === 'sold' && !isFirst) return { ...outcome, replayed: true }
        if (outcome.kind !== 'twin') return outcome
        const twin = await sell(earlierSale(outcome.row, row, payment))
        if (twin.outcome.kind === 'sold') return { ...twin.outcome, replayed: true }
        if (twin.outcome.kind === 'pending') return twin.outcome
        // What was paid first came to nothing: this payment has its turn.
        if (attempt === TWINS_MAX_COUNT) throw paymentConflict()
      }
    },
  }
}

/** Earlier payments with one id that one call looks at. */
const TWINS_MAX_COUNT = 3

/**
 * The sale that an earlier payment with the same id began (x402 extension `payment-identifier`): that payment is settled, and no
 * other. Throws `payment_conflict` where it was for another call.
 */
function earlierSale(
  earlier: LedgerRow,
  { request_hash }: NewPayment,
  later: Payment,
): Pick<Sale, 'received' | 'payment' | 'row'> {
  if (earlier.request_hash !== request_hash) throw paymentConflict()
  // Of one that is settled only the answer is left to ask for.
  const payment = earlier.payment === '' ? later : (JSON.parse(earlier.payment) as Payment)
  return { received: payment, payment, row: earlier }
}

function newPayment({ offer, units }: PriceTag, payment: Payment, hash: string): NewPayment {
  const { accepted, payload } = payment
  const { from, validBefore } = payload.authorization
  return {
    id: authorizationId(accepted, payment),
    operation: offer.name,
    network: accepted.network,
    asset: accepted.asset.toLowerCase(),
    payer: from.toLowerCase(),
    pay_to: accepted.payTo.toLowerCase(),
    units,
    request_hash: hash,
    proof_hash: hashProof(payment),
    payment: JSON.stringify(payment),
    has_id: paymentId(payment) === undefined ? 0 : 1,
    payment_key: paymentKey(payment),
    valid_before_ms: Number(validBefore) * 1_000,
  }
}
