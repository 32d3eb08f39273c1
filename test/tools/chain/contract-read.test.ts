import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractRead } from '../../../tools/chain/contract-read.ts'
import { callWith, type Caller, TEST_TIME } from '../../support/call.ts'
import { CHAIN_START_MAX_MS, startChain, type TestChain } from '../../support/chain.ts'
import { placeTokens, tokenAddress } from '../../support/contracts.ts'

const HOLDER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let chain: TestChain
let caller: Caller
const ask = async (input: unknown): Promise<Record<string, unknown>> =>
  caller.call(contractRead, input)

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  await placeTokens(chain, 2, HOLDER)
  caller = callWith({ onChain: { endpoints: { ethereum: [chain.url] } } })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await caller.close()
  await chain.stop()
})

const BALANCE = 'balanceOf(address owner) view returns (uint256)'

describe('contract_read', () => {
  it('gives what a view function gives, by its signature', async () => {
    const input = { address: tokenAddress(1), signature: BALANCE, args: [HOLDER] }
    expect(await ask(input)).toEqual({
      network: 'eip155:1',
      address: tokenAddress(1),
      function: 'balanceOf(address)',
      outcome: 'returned',
      values: [{ type: 'uint256', value: '1000000000000000' }],
      reason: null,
      data: null,
      blockNumber: expect.stringMatching(/^\d+$/) as string,
      asOf: '2026-01-02T03:04:05.000Z',
      ageSeconds: 0,
    })
    for (const signature of [
      'function balanceOf(address) external view returns (uint)',
      'balanceOf(address)(uint256)',
      ' balanceOf ( address owner ) public view virtual returns ( uint256 amount ) ; ',
    ]) {
      expect((await ask({ ...input, signature }))['outcome'], signature).toBe('returned')
    }
  })

  it.each([
    ['balanceOf', 'lacks a bracket'],
    ['', 'names no function'],
    ['1balance()', 'names no function'],
    ['f(uint257)', 'type that is unknown'],
    ['f(uint256[0])', 'array'],
    ['f(())', 'tuple without fields'],
    ['f(uint256', 'comma or a bracket'],
    ['f(uint256) payable', 'changes something'],
    ['f(uint256) nonpayable returns (bool)', 'changes something'],
    ['f() view returns (uint256) then', 'not understood'],
    [`f(${'('.repeat(40)}uint256${')'.repeat(40)})`, 'too many types'],
    [`f(${Array.from({ length: 80 }, () => 'bool').join()})`, 'too many types'],
    [`f(uint256${'[]'.repeat(20)})`, 'array'],
  ])('refuses the signature %s before anything is asked', async (signature, why) => {
    await expect(ask({ address: HOLDER, signature })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(why) as string,
    })
  })

  it.each([[[]], [['0x12']], [[HOLDER, 1]], [[HOLDER.replace('d8dA', 'd8da')]], [[7]]])(
    'refuses the arguments %j',
    async (args) => {
      await expect(
        ask({ address: tokenAddress(1), signature: BALANCE, args }),
      ).rejects.toMatchObject({
        status: 400,
      })
    },
  )

  it.each([
    ['uint8', 256],
    ['uint8', -1],
    ['int8', 128],
    ['int8', '-129'],
    ['uint256', 1.5],
    ['uint256', 2 ** 60],
    ['uint256', '1e3'],
    ['bool', 1],
    ['bytes4', '0x01'],
    ['bytes', '0x1'],
    ['string', 5],
    ['uint256[2]', [1]],
    ['(uint256 a,bool b)', { a: 1 }],
    ['bytes', `0x${'00'.repeat(9000)}`],
  ])('refuses as %s: %j', async (type, value) => {
    const input = { address: tokenAddress(1), signature: `f(${type}) view`, args: [value] }
    await expect(ask(input)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('refuses networks that nobody added', async () => {
    await expect(
      ask({ address: tokenAddress(1), signature: BALANCE, args: [HOLDER], network: 'gnosis' }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
