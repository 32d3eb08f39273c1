import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenInfo } from '../../../tools/chain/token-info.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith, type Caller, TEST_TIME } from '../../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../../support/chain.ts'
import { deployMock } from '../../support/contracts.ts'

let chain: TestChain
let caller: Caller
let token: Hex
const ask = async (input: unknown): Promise<Record<string, unknown>> =>
  caller.call(tokenInfo, input)

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  token = await deployMock(chain, 'Erc20', ['string', 'string', 'uint8'], ['Bell', 'BELL', 2])
  caller = callWith({ onChain: { endpoints: { ethereum: [chain.url] } } })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await caller.close()
  await chain.stop()
})

describe('token_info', () => {
  it('describes a token', async () => {
    verifies('utility:4.10:token-info')
    expect(await ask({ address: token })).toMatchObject({
      network: 'eip155:1',
      standard: 'erc20',
      name: 'Bell',
      symbol: 'BELL',
      decimals: 2,
      totalSupply: '0',
      totalSupplyFormatted: '0',
      proxy: null,
      listed: false,
      warnings: [],
    })
  })

  it.each([
    [{}, 'invalid_input'],
    [{ address: 'USDC' }, 'not_an_address'],
    [{ address: `0x${'ab'.repeat(20)}` }, 'not_a_contract'],
  ])('refuses %j', async (input, code) => {
    await expect(ask(input)).rejects.toMatchObject({ code, status: 400 })
  })

  it('has a price and a route', () => {
    expect(tokenInfo).toMatchObject({
      price: '0.002',
      http: { method: 'POST', path: '/token-info' },
    })
  })
})
