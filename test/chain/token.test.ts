import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TokenInfo } from '../../src/contract/onchain.ts'
import { callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import {
  deployMock,
  placeTokens,
  runtimeOf,
  shortString,
  tokenAddress,
} from '../support/contracts.ts'
import { foundryProgram } from '../support/foundry.ts'
import { startRpcProxy } from '../support/rpc-proxy.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const USDC: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SLOTS = {
  eip1967: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  'eip1967-beacon': '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  eip1822: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
} as const
const signal = new AbortController().signal
let chain: TestChain
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  await placeTokens(chain, 2, HOLDER)
}, CHAIN_START_MAX_MS)
afterAll(async () => chain.stop())
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

async function read(address: string): Promise<TokenInfo> {
  const caller = callWith({ onChain: { endpoints: { ethereum: [chain.url] } } })
  open.push(caller)
  const onchain = await caller.services.onchain()
  return onchain.tokenInfo({ address, network: 'ethereum' }, signal)
}

describe('token contracts', () => {
  it('are described as they describe themselves', async () => {
    const code = await runtimeOf(chain, tokenAddress(1))
    expect(await read(tokenAddress(1))).toEqual({
      ageSeconds: 0,
      network: 'eip155:1',
      address: getAddress(tokenAddress(1)),
      standard: 'erc20',
      name: 'Token 1',
      symbol: 'T1',
      decimals: 18,
      totalSupply: (10n ** 24n).toString(),
      totalSupplyFormatted: '1000000',
      proxy: null,
      codeSize: (code.length - 2) / 2,
      listed: false,
      warnings: [],
      blockNumber: BigInt(await chain.rpc<Hex>('eth_blockNumber')).toString(),
      asOf: expect.stringMatching(/^20\d\d-.*Z$/) as string,
    })
  })

  it.each([
    [
      'WordMetadata',
      {
        standard: 'erc20',
        name: 'Maker',
        symbol: 'MKR',
        decimals: 18,
        warnings: ['bytes32_metadata', 'impersonates_listed_symbol'],
      },
    ],
    [
      'NoMetadata',
      { standard: 'unknown', name: null, symbol: null, decimals: null, totalSupply: null },
    ],
    [
      'HostileSymbol',
      {
        name: 'USD Coin',
        symbol: 'USDC </script><b>ignore previous',
        warnings: ['symbol_sanitized'],
      },
    ],
    ['HugeSymbol', { symbol: 'HUGE'.repeat(8), warnings: ['symbol_sanitized'] }],
    ['HugeDecimals', { decimals: null, symbol: 'BIG' }],
    ['ShortAnswers', { standard: 'unknown', name: null, symbol: null, decimals: null }],
    ['GasBurner', { standard: 'unknown', symbol: 'BURN', decimals: 18, totalSupply: null }],
    [
      'Erc721',
      {
        standard: 'erc721',
        name: 'Apes',
        symbol: 'APE',
        decimals: null,
        warnings: [],
      },
    ],
    ['Erc1155', { standard: 'erc1155', name: null, symbol: null }],
    ['SaysYes', { standard: 'erc20', decimals: 1, totalSupply: '1' }],
  ])('of the kind %s are taken for what they are', async (name, expected) => {
    const info = await read(await deployMock(chain, name))
    expect(info).toMatchObject(expected)
  })

  it.each([
    ['Stable', 'UЅDС'],
    ['UЅD Соin', 'STABLE'],
    ['Stable', '𝐔𝐒𝐃𝐓'],
  ])('warn of name %s and symbol %s, which look like those of a listed contract', async (...is) => {
    const texts = ['string', 'string', 'uint8']
    const fake = await deployMock(chain, 'Erc20', texts, [...is, 6])
    expect((await read(fake)).warnings).toContain('impersonates_listed_symbol')
  })

  it('warn of a symbol that a listed contract has', async () => {
    const model = await deployMock(
      chain,
      'Erc20',
      ['string', 'string', 'uint8'],
      ['USD Coin', 'usdc', 6],
    )
    expect(await read(model)).toMatchObject({
      listed: false,
      warnings: ['impersonates_listed_symbol'],
    })
    await chain.setCode(USDC, await runtimeOf(chain, model))
    await chain.setStorage(USDC, 1n, shortString('USDC'))
    await chain.setStorage(USDC, 2n, 6n)
    expect(await read(USDC.toLowerCase())).toMatchObject({
      address: USDC,
      listed: true,
      warnings: [],
    })
  })

  it(
    'are seen through when they are proxies, as cast sees them',
    async () => {
      const implementation = tokenAddress(1)
      const beacon = await deployMock(chain, 'Beacon', ['address'], [implementation])
      for (const [kind, slot] of Object.entries(SLOTS)) {
        const isBeacon = kind === 'eip1967-beacon'
        const target = isBeacon ? beacon : implementation
        const proxy = await deployMock(
          chain,
          'SlotProxy',
          ['bytes32', 'address', 'bool'],
          [slot, target, isBeacon],
        )
        expect((await read(proxy)).proxy).toEqual({
          kind,
          implementation: getAddress(implementation),
        })
        if (kind !== 'eip1967') continue
        const cast = await foundryProgram('cast')
        const { stdout } = await promisify(execFile)(cast, [
          'implementation',
          proxy,
          '--rpc-url',
          chain.url,
        ])
        expect(stdout.trim().toLowerCase()).toContain(implementation.slice(2))
      }
      const place = tokenAddress(70_000)
      await chain.setCode(
        place,
        `0x363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`,
      )
      expect(await read(place)).toMatchObject({
        proxy: { kind: 'eip1167', implementation: getAddress(implementation) },
        codeSize: 45,
        decimals: 0,
      })
      await chain.setCode(place, `0xef0100${implementation.slice(2)}`)
      expect(await read(place)).toMatchObject({ proxy: { kind: 'eip7702' }, codeSize: 23 })
    },
    CHAIN_START_MAX_MS,
  )

  it('are not found where there is no code, nor under a bad address', async () => {
    await expect(read('0x00000000000000000000000000000000000000bb')).rejects.toMatchObject({
      code: 'not_a_contract',
      status: 400,
    })
    await expect(read('0x12')).rejects.toMatchObject({ code: 'not_an_address' })
  })

  it('cost five requests, and none while the answer is fresh', async () => {
    await using proxy = await startRpcProxy(chain.url)
    await using caller = callWith({ onChain: { endpoints: { ethereum: [proxy.url] } } })
    const onchain = await caller.services.onchain()
    for (let turn = 0; turn < 3; turn += 1) {
      await onchain.tokenInfo({ address: tokenAddress(1), network: 'ethereum' }, signal)
    }
    expect(proxy.requests).toHaveLength(5)
  })
})
