import { toOperationError } from '../../contract/errors.ts'
import { type AnyOperation, here, type Services } from '../../contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../contract/principal.ts'
import type { Receipt } from '../../contract/spending.ts'
import { createHttpApp } from '../../http/app.ts'
import { listen } from '../../http/listen.ts'
import { createMetrics } from '../../lib/metrics.ts'
import type { PriceTable } from '../../pay/protocol/terms.ts'
import type { SaleFinding } from '../../pay/seller/inspect-seller.ts'
import type { Config } from '../config/config.ts'
import { type BuyingParts, composeBuyer } from './compose-buyer.ts'
import { composeSeller, type SellerParts } from './compose-seller.ts'

/** Longest time for the purchase: checking, working and two blocks. */
const TRIAL_MAX_MS = 30_000

/** Refusals that say of the wallet that it cannot pay, and nothing of the seller. */
const WALLET_REASONS: ReadonlySet<unknown> = new Set([
  'no_wallet',
  'wallet_locked',
  'approval_unavailable',
  'over_call_cap',
  'over_session_budget',
  'over_day_budget',
])

/** What a trial needs: both sides of a payment. */
export type TrialParts = SellerParts & BuyingParts & { services: Services }

/**
 * Buys one call of a seller at a door of its own on this machine, with the wallet that is configured here: for networks whose money is
 * worth nothing. Nothing is sold to others meanwhile.
 */
export async function trySale(
  config: Config,
  operations: readonly AnyOperation[],
  parts: TrialParts,
): Promise<SaleFinding | undefined> {
  const seller = composeSeller(config, operations, parts)
  const bought = seller && chooseCall(operations, seller.gate.prices)
  if (!seller || !bought) return undefined
  const door = await listen((request, env) => app.fetch(request, env), {
    host: '127.0.0.1',
    port: 0,
    log: parts.services.log,
  })
  const app = createHttpApp({
    operations,
    services: { ...parts.services, place: here },
    metrics: createMetrics(() => 0),
    mcp: async () => new Response(null, { status: 404 }),
    allowedHosts: [],
    publicUrl: door.url,
    gate: seller.gate,
  })
  seller.announce(door.url)
  try {
    return await buyAt(door.url, bought, config, parts)
  } finally {
    await door.close(async () => {})
    await seller.close()
  }
}

/** A sold operation, and the call of it that anybody may make. */
interface TrialCall {
  operation: AnyOperation
  input: Record<string, unknown>
}

/** The cheapest call, and of those rather one that reaches out nowhere: it tells of the seller and of nothing else. */
function chooseCall(
  operations: readonly AnyOperation[],
  prices: PriceTable,
): TrialCall | undefined {
  const [best] = operations
    .flatMap((operation) => {
      const { example, effects, name } = operation
      const units = prices.get(name)?.units
      if (!example || units === undefined) return []
      return [{ operation, input: example.input, units, isFar: effects.openWorld ? 1 : 0 }]
    })
    .toSorted((a, b) => a.isFar - b.isFar || a.units - b.units)
  return best
}

async function buyAt(
  url: string,
  { operation, input }: TrialCall,
  config: Config,
  parts: TrialParts,
): Promise<SaleFinding> {
  const check = 'purchase'
  const asBuyer = { ...config, remote: url, place: {}, 'remote-payee': config['pay-to'] }
  const receipts: Receipt[] = []
  try {
    const { remote } = composeBuyer(asBuyer, [operation], parts)
    await remote?.there(operation, {
      input,
      services: parts.services,
      caller: undefined,
      principal: LOCAL_PRINCIPAL,
      signal: AbortSignal.timeout(TRIAL_MAX_MS),
      progress: () => {},
      paid: (receipt) => void receipts.push(receipt),
    })
  } catch (thrown) {
    const { code, message, fields, hint = '' } = toOperationError(thrown)
    const { reason, seller = '' } = fields
    const isOfWallet = WALLET_REASONS.has(reason) || String(seller).includes('insufficient')
    return isOfWallet || code === 'settlement_pending'
      ? { check, status: 'warn', detail: `no call was bought: ${message} ${hint}` }
      : {
          check,
          status: 'fail',
          detail: `a call of ${operation.name} could not be bought: ${code}: ${message}`,
        }
  }
  const [receipt] = receipts
  const paid = `${receipt?.usd ?? '0'} USD of test money in ${receipt?.transaction ?? 'no transaction'}`
  return { check, status: 'ok', detail: `a call of ${operation.name} was bought for ${paid}` }
}
