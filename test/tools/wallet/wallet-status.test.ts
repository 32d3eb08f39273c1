import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walletStatus } from '../../../tools/wallet/wallet-status.ts'
import { callWith } from '../../support/call.ts'
import { startUsdcChain, type UsdcChain } from '../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'
import { instanceWith } from '../../support/wallet-services.ts'

let usdc: UsdcChain
beforeAll(async () => {
  usdc = await startUsdcChain()
}, CHAIN_START_MAX_MS)
afterAll(async () => usdc[Symbol.asyncDispose]())

test('tells address, balance, limits and what was spent', async () => {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await usdc.mint(address, 1_234_500)
  const flags = { 'pay-rpc-url': usdc.rpc.url, 'spend-per-day': '2', 'spend-approve-above': '0' }
  await using instance = instanceWith(flags, key)
  expect(await instance.call(walletStatus, {})).toEqual({
    address,
    network: 'eip155:8453',
    asset: 'USDC',
    balance: '1.2345',
    caps: { perCall: '0.01', perSession: '0.5', perDay: '2', approveAbove: '0' },
    spent: { session: '0', day: '0', open: '0' },
  })
})

test(
  'tells the rest while the chain cannot be read, and where there is no wallet',
  { tags: 'full' },
  async () => {
    const flags = { 'pay-rpc-url': 'http://127.0.0.1:9' }
    await using unread = instanceWith(flags, generatePrivateKey())
    expect(await unread.call(walletStatus, {})).toMatchObject({
      address: expect.stringMatching(/^0x/) as string,
      balance: null,
    })
    await using without = instanceWith({ ...flags, remote: 'https://a.example' })
    expect(await without.call(walletStatus, {})).toMatchObject({ address: null, balance: null })
  },
)

test('says what to do where nothing is configured, and takes no limits from a model', async () => {
  await using caller = callWith()
  await expect(caller.call(walletStatus, {})).rejects.toMatchObject({
    code: 'unavailable',
    hint: expect.stringMatching(/bellhop wallet new/) as string,
  })
  expect(Object.keys(walletStatus.input.shape)).toEqual([])
})
