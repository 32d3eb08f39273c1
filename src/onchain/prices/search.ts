import { OperationError } from '../../contract/errors.ts'
import { reasonOf } from '../failures.ts'
import { PRICE_BODY_MAX_BYTES, PRICE_TRY_MAX_MS } from '../limits.ts'
import { ambiguousSymbol, type Asset, assetOfId, unknownSymbol } from './assets.ts'
import { type ExactJson, parseExactJson, textAt, valueAt } from './exact-json.ts'
import type { SourceContext } from './source.ts'

/** Rank by market value up to which a symbol is taken for the asset that has it. */
const RANK_MAX = 500n
/** Rank from which quotes may lie further apart. */
const RANK_MINOR = 200n

interface Candidate {
  id: string
  rank: bigint | undefined
}

/**
 * The one asset of weight that a symbol means, as CoinGecko knows them. Throws `unknown_symbol`, and
 * `ambiguous_symbol` with the candidates where none or several have weight: a guess could be a fake.
 */
export async function searchSymbol(
  { fetch, base, key }: SourceContext,
  symbol: string,
  signal: AbortSignal,
): Promise<Asset> {
  const candidates = await search(async () => {
    const answer = await fetch(
      `${base.replace(/\/+$/, '')}/api/v3/search?query=${encodeURIComponent(symbol)}`,
      {
        signal,
        deadlineMs: PRICE_TRY_MAX_MS,
        maxBytes: PRICE_BODY_MAX_BYTES,
        headers: {
          accept: 'application/json',
          ...(key === undefined ? {} : { 'x-cg-demo-api-key': key }),
        },
      },
    )
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`)
    return parseExactJson(answer.body)
  }, symbol)
  const weighty = candidates.filter(({ rank }) => rank !== undefined && rank <= RANK_MAX)
  const [only] = weighty
  if (only && weighty.length === 1) {
    return assetOfId(only.id, {
      symbol: symbol.toUpperCase(),
      minor: (only.rank ?? 0n) > RANK_MINOR,
    })
  }
  if (candidates.length === 0) throw unknownSymbol()
  throw ambiguousSymbol(candidates.map(({ id }) => id))
}

async function search(
  ask: () => Promise<ExactJson>,
  symbol: string,
): Promise<readonly Candidate[]> {
  try {
    const coins = valueAt(await ask(), 'coins')
    if (!Array.isArray(coins)) throw new Error('no list')
    return (
      (coins as readonly ExactJson[])
        .filter((coin) => textAt(coin, 'symbol').toUpperCase() === symbol.toUpperCase())
        .map((coin) => ({ id: textAt(coin, 'id'), rank: rankOf(coin) }))
        // These are shown: only what can be nothing but an id.
        .filter(({ id }) => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id))
    )
  } catch (cause) {
    const message = `The symbol could not be looked up just now.${reasonOf(cause)}`
    throw new OperationError('upstream_failed', message, {
      hint: 'Try again in a minute, or name the asset as in coingecko:ethereum.',
      cause,
    })
  }
}

function rankOf(coin: ExactJson): bigint | undefined {
  const rank = valueAt(coin, 'market_cap_rank')
  return typeof rank === 'string' && /^\d{1,9}$/.test(rank) ? BigInt(rank) : undefined
}
