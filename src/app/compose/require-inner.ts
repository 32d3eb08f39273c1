import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import type { Seller } from '../../pay/seller/seller.ts'
import type { Config } from '../config/config.ts'

/** Throws where an operation may not run within another call: the configuration leaves it out, or it is sold here. */
export function requireInnerAllowed(
  { name, effects, usesAccount }: AnyOperation,
  config: Pick<Config, 'exclude-tools' | 'read-only' | 'chat'>,
  seller: Pick<Seller, 'gate'> | undefined,
): void {
  const isExcluded =
    (config['exclude-tools'] ?? []).includes(name) ||
    (config['read-only'] && !effects.readOnly) ||
    (config.chat === 'off' && usesAccount === true)
  if (isExcluded) {
    throw new OperationError('forbidden', `The owner of this server does not offer ${name}.`, {
      hint: 'Go on without this tool.',
    })
  }
  if (seller?.gate.prices.has(name)) {
    throw new OperationError('payment_required', `Calls of ${name} are sold here.`, {
      hint: `Call ${name} by itself, with a payment.`,
    })
  }
}
