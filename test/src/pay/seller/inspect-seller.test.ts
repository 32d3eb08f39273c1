import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../../../../src/lib/secret.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { PAYMENT_NETWORKS } from '../../../../src/pay/protocol/networks.ts'
import { openHostedFacilitator } from '../../../../src/pay/seller/facilitator.ts'
import { type InspectedSeller, inspectSeller } from '../../../../src/pay/seller/inspect-seller.ts'
import { keepWords } from '../../../../src/pay/seller/kept-words.ts'
import { openStore } from '../../../../src/store/open.ts'
import type { Store } from '../../../../src/store/port.ts'
import { startFacilitator, type TestFacilitator } from '../../../support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS } from '../../../support/chain.ts'
import { type PageServer, startPageServer } from '../../../support/page-server.ts'
import { newAddress } from '../../../support/seller.ts'
import { quietLog } from '../../../support/store-backend.ts'

const payTo = newAddress()
let usdc: UsdcChain
let facilitator: TestFacilitator
let pages: PageServer
let store: Store

beforeAll(async () => {
  usdc = await startUsdcChain()
  facilitator = await startFacilitator(usdc, payTo)
  store = await openStore({ location: ':memory:', log: quietLog })
  pages = await startPageServer({
    '/other/supported': { body: '{"kinds":[{"x402Version":2,"scheme":"exact","network":"a:1"}]}' },
  })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await store.close()
  await pages.close()
  await facilitator[Symbol.asyncDispose]()
  await usdc[Symbol.asyncDispose]()
})

/** The findings on a seller that differs from a good one. */
async function find(changes: Partial<InspectedSeller> = {}, url = facilitator.url) {
  const fetch = createOperatorFetch({ userAgent: 'test' })
  const settings = { kind: 'hosted', url, fetch } as const
  const found = await inspectSeller({
    payee: { network: usdc.network, payTo },
    rpc: usdc.rpc,
    facilitator: settings,
    hosted: openHostedFacilitator(settings),
    isPayeeNew: false,
    store: async () => store,
    log: quietLog,
    now: () => new Date(),
    ...changes,
  })
  return Object.fromEntries(found.map(({ check, status }) => [check, status]))
}

const GOOD = {
  chain: 'ok',
  asset: 'ok',
  payee: 'ok',
  clock: 'ok',
  facilitator: 'ok',
  listing: 'ok',
}
const local = async (ether: bigint) => {
  const gasKey = await usdc.gasKey()
  const { privateKeyToAddress } = await import('viem/accounts')
  await usdc.chain.setBalance(privateKeyToAddress(gasKey), ether)
  return { facilitator: { kind: 'local', gasKey: new Secret(gasKey) }, hosted: undefined } as const
}

test('a payee that was never paid is asked about, until it was or the operator has answered', async () => {
  expect(await find()).toEqual({ ...GOOD, payee: 'warn' })
  expect(await find({ isPayeeNew: true })).toEqual(GOOD)
  await usdc.mint(payTo, 1)
  expect(await find()).toEqual(GOOD)
})

test('a payee that is a token keeps what is sent to it', async () => {
  const { address } = usdc.network.asset
  expect(await find({ payee: { network: usdc.network, payTo: address } })).toMatchObject({
    payee: 'fail',
  })
})

test('a node of another chain, and a token of another domain, are found', async () => {
  const [, sepolia] = PAYMENT_NETWORKS
  if (!sepolia) throw new Error('no test network')
  expect(await find({ payee: { network: sepolia, payTo } })).toMatchObject({
    chain: 'fail',
    facilitator: 'fail',
  })
  const asset = { ...usdc.network.asset, domain: { name: 'USDC', version: '2' } }
  expect(await find({ payee: { network: { ...usdc.network, asset }, payTo } })).toMatchObject({
    asset: 'fail',
  })
})

test('a facilitator that does not settle here is found, and one that does not answer is a warning', async () => {
  expect(await find({}, `${pages.origin}/other`)).toMatchObject({ facilitator: 'fail' })
  expect(await find({}, `${pages.origin}/none`)).toMatchObject({ facilitator: 'warn' })
})

test('what became of the listing is told, to whoever looks later', async () => {
  const toldAt = '2026-01-02T03:04:05.000Z'
  const kept = newAddress()
  const at = { payee: { network: usdc.network, payTo: kept } }
  await keepWords(store, 'listing', kept, { status: 'success', toldAt })
  expect(await find(at)).toMatchObject({ listing: 'ok' })
  await keepWords(store, 'listing', kept, { status: 'rejected', reason: 'no sample', toldAt })
  expect(await find(at)).toMatchObject({ listing: 'warn' })
  expect(await find({ ...at, hosted: undefined })).not.toHaveProperty('listing')
})

test('that nothing is sold is told, until payments are settled', async () => {
  const sinceAt = '2026-01-02T03:04:05.000Z'
  const kept = newAddress()
  const at = { payee: { network: usdc.network, payTo: kept } }
  expect(await find(at)).not.toHaveProperty('settlement')
  await keepWords(store, 'stop', `${usdc.network.id}:${kept}`, { reason: 'status 429', sinceAt })
  expect(await find(at)).toMatchObject({ settlement: 'warn' })
  await keepWords(store, 'stop', `${usdc.network.id}:${kept}`, { reason: null, sinceAt })
  expect(await find(at)).not.toHaveProperty('settlement')
})

test('a clock that is apart from that of the chain is found', async () => {
  const now = (offsetMs: number) => () => new Date(Date.now() + offsetMs)
  expect(await find({ now: now(120_000) })).toMatchObject({ clock: 'warn' })
  expect(await find({ now: now(-120_000) })).toMatchObject({ clock: 'warn' })
})

test('the account for gas is looked at where payments are settled here', async () => {
  expect(await find(await local(10n ** 20n))).toMatchObject({ gas: 'ok' })
  expect(await find(await local(0n))).toMatchObject({ gas: 'fail' })
  expect(await find(await local(10n ** 15n))).toMatchObject({ gas: 'warn' })
})

test('a chain that cannot be read is a warning, and nothing of its address is told', async () => {
  const rpc = { ...usdc.rpc, url: `${pages.origin}/secret-key` }
  const found = await inspectSeller({
    payee: { network: usdc.network, payTo },
    rpc,
    facilitator: { kind: 'local', gasKey: new Secret(await usdc.gasKey()) },
    hosted: undefined,
    isPayeeNew: false,
    store: async () => store,
    log: quietLog,
    now: () => new Date(),
  })
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['warn']))
  expect(JSON.stringify(found)).not.toContain('secret-key')
})
