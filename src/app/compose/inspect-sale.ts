import type { AnyOperation } from '../../contract/operation.ts'
import { largestChallenge } from '../../http/routes/paywall.ts'
import { priceTable } from '../../pay/protocol/terms.ts'
import { openHostedFacilitator } from '../../pay/seller/facilitator.ts'
import { inspectSeller, type SaleFinding } from '../../pay/seller/inspect-seller.ts'
import type { SellerSettings } from '../../pay/seller/seller.ts'
import type { Config } from '../config/config.ts'
import { sellerSettings } from './compose-seller.ts'
import type { TrialParts } from './try-sale.ts'

/** Bytes that nginx and others keep for the head of an answer unless told otherwise: a larger one becomes 502 there. */
const PROXY_HEAD_BYTES = 4_096

/**
 * What the seller would be paid by, looked at before anybody pays, and on a test network a call that is bought; none without `paid`.
 * Throws ConfigError.
 */
export async function inspectSale(
  config: Config,
  operations: readonly AnyOperation[],
  parts: TrialParts,
): Promise<SaleFinding[]> {
  const settings = sellerSettings(config, operations, parts)
  if (!settings) return []
  const { facilitator, payee } = settings
  const found = [
    ...(await inspectSeller({
      ...settings,
      hosted: facilitator.kind === 'hosted' ? openHostedFacilitator(facilitator) : undefined,
      isPayeeNew: config['pay-to-new'],
    })),
    ...inspectChallenge(config, settings),
  ]
  // Where the parts are wrong already, a purchase would say no more.
  if (!payee.network.isTest || found.some(({ status }) => status === 'fail')) return found
  const { trySale } = await import('./try-sale.ts')
  const bought = await trySale(config, operations, parts)
  return bought ? [...found, bought] : found
}

/** The head of a 402 holds the challenge, which grows with the public address. */
function inspectChallenge(
  config: Config,
  { offers, payee, prices }: SellerSettings,
): SaleFinding[] {
  const table = priceTable(offers, payee, prices)
  if (table.size === 0) return []
  const baseUrl = config['public-url'] ?? `https://${config['allowed-hosts'][0] ?? config.host}`
  const { operation, bytes } = largestChallenge(table, baseUrl)
  const size = `the head of a 402 has at most ${bytes} bytes (${operation})`
  return [
    bytes <= PROXY_HEAD_BYTES
      ? {
          check: 'challenge',
          status: 'ok',
          detail: `${size}, and proxies take ${PROXY_HEAD_BYTES}`,
        }
      : {
          check: 'challenge',
          status: 'warn',
          detail: `${size}, and proxies take ${PROXY_HEAD_BYTES} unless told otherwise, as by proxy_buffer_size of nginx: shorten --public-url`,
        },
  ]
}
