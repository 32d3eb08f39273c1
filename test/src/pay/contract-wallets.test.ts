// @module-tag full
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '../../../src/lib/secret.ts'
import { encodeHeader } from '../../../src/pay/protocol/codec.ts'
import { openLocalFacilitator } from '../../../src/pay/seller/local-facilitator.ts'
import { startFacilitator, type TestFacilitator } from '../../support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../../support/chain.ts'
import { placeWallets, type WalletMaker } from '../../support/contract-wallets.ts'
import { deployMock } from '../../support/contracts.ts'
import { SOLD } from '../../support/invalid-inputs.ts'
import { inV1, signPayment } from '../../support/payments.ts'
import { startRehearsedSeller } from '../../support/rehearsed.ts'
import { newAddress, type TestSeller } from '../../support/seller.ts'
import { quietLog } from '../../support/store-backend.ts'

const FUNDS = 1_000_000
const payTo = newAddress()
let usdc: UsdcChain
let wallets: WalletMaker
let facilitator: TestFacilitator
let seller: TestSeller

beforeAll(async () => {
  usdc = await startUsdcChain()
  wallets = await placeWallets(usdc)
  facilitator = await startFacilitator(usdc, payTo, { factories: [wallets.factory] })
  seller = await startRehearsedSeller({ usdc, payTo, facilitator })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await seller[Symbol.asyncDispose]()
  await facilitator[Symbol.asyncDispose]()
  await usdc[Symbol.asyncDispose]()
})

async function termsOf(path: string) {
  const { challenge } = await seller.call(path, undefined)
  const [requirements] = challenge?.accepts ?? []
  if (!requirements) throw new Error(`${path} has no terms`)
  return requirements
}

describe('a wallet that is a contract', () => {
  test.each([
    ['deployed', { isDeployed: true, isWrapping: false }, 2],
    ['deployed, with wrapped signatures', { isDeployed: true }, 2],
    ['not deployed yet', {}, 2],
    ['not deployed yet, by version 1', {}, 1],
  ] as const)('%s buys every route, each once', async (_, options, version) => {
    const wallet = await wallets.wallet({ units: FUNDS, ...options })
    const before = await usdc.balance(payTo)
    let price = 0
    for (const { name, http, example } of SOLD) {
      const terms = await termsOf(http.path)
      price += Number(terms.amount)
      const payment = await signPayment(wallet, terms)
      const sent =
        version === 2 ? payment : { headers: { 'x-payment': encodeHeader(inV1(payment)) } }
      const paid = await seller.call(http.path, example?.input, sent)
      expect([name, paid.status, paid.settlement?.success]).toEqual([name, 200, true])
      expect(paid.body).toEqual(example?.output)
      const again = await seller.call(http.path, example?.input, sent)
      expect([name, again.status, again.text]).toEqual([name, 200, paid.text])
    }
    expect(FUNDS - (await usdc.balance(wallet.address))).toBe(price)
    expect((await usdc.balance(payTo)) - before).toBe(price)
  })
})

describe('the gas account', () => {
  const [operation] = SOLD
  const { path } = operation!.http

  async function verdictFor(factories: readonly Hex[], options: { wasteRounds?: number } = {}) {
    const own = openLocalFacilitator({
      payee: { network: usdc.network, payTo },
      gasKey: new Secret(await usdc.gasKey()),
      factories,
      rpc: usdc.rpc,
      log: quietLog,
    })
    const terms = await termsOf(path)
    const wallet = await wallets.wallet({ units: FUNDS, ...options })
    return own.verify(await signPayment(wallet, terms), terms)
  }

  test('deploys no wallet unless the operator has named what deploys it', async () => {
    expect(await verdictFor([])).toMatchObject({
      isValid: false,
      invalidReason: 'eip6492_factory_not_allowed',
    })
    expect(await verdictFor([newAddress()])).toMatchObject({ isValid: false })
    expect(await verdictFor([wallets.factory])).toMatchObject({ isValid: true })
  })

  test('pays for no deployment that costs more than a transaction may', async () => {
    expect(await verdictFor([wallets.factory], { wasteRounds: 100 })).toMatchObject({
      isValid: false,
    })
  })

  test('pays for no wallet that burns its gas, and no work is done for it', async () => {
    const gasKey = await usdc.gasKey()
    const { address } = privateKeyToAccount(gasKey)
    const from = await deployMock(usdc.chain, 'GreedyWallet', ['address'], [address])
    await usdc.mint(from, FUNDS)
    const terms = await termsOf(path)
    const signer = await usdc.account(0)
    const payment = await signPayment(signer, terms, {
      signed: { from },
      sent: ({ payload }) => void (payload.signature = '0x01'),
    })
    const payee = { network: usdc.network, payTo }
    const parts = { payee, gasKey: new Secret(gasKey), rpc: usdc.rpc, log: quietLog }
    const own = openLocalFacilitator(parts)
    expect(await usdc.signatures.byContract(payment)).toBe('payer')
    expect(await own.verify(payment, terms)).toMatchObject({ isValid: false })
    const before = await etherOf(address)
    expect(await own.settle(payment, terms)).toMatchObject({ success: false, transaction: '' })
    expect(await etherOf(address)).toBe(before)
    // To others it is a wallet like any.
    expect((await seller.call(path, operation?.example?.input, payment)).status).toBe(200)
  })
})

async function etherOf(address: Hex): Promise<Hex> {
  return usdc.chain.rpc<Hex>('eth_getBalance', [address, 'latest'])
}
