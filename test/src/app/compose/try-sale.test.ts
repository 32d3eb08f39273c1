import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentNetwork } from '../../../../src/pay/protocol/networks.ts'
import { findWords } from '../../../../src/pay/seller/kept-words.ts'
import { operations } from '../../../../tools/index.ts'
import { startFacilitator, type TestFacilitator } from '../../../support/chain-facilitator.ts'
import { BASE, startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../../../support/chain.ts'
import { type PageServer, startPageServer } from '../../../support/page-server.ts'
import { newAddress } from '../../../support/seller.ts'
import { instanceWith, type WalletInstance } from '../../../support/wallet-services.ts'

const payTo = newAddress()
const sold = operations.filter(({ price }) => price !== undefined)
let usdc: UsdcChain
let facilitator: TestFacilitator
let pages: PageServer

beforeAll(async () => {
  const network = paymentNetwork('base-sepolia')
  if (!network) throw new Error('not there')
  usdc = await startUsdcChain({ network })
  facilitator = await startFacilitator(usdc, payTo)
  const kinds = [{ x402Version: 2, scheme: 'exact', network: network.id }]
  pages = await startPageServer({
    '/liar/supported': { body: JSON.stringify({ kinds }) },
    '/base/supported': {
      body: JSON.stringify({ kinds: [{ x402Version: 2, scheme: 'exact', network: BASE.id }] }),
    },
    '/liar/verify': { body: '{"isValid":false,"invalidReason":"invalid_exact_evm_signature"}' },
  })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await pages.close()
  await facilitator[Symbol.asyncDispose]()
  await usdc[Symbol.asyncDispose]()
})

/** A seller on the test network, with the wallet of a key. */
const seller = (key?: Hex, changes: Record<string, string> = {}): WalletInstance =>
  instanceWith(
    {
      paid: 'true',
      'pay-to': payTo,
      'pay-to-new': 'true',
      'pay-network': usdc.network.id,
      'pay-rpc-url': usdc.rpc.url,
      facilitator: facilitator.url,
      ...changes,
    },
    key,
  )

/** The findings on one subject. */
async function find({ composed }: WalletInstance, subject: string) {
  const found = await composed.inspectSale(sold)
  return found.find(({ check }) => check === subject)
}

test(
  'on a test network the cheapest call is bought at a door of its own, and the listing is known from then on',
  { tags: 'full' },
  async () => {
    const key = generatePrivateKey()
    const address = privateKeyToAddress(key)
    await usdc.mint(address, 5_000)
    await using instance = seller(key)
    const first = await instance.composed.inspectSale(sold)
    expect(Object.fromEntries(first.map(({ check, detail }) => [check, detail]))).toMatchObject({
      listing: expect.stringContaining('before the first call') as string,
      purchase: expect.stringMatching(
        /bought for 0\.001 USD of test money in 0x[0-9a-f]{64}/,
      ) as string,
    })
    expect(facilitator.received).toHaveLength(1)
    expect([await usdc.balance(address), await usdc.balance(payTo)]).toEqual([4_000, 1_000])
    await expect
      .poll(async () => findWords(await instance.composed.store(), 'listing', payTo))
      .toMatchObject({ status: 'success' })
  },
)

test.each<[string, Hex | undefined]>([
  ['no wallet', undefined],
  ['an empty one', generatePrivateKey()],
])('%s is a warning that says what to do', async (_, key) => {
  await using instance = seller(key)
  expect(await find(instance, 'purchase')).toMatchObject({
    status: 'warn',
    detail: expect.stringMatching(/no call was bought: .*(wallet new|needs more USDC)/) as string,
  })
})

test('a seller whose good payments are refused does not open', async () => {
  const key = generatePrivateKey()
  await usdc.mint(privateKeyToAddress(key), 5_000)
  await using instance = seller(key, { facilitator: `${pages.origin}/liar` })
  expect(await find(instance, 'purchase')).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining('payment_refused') as string,
  })
})

test.each<[string, string, number, string]>([
  ['a name', 'https://bellhop.example.com', 2_600, 'ok'],
  ['the longest name', `https://${'b'.repeat(63)}`, 2_600, 'ok'],
  ['a path that is too long for proxies', `https://h.example/${'a'.repeat(2_000)}`, 9_999, 'warn'],
])('the size of the largest 402 is told for %s', async (_, publicUrl, maxBytes, status) => {
  await using instance = seller(undefined, { 'public-url': publicUrl })
  const finding = await find(instance, 'challenge')
  expect(finding?.status).toBe(status)
  const bytes = Number(/at most (\d+) bytes \(\w+\)/.exec(finding?.detail ?? '')?.[1])
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThanOrEqual(maxBytes)
})

test('where money is worth something, nothing is bought', async () => {
  await using base = await startUsdcChain()
  await using instance = seller(generatePrivateKey(), {
    'pay-network': base.network.id,
    'pay-rpc-url': base.rpc.url,
    facilitator: `${pages.origin}/base`,
  })
  expect(await find(instance, 'purchase')).toBeUndefined()
})
