import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../tools/chain/transaction.ts'
import { callWith, type Caller, TEST_TIME } from '../../support/call.ts'
import { CHAIN_START_MAX_MS, startChain, type TestChain } from '../../support/chain.ts'

const RECEIVER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let chain: TestChain
let caller: Caller
const ask = async (input: unknown): Promise<Record<string, unknown>> =>
  caller.call(transaction, input)

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  caller = callWith({ onChain: { endpoints: { ethereum: [chain.url] } } })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await caller.close()
  await chain.stop()
})

describe('transaction', () => {
  it('tells what became of it', async () => {
    const { transactionHash: hash } = await chain.send({ to: RECEIVER, value: '0x5' })
    expect(await ask({ hash })).toMatchObject({
      hash,
      network: 'eip155:1',
      status: 'succeeded',
      to: RECEIVER,
      value: { wei: '5' },
      transfers: [{ standard: 'native', raw: '5', to: RECEIVER }],
      transfersOmitted: 0,
      call: null,
      proved: true,
      ageSeconds: 0,
    })
  })

  it.each([
    {},
    { hash: '0x12' },
    { hash: 'abc' },
    { hash: `0x${'g'.repeat(64)}` },
    { hash: `0x${'1'.repeat(64)}`, signature: 'f(' },
    { hash: `0x${'1'.repeat(64)}`, network: 'nowhere' },
    { hash: `0x${'1'.repeat(64)}`, network: 'No Where' },
  ])('refuses %j', async (input) => {
    await expect(ask(input)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
