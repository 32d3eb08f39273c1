import { type Network, NETWORKS, type OnChain } from '../src/contract/onchain.ts'
import { createLog } from '../src/lib/log.ts'
import { createGuardedFetch } from '../src/net/fetch/guarded-fetch.ts'
import { createOperatorFetch } from '../src/net/operator/operator-fetch.ts'
import { CHAINS } from '../src/onchain/chains.ts'
import { openOnChain } from '../src/onchain/engine.ts'
import { listedContracts } from '../src/onchain/prices/assets.ts'
import { PRICE_SOURCE_NAMES } from '../src/onchain/prices/names.ts'

const DEADLINE_MS = 20_000
const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
/** Resolves to this only through the current Universal Resolver; to 0x1111… through an old one. */
const RESOLVER_PROBE = { name: 'ur.gtest.eth', address: /^0xe{40}$/i }

interface Row {
  what: string
  ok: boolean
  ms: number
  detail: string
}

/** The engine with some of its defaults narrowed to one. */
function engine(narrowed: Partial<Parameters<typeof openOnChain>[0]>): OnChain {
  const log = createLog('silent')
  const userAgent = 'Bellhop/smoke'
  return openOnChain({
    endpoints: {},
    priceSources: {},
    priceKeys: {},
    operatorFetch: createOperatorFetch({ userAgent }),
    guardedFetch: createGuardedFetch({ allowHosts: [], userAgent, log }),
    allowPlainGateways: false,
    now: () => new Date(),
    log,
    ...narrowed,
  })
}

async function attempt(what: string, run: (signal: AbortSignal) => Promise<string>): Promise<Row> {
  const startedAt = performance.now()
  const row = (ok: boolean, detail: string): Row => ({
    what,
    ok,
    ms: Math.round(performance.now() - startedAt),
    detail,
  })
  try {
    return row(true, await run(AbortSignal.timeout(DEADLINE_MS)))
  } catch (thrown) {
    const { message, cause } = thrown as Error
    return row(false, cause instanceof Error ? `${message} (${cause.message})` : message)
  }
}

/** Each default endpoint by itself, with the reader and every listed token of the network. */
async function endpointRows(network: Network): Promise<readonly Row[]> {
  const tokens = [...listedContracts(network).keys()]
  return Promise.all(
    CHAINS[network].endpoints.map(async (url) =>
      attempt(`${network} ${url}`, async (signal) => {
        const onchain = engine({ endpoints: { [network]: [url] } })
        const {
          blockNumber,
          tokens: read,
          errors,
        } = await onchain.balances({ address: VITALIK, network, tokens }, signal)
        const wrong = errors.map(({ address, code }) => `${address} ${code}`)
        if (wrong.length > 0) throw new Error(wrong.join(', '))
        const { standard } = await onchain.gas({ network, gasLimit: '21000' }, signal)
        return `block ${blockNumber}, ${read.length} tokens, transfer ${standard.costFormatted}`
      }),
    ),
  )
}

async function priceRows(): Promise<readonly Row[]> {
  return Promise.all(
    PRICE_SOURCE_NAMES.map(async (name) =>
      attempt(`price ${name}`, async (signal) => {
        // Quotes in USDT need a provider that knows the price of USDT.
        const priceSources = { [name]: undefined }
        const vs = ['binance', 'okx', 'bybit'].includes(name) ? 'USDT' : 'USD'
        const price = await engine({ priceSources }).price({ symbol: 'ETH', vs }, signal)
        return `${price.price} ${vs}, ${price.asOf}`
      }),
    ),
  )
}

async function otherRows(): Promise<readonly Row[]> {
  const onchain = engine({})
  const name = async (text: string, network: Network, signal: AbortSignal): Promise<string> => {
    const { address, verified, offchain } = await onchain.resolveName(
      { name: text, network, records: ['avatar'] },
      signal,
    )
    return `${address ?? 'none'}${verified ? ', verified' : ''}${offchain ? ', offchain' : ''}`
  }
  return Promise.all([
    attempt('agreed price of ETH', async (signal) => {
      const { price, agreed } = await onchain.price({ symbol: 'ETH', vs: 'USD' }, signal)
      if (agreed.length < 2) throw new Error(`only ${agreed.join()}`)
      return `${price}: ${agreed.join(', ')}`
    }),
    attempt(
      'symbol outside the table',
      async (signal) => (await onchain.price({ symbol: 'KAITO', vs: 'USD' }, signal)).id,
    ),
    attempt('name vitalik.eth', async (signal) => name('vitalik.eth', 'ethereum', signal)),
    attempt('name of another chain (jesse.base.eth)', async (signal) =>
      name('jesse.base.eth', 'base', signal),
    ),
    attempt(`universal resolver (${RESOLVER_PROBE.name})`, async (signal) => {
      const found = await name(RESOLVER_PROBE.name, 'ethereum', signal)
      if (!RESOLVER_PROBE.address.test(found.split(',')[0] ?? '')) throw new Error(found)
      return found
    }),
  ])
}

const rows = [
  ...(await Promise.all(NETWORKS.map(endpointRows))).flat(),
  ...(await priceRows()),
  ...(await otherRows()),
]
console.table(Object.fromEntries(rows.map(({ what, ...rest }) => [what, rest])))
const failed = rows.filter(({ ok }) => !ok)
console.log(`${rows.length - failed.length} of ${rows.length} work.`)
process.exitCode = failed.length === 0 ? 0 : 1
