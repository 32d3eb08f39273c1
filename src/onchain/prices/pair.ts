import { OperationError } from '../../contract/errors.ts'
import { type Asset, namedAsset, quoteCurrency } from './assets.ts'

/** An asset, and what its price is given in. */
export interface Pair {
  asset: Asset
  unit: Asset
}

/**
 * Reads which price a caller asks for, as far as is known without a request: the asset of a symbol that is
 * not listed is undefined. Throws `unknown_symbol`, and `invalid_input` for an asset in itself.
 */
export function readPair({ symbol, vs }: { symbol: string; vs: string }): {
  asset: Asset | undefined
  unit: Asset
} {
  const unit = quoteCurrency(vs)
  if (symbol.trim().toUpperCase() === unit.symbol) throw inItself()
  const asset = namedAsset(symbol)
  if (asset) requireDifferent({ asset, unit })
  return { asset, unit }
}

/** Throws `invalid_input` for the price of an asset in itself. */
export function requireDifferent({ asset, unit }: Pair): void {
  if (asset.id === unit.id) throw inItself()
}

function inItself(): OperationError {
  return new OperationError('invalid_input', 'symbol and vs are the same asset.', {
    hint: 'Leave vs out for a price in USD.',
  })
}
