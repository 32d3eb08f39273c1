import { authorizationId, paymentId, hashProof, requestHash } from './authorization.ts'
import { makeChallenge } from './challenge.ts'
import { InFlightCalls } from './in-flight.ts'
import type { NewPayment } from './ledger.ts'
import type { Payment, PaymentRequired, Settlement } from './messages.ts'
import {
  paymentConflict,
  PaymentProcessor,
  type PaymentProcessorParts,
} from './payment-processor.ts'
import type { Gate, GateCall, GateOutcome } from './port.ts'
import type { PriceTable, PriceTag } from './terms.ts'

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
  const inFlight = new InFlightCalls<GateOutcome>(paymentConflict)
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
      const { payment: shown, input, peer } = call
      if (!shown || input === undefined) {
        processor.throttle.unpaid(peer)
        return challenged(tag, call, 'Payment required')
      }
      const payment = { ...shown, accepted: tag.requirements }
      const row = newPayment(tag, payment, requestHash(call.operation, input))
      const binding = `${row.request_hash}|${row.proof_hash}`
      const { outcome, isFirst } = await inFlight.join(
        row.id,
        binding,
        call.signal,
        async (abandoned) =>
          processor.sell({
            tag,
            shown,
            payment,
            row,
            peer,
            work,
            abandoned,
            challenged: (error, settlement) => challenged(tag, call, error, settlement),
          }),
      )
      return outcome.kind === 'sold' && !isFirst ? { ...outcome, replayed: true } : outcome
    },
  }
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
    valid_before_ms: Number(validBefore) * 1_000,
  }
}
