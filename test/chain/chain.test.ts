import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHAIN_START_MAX_MS, startChain, toWord, type TestChain } from '../support/chain.ts'
import { foundryProgram } from '../support/foundry.ts'

/** Runtime code that answers its storage slot 0 to every call. */
const ANSWERS_SLOT_0 = '0x60005460005260206000f3'
const PLACE = '0x00000000000000000000000000000000000000c0'
let chain: TestChain

beforeAll(async () => {
  chain = await startChain({ chainId: 8453 })
}, CHAIN_START_MAX_MS)
afterAll(async () => chain.stop())

describe('the local chain of the tests', () => {
  it('has the chain id that was asked for, and a port of its own', async () => {
    await using other = await startChain({ chainId: 10 })
    expect(await chain.rpc('eth_chainId')).toBe('0x2105')
    expect(await other.rpc('eth_chainId')).toBe('0xa')
    expect(other.url).not.toBe(chain.url)
  })

  it('takes code, storage and balances, and gives a state back', async () => {
    const call = async (): Promise<unknown> => chain.rpc('eth_call', [{ to: PLACE }, 'latest'])
    await chain.setCode(PLACE, ANSWERS_SLOT_0)
    await chain.setStorage(PLACE, 0n, 42n)
    const snapshot = await chain.snapshot()
    await chain.setStorage(PLACE, 0n, '0x07')
    await chain.setBalance(PLACE, 5n)
    expect(await call()).toBe(toWord(7n))
    expect(await chain.rpc('eth_getBalance', [PLACE, 'latest'])).toBe('0x5')
    await chain.revert(snapshot)
    expect(await call()).toBe(toWord(42n))
    await expect(chain.revert('0x9999')).rejects.toThrow('No such snapshot')
  })

  it(
    'deploys code, mines on demand and by the clock, and tells failures',
    { tags: 'full' },
    async () => {
      const address = await chain.deploy(`0x600b600c600039600b6000f3${ANSWERS_SLOT_0.slice(2)}`)
      expect(await chain.rpc('eth_getCode', [address, 'latest'])).toBe(ANSWERS_SLOT_0)
      const before = Number(await chain.rpc('eth_blockNumber'))
      await chain.mine(3)
      expect(Number(await chain.rpc('eth_blockNumber'))).toBe(before + 3)
      await expect(chain.rpc('eth_noSuchMethod')).rejects.toThrow('eth_noSuchMethod: ')
      await using ticking = await startChain({ blockTimeSeconds: 1 })
      await expect.poll(async () => Number(await ticking.rpc('eth_blockNumber'))).toBeGreaterThan(0)
    },
  )

  it(
    'is read the same by an independent program',
    async () => {
      const cast = await foundryProgram('cast')
      const { stdout } = await promisify(execFile)(cast, ['chain-id', '--rpc-url', chain.url])
      expect(stdout.trim()).toBe('8453')
    },
    CHAIN_START_MAX_MS,
  )
})
