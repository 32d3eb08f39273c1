import { OperationError } from '../contract/errors.ts'
import type { Quote } from '../contract/spending.ts'
import type { Buyer } from '../pay/buyer/buyer.ts'
import type { Challenge } from '../pay/protocol/messages.ts'
import { unitsToUsd } from '../pay/protocol/money.ts'
import type { Exchange } from '../pay/protocol/purchase.ts'
import { chooseTerms, type Policy } from '../pay/wallet/policy.ts'

/** The price of a free call. */
export const FREE: Omit<Quote, 'place'> = {
  usd: '0',
  host: null,
  payTo: null,
  network: null,
  allowed: true,
  reason: null,
}

/** The quote of a call whose price only the call itself tells: asking for it might do the work. */
export function toldByCall(host: string): Omit<Quote, 'place'> {
  return { ...FREE, usd: null, host, allowed: false, reason: 'told_by_call' }
}

const NO_OFFER: Challenge = { x402Version: 1, accepts: [] }

/** Reads the price out of what an unpaid call was answered, and compares it with the limits. */
export async function readQuote(
  answer: Exchange<unknown>,
  url: string,
  policy: Policy,
  buyer: Buyer,
): Promise<Omit<Quote, 'place'>> {
  const { host } = new URL(url)
  if (answer.kind === 'answered') return { ...FREE, host }
  if (answer.kind !== 'challenged') throw answer.error
  try {
    const challenge = answer.challenge ?? NO_OFFER
    // Without the cap, so that a price above it is told as well.
    const uncapped = { ...policy, perCallUnits: Number.MAX_SAFE_INTEGER }
    const terms = chooseTerms(challenge, url, uncapped)
    const isOverCap = terms.units > policy.perCallUnits
    const objection = isOverCap ? 'over_call_cap' : await buyer.objection(terms)
    return {
      usd: unitsToUsd(terms.units),
      host,
      payTo: terms.payTo,
      network: terms.network.id,
      allowed: objection === undefined,
      reason: objection ?? null,
    }
  } catch (thrown) {
    if (!(thrown instanceof OperationError) || thrown.code !== 'payment_refused') throw thrown
    const reason = String(thrown.fields['reason'])
    return { ...FREE, usd: null, host, allowed: false, reason }
  }
}
