import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChainReader } from '../../../../src/pay/chain/chain-client.ts'
import type { Payment } from '../../../../src/pay/protocol/messages.ts'
import { createSignatureCheck } from '../../../../src/pay/seller/check-signature.ts'
import { BASE, startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../../../support/chain.ts'
import { placeWallets, type WalletMaker, wrapSignature } from '../../../support/contract-wallets.ts'
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
let wallets: WalletMaker
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
  wallets = await placeWallets(usdc)
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

describe('a wallet that says how it is deployed (ERC-6492)', () => {
  test.each([
    ['deployed, and says so all the same', true, true, 'payer'],
    ['deployed, and says nothing of it', true, false, 'payer'],
    ['not deployed', false, true, 'payer'],
    ['not deployed, and says nothing of how', false, false, 'nobody'],
  ])('%s', async (_, isDeployed, isWrapping, expected) => {
    const wallet = await wallets.wallet({ units: 0, isDeployed, isWrapping })
    const payment = await signPayment(wallet, requirements)
    expect(await usdc.signatures.byContract(payment)).toBe(expected)
    payment.payload.authorization.nonce = `0x${'1'.repeat(64)}`
    expect(await usdc.signatures.byContract(payment)).toBe('nobody')
  })

  test.each([true, false])(
    'in whose name another one signs is nobody’s (deployed: %s)',
    async (isDeployed) => {
      const [wallet, other] = [
        await wallets.wallet({ units: 0, isDeployed }),
        await wallets.wallet({ units: 0, isDeployed }),
      ]
      const payment = await signPayment(other, requirements, { signed: { from: wallet.address } })
      expect(await usdc.signatures.byContract(payment)).toBe('nobody')
    },
  )

  test.each([
    '12',
    `12${'00'.repeat(64)}`,
    'ff'.repeat(96),
    `${'00'.repeat(31)}60${'ff'.repeat(64)}`,
  ])('that says it in no form (%s) is nobody’s, deployed or not', async (said) => {
    const signature: Hex = `0x${said}${'6492'.repeat(16)}`
    const bare = await paymentOf({ sent: ({ payload }) => void (payload.signature = signature) })
    expect(await usdc.signatures.byContract(bare)).toBe('nobody')
    const deployed = await paymentOfWallet(WALLETS.disagrees, signature)
    expect(await usdc.signatures.byContract(deployed)).toBe('nobody')
  })
})

test('where the chain cannot be read, only the facilitator can tell', async () => {
  const rpc = { ...usdc.rpc, url: `${pages.origin}/none` }
  const check = createSignatureCheck(BASE, openChainReader(BASE, rpc))
  expect(await check.byContract(await paymentOf())).toBe('unknown')
})

test('no contract may take more work of the node than a signature is worth', async () => {
  const calls: { gas?: string }[] = []
  const code = { known: '0x00', unknown: '0x' } as const
  for (const kind of ['known', 'unknown'] as const) {
    const from = newAddress()
    const check = createSignatureCheck(
      BASE,
      openChainReader(BASE, {
        url: 'https://node.example',
        others: [],
        fetch: async (_, { body }) => {
          const { id, method, params } = JSON.parse(String(body)) as {
            id: number
            method: string
            params: [{ gas?: string }]
          }
          if (method === 'eth_call') calls.push(params[0])
          const result = method === 'eth_getCode' ? code[kind] : '0x'
          const answer = JSON.stringify({ jsonrpc: '2.0', id, result })
          const headers = { 'content-type': 'application/json' }
          return { status: 200, headers, body: new TextEncoder().encode(answer) }
        },
      }),
    )
    await check.byContract(
      await paymentOf({
        signed: { from },
        sent: (payment) => {
          payment.payload.signature =
            kind === 'known' ? '0x1234' : wrapSignature(from, '0x12', '0x34')
        },
      }),
    )
  }
  expect(calls.map(({ gas }) => Number(gas))).toEqual([500_000, 3_000_000])
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
