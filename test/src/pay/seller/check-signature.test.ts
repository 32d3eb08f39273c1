import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChainReader } from '../../../../src/pay/chain/chain-client.ts'
import type { Payment } from '../../../../src/pay/protocol/messages.ts'
import { createSignatureCheck } from '../../../../src/pay/seller/check-signature.ts'
import { BASE, startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../../../support/chain.ts'
import { type PageServer, startPageServer } from '../../../support/page-server.ts'
import { signPayment } from '../../../support/payments.ts'
import { newAddress } from '../../../support/seller.ts'

/** Contracts that answer every call in one way. */
const WALLETS = {
  agrees: '0x631626ba7e60e01b60005260206000f3',
  disagrees: '0x63ffffffff60e01b60005260206000f3',
  fails: '0x60006000fd',
  answersNothing: '0x00',
} as const

let usdc: UsdcChain
let pages: PageServer
const requirements = {
  scheme: 'exact',
  network: BASE.id,
  amount: '1000',
  asset: BASE.asset.address,
  payTo: newAddress(),
  maxTimeoutSeconds: 60,
  extra: {},
}

beforeAll(async () => {
  usdc = await startUsdcChain()
  pages = await startPageServer({})
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await usdc[Symbol.asyncDispose]()
  await pages.close()
})

async function paymentOf(changes: Parameters<typeof signPayment>[2] = {}): Promise<Payment> {
  return signPayment(await usdc.account(0), requirements, changes)
}

/** A payment in the name of a contract with that code. */
async function paymentOfWallet(
  code: Hex | ((address: Hex) => Promise<Hex>),
  signature: Hex = '0x1234',
): Promise<Payment> {
  const from = newAddress()
  await usdc.chain.setCode(from, typeof code === 'string' ? code : await code(from))
  return paymentOf({
    signed: { from },
    sent: (payment) => {
      payment.payload.signature = signature
    },
  })
}

test('the key of the payer is known by what it has signed, without the chain', async () => {
  expect(await usdc.signatures.byKey(await paymentOf())).toBe(true)
})

test.each<[string, Parameters<typeof signPayment>[2]]>([
  ['another payer', { signed: { from: newAddress() } }],
  ['another token', { domainName: 'USDC' }],
  ['another amount', { sent: ({ payload }) => void (payload.authorization.value = '1') }],
  ['another payee', { sent: ({ payload }) => void (payload.authorization.to = newAddress()) }],
  ['nonsense', { sent: ({ payload }) => void (payload.signature = `0x${'1'.repeat(130)}`) }],
  ['too little', { sent: ({ payload }) => void (payload.signature = '0x12') }],
])('a signature for %s is nobody’s', async (_, changes) => {
  const payment = await paymentOf(changes)
  expect(await usdc.signatures.byKey(payment)).toBe(false)
  expect(await usdc.signatures.byContract(payment)).toBe('nobody')
})

test('a contract that pays says itself what is signed', async () => {
  const said = async (code: Hex) => usdc.signatures.byContract(await paymentOfWallet(code))
  expect(await said(WALLETS.agrees)).toBe('payer')
  expect(await said(WALLETS.disagrees)).toBe('nobody')
  expect(await said(WALLETS.fails)).toBe('nobody')
  expect(await said(WALLETS.answersNothing)).toBe('nobody')
})

test('a wallet that is not deployed yet is left to the facilitator', async () => {
  const payment = await paymentOf({
    sent: ({ payload }) => void (payload.signature = `0x12${'6492'.repeat(16)}`),
  })
  expect(await usdc.signatures.byContract(payment)).toBe('unknown')
})

test('where the chain cannot be read, only the facilitator can tell', async () => {
  const rpc = { ...usdc.rpc, url: `${pages.origin}/none` }
  const check = createSignatureCheck(BASE, openChainReader(BASE, rpc))
  expect(await check.byContract(await paymentOf())).toBe('unknown')
})

test('a contract that sends its readers elsewhere is not followed', async () => {
  const payment = await paymentOfWallet(async (address) =>
    offchainLookup(address, `${pages.origin}/canary`),
  )
  expect(await usdc.signatures.byContract(payment)).toBe('nobody')
  expect(pages.requests.filter(({ path }) => path.includes('canary'))).toEqual([])
})

/** Code that fails with `OffchainLookup` (ERC-3668) and names an address to fetch. */
async function offchainLookup(sender: Hex, url: string): Promise<Hex> {
  const { encodeErrorResult, parseAbi } = await import('viem')
  const data = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    errorName: 'OffchainLookup',
    args: [sender, [url], '0x', '0x12345678', '0x'],
  })
  const length = (data.length - 2) / 2
  const size = length.toString(16).padStart(4, '0')
  // Copies what follows the code into memory, and fails with it.
  return `0x61${size}600e60003961${size}6000fd${data.slice(2)}`
}
