import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOKENS_MAX_COUNT } from '../../../src/onchain/limits.ts'
import { walletBalance } from '../../../tools/chain/wallet-balance.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith, type Caller, TEST_TIME } from '../../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../../support/chain.ts'
import { placeTokens, tokenAddress } from '../../support/contracts.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const TOKEN = '0x0000000000000000000000000000000000100001'
let ethereum: TestChain
let base: TestChain
let caller: Caller
const ask = async (input: unknown): Promise<Record<string, unknown>> =>
  caller.call(walletBalance, input)

beforeAll(async () => {
  ethereum = await startChain({ chainId: 1, at: TEST_TIME })
  base = await startChain({ chainId: 8453, at: TEST_TIME })
  await ethereum.setBalance(HOLDER, 1_500_000_000_000_000_000n)
  await placeTokens(ethereum, 2, HOLDER)
  caller = callWith({ onChain: { endpoints: { ethereum: [ethereum.url], base: [base.url] } } })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await caller.close()
  await ethereum.stop()
  await base.stop()
})

describe('wallet_balance', () => {
  it('answers native and token balances of a wallet on Ethereum', async () => {
    verifies('utility:2.2:BalanceResult.network', 'utility:2.2:BalanceResult.native')
    verifies('utility:2.2:BalanceResult.native.symbol', 'utility:2.2:BalanceResult.native.decimals')
    verifies('utility:2.2:BalanceResult.native.formatted', 'utility:2.2:BalanceResult.native.wei')
    verifies('utility:2.2:BalanceResult.tokens', 'utility:2.2:BalanceResult.tokens.address')
    verifies('utility:2.2:BalanceResult.tokens.symbol', 'utility:2.2:BalanceResult.tokens.decimals')
    verifies('utility:2.2:BalanceResult.tokens.formatted')
    verifies(
      'utility:4.9:address',
      'utility:4.9:tokens',
      'utility:4.9:network:default',
      'utility:4.9:response',
    )
    expect(
      await ask({
        address: HOLDER,
        tokens: [tokenAddress(1), tokenAddress(1).toUpperCase().replace('0X', '0x')],
      }),
    ).toEqual({
      network: 'eip155:1',
      ageSeconds: 0,
      native: { symbol: 'ETH', decimals: 18, formatted: '1.5', wei: '1500000000000000000' },
      tokens: [
        { address: TOKEN, symbol: 'T1', decimals: 18, formatted: '0.001', raw: '1000000000000000' },
      ],
      errors: [],
      blockNumber: expect.stringMatching(/^\d+$/) as string,
      asOf: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/) as string,
    })
  })

  it('needs no tokens, and reads other networks', async () => {
    verifies('utility:4.9:network')
    expect(await ask({ address: HOLDER, network: 'base' })).toMatchObject({
      network: 'eip155:8453',
      native: { wei: '0', formatted: '0' },
      tokens: [],
    })
  })

  it('knows five networks and no other', async () => {
    verifies('utility:8:networks')
    expect(walletBalance.input.shape.network.unwrap().options).toEqual([
      'ethereum',
      'base',
      'arbitrum',
      'optimism',
      'polygon',
    ])
    await expect(ask({ address: HOLDER, network: 'solana' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('says of each token that it cannot tell why, and never zero', async () => {
    const sentinel = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
    const nobody = '0x00000000000000000000000000000000000000AA'
    const zero = `0x${'0'.repeat(40)}`
    expect(
      await ask({ address: HOLDER, tokens: [sentinel, nobody.toLowerCase(), zero] }),
    ).toMatchObject({
      tokens: [],
      errors: [
        { address: sentinel, code: 'native_sentinel' },
        { address: nobody, code: 'not_a_contract' },
        { address: zero, code: 'native_sentinel' },
      ],
    })
  })

  it.each([
    [{ address: HOLDER.replace('d8dA', 'd8da') }, 'bad_checksum'],
    [{ address: 'vitalik.eth' }, 'not_an_address'],
    [{ address: HOLDER, tokens: ['0x12'] }, 'not_an_address'],
    [
      {
        address: HOLDER,
        tokens: Array.from({ length: TOKENS_MAX_COUNT + 1 }, (_, index) => tokenAddress(index)),
      },
      'invalid_input',
    ],
    [{}, 'invalid_input'],
    [{ address: HOLDER, tokens: 'USDC' }, 'invalid_input'],
  ])('refuses %j', async (input, code) => {
    await expect(ask(input)).rejects.toMatchObject({ code, status: 400 })
  })

  it('is what the spec says it is', () => {
    verifies('utility:4.9:path', 'utility:4.9:price')
    expect(walletBalance).toMatchObject({
      name: 'wallet_balance',
      price: '0.003',
      http: { method: 'POST', path: '/wallet-balance' },
    })
  })

  it('reads as many tokens as it takes in one request', async () => {
    const tokens = Array.from({ length: TOKENS_MAX_COUNT }, (_, index) => tokenAddress(index))
    const { tokens: found, errors } = (await ask({ address: HOLDER, tokens })) as {
      tokens: unknown[]
      errors: unknown[]
    }
    expect([found.length, errors.length]).toEqual([2, TOKENS_MAX_COUNT - 2])
  })
})
