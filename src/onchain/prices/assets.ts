import { OperationError } from '../../contract/errors.ts'
import { type Network, NETWORKS } from '../../contract/onchain.ts'
import { parseAddress } from '../address.ts'
import { CHAINS } from '../chains.ts'
import { badInput } from '../failures.ts'
import { ASSETS, CONTRACTS, SHARED_SYMBOLS, STABLE } from './asset-table.ts'
import { FIATS } from './fiats.ts'

/** Something that has a price, or that prices are given in. */
export interface Asset {
  kind: 'crypto' | 'fiat'
  /** Upper case. Of a contract that is not listed: its address. */
  symbol: string
  /** Canonical: `coingecko:<id>`, a CAIP-19 contract, or `iso4217:<code>`. */
  id: string
  coingecko?: string
  contract?: { network: Network; address: string }
  /** Letters of the exchanges that trade it under its symbol (`asset-table.ts`). */
  venues: string
  stable: boolean
  /** Traded so thinly that quotes may lie further apart. */
  minor: boolean
}

const listed: ReadonlyMap<string, Asset> = new Map(
  rowsOf(ASSETS).map(([symbol = '', coingecko = '', venues = '']) => [
    symbol,
    {
      kind: 'crypto',
      symbol,
      id: `coingecko:${coingecko}`,
      coingecko,
      venues,
      stable: STABLE.has(symbol),
      minor: false,
    },
  ]),
)

const listedById: ReadonlyMap<string, Asset> = new Map(
  [...listed.values()].map((asset) => [asset.id, asset]),
)

const contracts: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  NETWORKS.map((network) => [
    network,
    new Map(
      rowsOf(CONTRACTS)
        .filter(([place]) => place === network)
        .map(([, symbol = '', address = '']) => [address.toLowerCase(), symbol]),
    ),
  ]),
)

const shared: ReadonlyMap<string, readonly string[]> = new Map(
  rowsOf(SHARED_SYMBOLS).map(([symbol = '', ...ids]) => [symbol, ids]),
)

/** Names of the assets whose contracts are listed on a network, as CoinGecko writes them into its ids: `usd coin`. */
export function listedNames(network: string): string[] {
  const symbols = new Set(listedContracts(network).values())
  return [...symbols].map((symbol) => (listed.get(symbol)?.coingecko ?? '').replaceAll('-', ' '))
}

/** Symbols of the listed contracts of a network, by address in lower case. */
export function listedContracts(network: string): ReadonlyMap<string, string> {
  return contracts.get(network) ?? new Map<string, string>()
}

/** An asset of the table, by its symbol in upper case. */
export function listedAsset(symbol: string): Asset | undefined {
  return listed.get(symbol)
}

/** An asset that CoinGecko has under that id. */
export function assetOfId(
  coingecko: string,
  { symbol, minor }: { symbol: string; minor: boolean },
): Asset {
  const id = `coingecko:${coingecko}`
  const known = listedById.get(id)
  if (known) return known
  return { kind: 'crypto', symbol, id, coingecko, venues: '', stable: false, minor }
}

/**
 * The asset that a caller names beyond doubt: a listed symbol, `coingecko:<id>`, or a CAIP-19 name of a
 * contract or a native coin on one of the five networks. Undefined for any other plain symbol. Throws
 * `unknown_symbol` on a name of another form, `ambiguous_symbol` for one that well-known assets share, and `bad_checksum` for a mistyped contract.
 */
export function namedAsset(text: string): Asset | undefined {
  const name = text.trim()
  if (/^[A-Za-z0-9$._-]{1,20}$/.test(name)) {
    const ids = shared.get(name.toUpperCase())
    if (ids) throw ambiguousSymbol(ids)
    return listedAsset(name.toUpperCase())
  }
  const id = /^coingecko:([a-z0-9][a-z0-9_-]{0,99})$/.exec(name)?.[1]
  if (id !== undefined) return assetOfId(id, { symbol: id, minor: true })
  const [, chainId, kind, reference = ''] =
    /^eip155:(\d{1,9})\/(erc20|slip44):(\w{1,42})$/.exec(name) ?? []
  const chain = Object.values(CHAINS).find((one) => String(one.id) === chainId)
  if (chain && kind === 'slip44' && reference === (chain.native === 'POL' ? '966' : '60')) {
    return listed.get(chain.native)
  }
  if (chain && kind === 'erc20' && /^0x[0-9a-fA-F]{40}$/.test(reference)) {
    const address = parseAddress(reference, 'The contract in symbol').toLowerCase()
    const symbol = listedContracts(chain.network).get(address)
    const known = symbol === undefined ? undefined : listed.get(symbol)
    return known ?? contractAsset(chain.network, chain.id, address)
  }
  throw unknownSymbol()
}

/** What prices can be given in, by its symbol. Throws `unknown_symbol`. */
export function quoteCurrency(text: string): Asset {
  const symbol = text.trim().toUpperCase()
  if (FIATS.has(symbol)) {
    return { kind: 'fiat', symbol, id: `iso4217:${symbol}`, venues: '', stable: true, minor: false }
  }
  const asset = listedAsset(symbol)
  if (asset) return asset
  throw badInput(
    'unknown_symbol',
    'vs is no currency that prices can be given in.',
    `Use a currency code such as USD, EUR or JPY, or a major asset such as BTC or ETH.`,
  )
}

/** `unknown_symbol`, with the forms that are understood. */
export function unknownSymbol(): Error {
  return badInput(
    'unknown_symbol',
    'No asset has that symbol.',
    'Use a symbol such as ETH, a CoinGecko id as in coingecko:ethereum, or a contract as in eip155:8453/erc20:0x….',
  )
}

/** Assets that an ambiguous symbol is answered with. */
const CANDIDATES_MAX_COUNT = 7

/** `ambiguous_symbol`, with what it may mean by CoinGecko's ids. */
export function ambiguousSymbol(coingeckoIds: readonly string[]): OperationError {
  const ids = coingeckoIds.slice(0, CANDIDATES_MAX_COUNT).map((id) => `coingecko:${id}`)
  return new OperationError('ambiguous_symbol', 'No single well-known asset has that symbol.', {
    hint: `Call again with one of these as symbol, once you know which is meant: ${ids.join(', ')}.`,
    fields: { candidates: ids },
  })
}

function contractAsset(network: Network, chainId: number, address: string): Asset {
  return {
    kind: 'crypto',
    symbol: address,
    id: `eip155:${chainId}/erc20:${address}`,
    contract: { network, address },
    venues: '',
    stable: false,
    minor: true,
  }
}

function rowsOf(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
}
