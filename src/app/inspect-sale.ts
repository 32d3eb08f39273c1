import type { AnyOperation } from '../contract/operation.ts'
import { openHostedFacilitator } from '../pay/facilitator.ts'
import { inspectSeller, type SaleFinding } from '../pay/inspect-seller.ts'
import { sellerSettings } from './compose-seller.ts'
import type { Config } from './config/config.ts'
import type { TrialParts } from './try-sale.ts'

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
  const found = await inspectSeller({
    ...settings,
    hosted: facilitator.kind === 'hosted' ? openHostedFacilitator(facilitator) : undefined,
    isPayeeNew: config['pay-to-new'],
  })
  // Where the parts are wrong already, a purchase would say no more.
  if (!payee.network.isTest || found.some(({ status }) => status === 'fail')) return found
  const { trySale } = await import('./try-sale.ts')
  const bought = await trySale(config, operations, parts)
  return bought ? [...found, bought] : found
}
