import { formatUnits } from '../decimal.ts'
import { type Hex, toUint } from '../hex.ts'
import { isoTime, stampOf } from '../rpc/block.ts'
import { isFresh } from '../rpc/freshness.ts'
import type { Nodes } from '../rpc/nodes.ts'
import { probe } from '../rpc/reader.ts'
import { textBytes } from '../token-text.ts'
import { type PriceSource, StaleQuote } from './source.ts'

interface Feed {
  address: Hex
  /** Seconds within which the feed writes even if the price stands still. */
  heartbeat: bigint
}

/** Feeds on Ethereum, each by the description that it must give of itself. */
const FEEDS: ReadonlyMap<string, Feed> = new Map([
  ['ETH / USD', { address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', heartbeat: 3600n }],
  ['BTC / USD', { address: '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c', heartbeat: 3600n }],
  ['LINK / USD', { address: '0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c', heartbeat: 3600n }],
  ['USDC / USD', { address: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6', heartbeat: 86_400n }],
  ['USDT / USD', { address: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D', heartbeat: 86_400n }],
])

const DESCRIPTION = { data: '0x7284e416', maxBytes: 128 } as const
const DECIMALS = { data: '0x313ce567', maxBytes: 32 } as const
const LATEST_ROUND = { data: '0xfeaf968c', maxBytes: 160 } as const

/** Largest value of an int256 that is not negative. */
const INT256_MAX = 2n ** 255n - 1n

/** Chainlink: what its nodes agreed on, read from the chain; no key, no other company's server. */
export function chainlink(nodes: () => Nodes, now: () => Date): PriceSource {
  const feedOf = (symbol: string, vs: string): Feed | undefined => FEEDS.get(`${symbol} / ${vs}`)
  return {
    name: 'chainlink',
    covers: ({ asset, vs }) => asset.kind === 'crypto' && feedOf(asset.symbol, vs) !== undefined,
    async quote({ asset, vs }, signal) {
      const feed = feedOf(asset.symbol, vs)
      if (!feed) throw new Error('no feed')
      const calls = [DESCRIPTION, DECIMALS, LATEST_ROUND].map((call) => ({
        to: feed.address,
        ...call,
      }))
      const { answers, ...block } = await nodes().read(async (rpc, own) => {
        const probed = await probe(rpc, calls, own)
        return { answers: probed.answers, ...stampOf(probed.block) }
      }, signal)
      if (!isFresh(nodes().chain, block, now())) throw new StaleQuote('a node that is behind')
      const [description, decimals, round] = answers.map(({ outcome, data }) => {
        if (outcome !== 'answered') throw new Error(`the feed ${outcome}`)
        return data
      })
      const title = new TextDecoder().decode(textBytes(description ?? new Uint8Array(), 64))
      if (title !== `${asset.symbol} / ${vs}`) throw new Error('another feed')
      const scale = toUint(decimals ?? new Uint8Array())
      const answer = toUint(round?.subarray(32, 64) ?? new Uint8Array())
      const updated = toUint(round?.subarray(96, 128) ?? new Uint8Array())
      if (scale > 36n || answer === 0n || answer > INT256_MAX) throw new Error('not a price')
      const age = BigInt(now().getTime()) / 1000n - updated
      if (age * 10n > feed.heartbeat * 12n) throw new StaleQuote('a stale round')
      // Counts digits, holds no amount.
      const price = formatUnits(answer, Number(scale))
      return { source: 'chainlink', price, asOf: isoTime(updated) }
    },
  }
}
