import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECORDS_MAX_COUNT } from '../../../src/onchain/limits.ts'
import { resolveName } from '../../../tools/chain/resolve-name.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith, type Caller, TEST_TIME } from '../../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../../support/chain.ts'
import { placeEns } from '../../support/contracts.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let chain: TestChain
let caller: Caller
const ask = async (input: unknown): Promise<Record<string, unknown>> =>
  caller.call(resolveName, input)

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  const ens = await placeEns(chain)
  await ens.register('bellhop', { address: HOLDER })
  await ens.claim(HOLDER, 'bellhop.eth')
  await ens.setText('bellhop.eth', 'url', 'https://bellhop.example/')
  caller = callWith({ onChain: { endpoints: { ethereum: [chain.url] } } })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await caller.close()
  await chain.stop()
})

describe('resolve_name', () => {
  it('resolves a name and its records', async () => {
    verifies('utility:4.10:resolve-name')
    expect(await ask({ name: 'Bellhop.eth', records: ['url', 'com.github'] })).toEqual({
      name: 'bellhop.eth',
      address: HOLDER,
      network: 'eip155:1',
      verified: true,
      primaryName: 'bellhop.eth',
      records: { url: 'https://bellhop.example/', 'com.github': null },
      source: 'ens',
      offchain: false,
      expires: null,
      ageSeconds: 0,
      blockNumber: expect.stringMatching(/^\d+$/) as string,
      asOf: expect.stringMatching(/Z$/) as string,
    })
  })

  it('resolves an address', async () => {
    expect(await ask({ address: HOLDER })).toMatchObject({ name: 'bellhop.eth', verified: true })
  })

  it.each([
    [{}, 'invalid_input'],
    [{ name: 'a.eth', address: HOLDER }, 'invalid_input'],
    [{ name: 'a.eth', network: 'solana' }, 'invalid_input'],
    [
      { name: 'a.eth', records: Array.from({ length: RECORDS_MAX_COUNT + 1 }, () => 'url') },
      'invalid_input',
    ],
    [{ name: 'no name' }, 'bad_name'],
    [{ address: '0x12' }, 'not_an_address'],
    [{ address: HOLDER.replace('d8dA', 'd8da') }, 'bad_checksum'],
  ])('refuses %j', async (input, code) => {
    await expect(ask(input)).rejects.toMatchObject({ code, status: 400 })
  })

  it('has a price and a route', () => {
    expect(resolveName).toMatchObject({
      price: '0.002',
      http: { method: 'POST', path: '/resolve-name' },
    })
  })
})
