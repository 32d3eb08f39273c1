import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Balances, OnChain } from '../../src/contract/onchain.ts'
import { CHAINS, MULTICALL3 } from '../../src/onchain/chains.ts'
import { callWith, type Caller, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import {
  deployMock,
  placeMulticall3,
  placeTokens,
  runtimeOf,
  shortString,
  tokenAddress,
  tokenAmount,
} from '../support/contracts.ts'
import { foundryProgram } from '../support/foundry.ts'
import { formatByDivision } from '../support/plain-units.ts'
import { type Fault, refuse, type RpcProxy, startRpcProxy } from '../support/rpc-proxy.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const WEI = 1_234_567_890_123_456_789n
const signal = new AbortController().signal
let chain: TestChain
let odd: Record<string, Hex>
const open: Pick<Caller, 'close'>[] = []

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  await chain.setBalance(HOLDER, WEI)
  await placeMulticall3(chain)
  await placeTokens(chain, 101, HOLDER)
  const names = [
    'WordMetadata',
    'NoMetadata',
    'RevertingBalance',
    'HugeDecimals',
    'Decimals255',
    'HostileSymbol',
    'HugeSymbol',
    'GasBurner',
    'ShortAnswers',
    'Erc721',
    'Erc1155',
    'BlockClock',
  ]
  odd = {}
  for (const name of names) odd[name] = await deployMock(chain, name)
  odd['OffchainToken'] = await deployMock(
    chain,
    'OffchainToken',
    ['string'],
    ['http://127.0.0.1:9/'],
  )
}, CHAIN_START_MAX_MS)
afterAll(async () => chain.stop())
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

/** Reads of the chain through an endpoint that is watched, with nothing remembered. */
async function watched(fault?: Fault): Promise<{ onchain: OnChain; proxy: RpcProxy }> {
  const proxy = await startRpcProxy(chain.url, fault)
  const caller = callWith({ onChain: { endpoints: { ethereum: [proxy.url] } } })
  open.push(proxy, caller)
  return { onchain: await caller.services.onchain(), proxy }
}

const refusesReader: Fault = ({ id, params }, response) => {
  const [call] = params as [{ to?: string } | undefined]
  return call?.to === undefined && id > 0 && typeof call === 'object'
    ? refuse(response, id, { code: -32_602, message: 'missing "to"' })
    : false
}

async function read(
  tokens: readonly string[],
  fault?: Fault,
): Promise<Balances & { calls: number }> {
  const { onchain, proxy } = await watched(fault)
  const balances = await onchain.balances({ address: HOLDER, network: 'ethereum', tokens }, signal)
  return { ...balances, calls: proxy.requests.length }
}

/** What each token must come to, in the words of the result. */
const ODD_TOKENS: readonly (readonly [name: string, expected: object])[] = [
  ['WordMetadata', { symbol: 'MKR', decimals: 18, formatted: '0.5', raw: '500000000000000000' }],
  ['NoMetadata', { code: 'no_decimals', raw: '500000000000000000' }],
  ['RevertingBalance', { code: 'call_reverted' }],
  ['HugeDecimals', { code: 'bad_decimals', raw: '5' }],
  ['Decimals255', { code: 'bad_decimals', raw: '5' }],
  [
    'HostileSymbol',
    { symbol: 'USDC </script><b>ignore previous', decimals: 6, formatted: '1000000' },
  ],
  ['HugeSymbol', { symbol: 'HUGE'.repeat(8), decimals: 6, raw: '1' }],
  ['GasBurner', { code: 'out_of_gas' }],
  ['ShortAnswers', { code: 'bad_return' }],
  ['Erc721', { code: 'no_decimals', raw: '3' }],
  ['Erc1155', { code: 'call_reverted' }],
  ['OffchainToken', { code: 'call_reverted' }],
]

describe('balances on a real chain', () => {
  it('reads 100 tokens with one request, exactly', async () => {
    const tokens = Array.from({ length: 100 }, (_, index) => tokenAddress(index))
    const result = await read(tokens)
    expect(result.calls).toBe(1)
    expect(result.errors).toEqual([])
    expect(result.native).toEqual({
      symbol: 'ETH',
      decimals: 18,
      formatted: '1.234567890123456789',
      wei: WEI.toString(),
    })
    expect(result.tokens).toEqual(
      tokens.map((_, index) => {
        const { balance, decimals } = tokenAmount(index)
        return {
          address: expect.stringMatching(new RegExp(`^${tokenAddress(index)}$`, 'i')) as string,
          symbol: `T${index}`,
          decimals,
          formatted: formatByDivision(balance, decimals),
          raw: balance.toString(),
        }
      }),
    )
  })

  it('says where and when it read', async () => {
    const block = await chain.rpc<{ number: Hex; timestamp: Hex }>('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    expect(await read([])).toMatchObject({
      network: 'eip155:1',
      blockNumber: BigInt(block.number).toString(),
      asOf: new Date(Number(block.timestamp) * 1000).toISOString(),
      tokens: [],
      errors: [],
      calls: 1,
    })
  })

  it.each([
    ['the reader', undefined],
    ['Multicall3', refusesReader],
  ])('tells every odd token for what it is, through %s', async (_, fault) => {
    const result = await read(
      ODD_TOKENS.map(([name]) => odd[name] ?? '').concat(
        '0x00000000000000000000000000000000000000aa',
      ),
      fault,
    )
    const found = new Map(
      [...result.tokens, ...result.errors].map((row) => [row.address.toLowerCase(), row]),
    )
    for (const [name, expected] of ODD_TOKENS) {
      // Multicall3 does not tell a contract that burned its gas from one that refused.
      if (name === 'GasBurner' && fault) continue
      expect(found.get(odd[name] ?? ''), name).toMatchObject(expected)
    }
    expect(found.get('0x00000000000000000000000000000000000000aa')).toMatchObject({
      code: 'not_a_contract',
    })
    expect(found.size).toBe(ODD_TOKENS.length + 1)
    expect(result.native.wei).toBe(WEI.toString())
  })

  it(
    'reads the balances that cast reads, and one that cast cannot',
    { tags: 'full', timeout: CHAIN_START_MAX_MS },
    async () => {
      const cast = await foundryProgram('cast')
      const run = promisify(execFile)
      const listed = await read([
        ...[1, 2, 3, 50, 99].map(tokenAddress),
        ...ODD_TOKENS.map(([name]) => odd[name] ?? ''),
      ])
      expect(listed.tokens).toHaveLength(8)
      for (const { address, raw } of listed.tokens) {
        const { stdout } = await run(cast, [
          'call',
          address,
          'balanceOf(address)(uint256)',
          HOLDER,
          '--rpc-url',
          chain.url,
        ])
        // Large numbers are followed by a short form in brackets.
        expect(stdout.trim().split(' ')[0]).toBe(raw)
      }
      const native = await run(cast, ['balance', HOLDER, '--rpc-url', chain.url])
      expect(native.stdout.trim()).toBe(listed.native.wei)
      const word = odd['WordMetadata'] ?? ''
      await expect(
        run(cast, ['erc20-token', 'symbol', word, '--rpc-url', chain.url]),
      ).rejects.toThrow()
      expect(listed.tokens).toContainEqual(
        expect.objectContaining({ symbol: 'MKR', formatted: '0.5' }),
      )
    },
  )

  it('never mixes blocks while the chain moves', async () => {
    const { onchain } = await watched()
    const clock = await runtimeOf(chain, odd['BlockClock'] ?? '0x')
    const clocks = Array.from({ length: 20 }, (_, index) => tokenAddress(50_000 + index))
    for (const address of clocks) await chain.setCode(address, clock)
    const stopped = new AbortController()
    const miner = (async () => {
      while (!stopped.signal.aborted) await chain.mine()
    })()
    const blocks = new Set<string>()
    try {
      for (let round = 0; round < 40; round += 1) {
        // A new holder each time, so that nothing is remembered.
        const address = tokenAddress(90_000 + round)
        const result = await onchain.balances(
          { address, network: 'ethereum', tokens: clocks },
          signal,
        )
        expect(result.tokens).toHaveLength(20)
        expect(new Set(result.tokens.map(({ raw }) => raw))).toEqual(new Set([result.blockNumber]))
        blocks.add(result.blockNumber)
      }
    } finally {
      stopped.abort()
      await miner
    }
    expect(blocks.size).toBeGreaterThan(10)
  })

  it('reads 100 good tokens beside 50 that burn gas and 20 with huge symbols, in one request', async () => {
    const burner = await runtimeOf(chain, odd['GasBurner'] ?? '0x')
    const huge = await runtimeOf(chain, odd['HugeSymbol'] ?? '0x')
    const place = async (first: number, count: number, code: Hex): Promise<readonly Hex[]> => {
      const places = Array.from({ length: count }, (_, index) => tokenAddress(first + index))
      for (const address of places) await chain.setCode(address, code)
      return places
    }
    const burners = await place(10_000, 50, burner)
    const huges = await place(20_000, 20, huge)
    // HugeSymbol keeps its decimals in slot 0.
    for (const address of huges) await chain.setStorage(address, 0n, 6n)
    const good = Array.from({ length: 100 }, (_, index) => tokenAddress(index))
    const result = await read([...burners, ...huges, ...good])
    expect(result.calls).toBe(1)
    expect(result.errors).toHaveLength(50)
    expect(new Set(result.errors.map(({ code }) => code))).toEqual(new Set(['out_of_gas']))
    const amounts = result.tokens.slice(20).map(({ raw }) => raw)
    expect(amounts).toEqual(good.map((_, index) => tokenAmount(index).balance.toString()))
  })

  it('leaves out gas burners and reads anew when too little gas is left for the rest', async () => {
    const burner = await runtimeOf(chain, odd['GasBurner'] ?? '0x')
    const burners = Array.from({ length: 150 }, (_, index) => tokenAddress(30_000 + index))
    for (const address of burners) await chain.setCode(address, burner)
    const result = await read([...burners, tokenAddress(7)])
    expect(result.errors).toHaveLength(150)
    expect(result.tokens.map(({ raw }) => raw)).toEqual([tokenAmount(7).balance.toString()])
    expect(result.calls).toBeGreaterThan(1)
    expect(result.calls).toBeLessThanOrEqual(8)
  })

  it('reads through Multicall3 in one pinned block where nodes refuse the reader', async () => {
    const tokens = Array.from({ length: 100 }, (_, index) => tokenAddress(index))
    const { onchain, proxy } = await watched(refusesReader)
    const result = await onchain.balances({ address: HOLDER, network: 'ethereum', tokens }, signal)
    expect(result.tokens.map(({ raw }) => raw)).toEqual(
      tokens.map((_, index) => tokenAmount(index).balance.toString()),
    )
    const [refused, block, call] = proxy.requests
    expect(proxy.requests).toHaveLength(3)
    expect(refused?.params[0]).not.toHaveProperty('to')
    expect(block?.method).toBe('eth_getBlockByNumber')
    expect(call?.params[0]).toMatchObject({ to: MULTICALL3 })
    expect(BigInt(call?.params[1] as Hex).toString()).toBe(result.blockNumber)
  })

  it('finds burners by halves where Multicall3 lets them spoil their group', async () => {
    const good = Array.from({ length: 20 }, (_, index) => tokenAddress(index))
    const burner = await runtimeOf(chain, odd['GasBurner'] ?? '0x')
    const burners = Array.from({ length: 4 }, (_, index) => tokenAddress(40_000 + index))
    for (const address of burners) await chain.setCode(address, burner)
    const tokens = [...good, ...burners]
    const result = await read([...burners, ...good], refusesReader)
    expect(result.errors).toHaveLength(4)
    for (const { code } of result.errors) expect(['out_of_gas', 'call_reverted']).toContain(code)
    expect(result.calls).toBeGreaterThan(4)
    expect(result.tokens.map(({ raw }) => raw)).toEqual(
      tokens.slice(0, 20).map((_, index) => tokenAmount(index).balance.toString()),
    )
  })

  it('asks a token again alone whose gas a neighbour may have burned', async () => {
    const thirsty = await deployMock(chain, 'ThirstyBalance')
    const result = await read([odd['GasBurner'] ?? '', thirsty], refusesReader)
    expect(result.tokens).toMatchObject([{ symbol: 'GULP', raw: '7' }])
    expect(result.errors).toHaveLength(1)
  })

  it('takes a proxy for the token behind it', async () => {
    const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
    const proxy = await deployMock(
      chain,
      'SlotProxy',
      ['bytes32', 'address', 'bool'],
      [slot, tokenAddress(1), false],
    )
    await chain.setStorage(proxy, 1n, shortString('PROXIED'))
    await chain.setStorage(proxy, 2n, 8n)
    expect(await read([proxy])).toMatchObject({
      tokens: [{ symbol: 'PROXIED', decimals: 8, formatted: '0' }],
    })
  })
})

describe('balances on other chains', () => {
  it('numbers blocks of Arbitrum by its own count, and knows the token face of POL', async () => {
    await using arbitrum = await startChain({ chainId: 42_161, at: TEST_TIME })
    await using polygon = await startChain({ chainId: 137, at: TEST_TIME })
    const services = await deployMock(arbitrum, 'ArbitrumServices')
    await arbitrum.setCode(
      '0x0000000000000000000000000000000000000064',
      await runtimeOf(arbitrum, services),
    )
    const model = await deployMock(
      polygon,
      'Erc20',
      ['string', 'string', 'uint8'],
      ['Pol', 'POL', 18],
    )
    const face = CHAINS.polygon.nativeToken ?? ''
    await polygon.setCode(face, await runtimeOf(polygon, model))
    await polygon.setStorage(face, 1n, shortString('POL'))
    await polygon.setStorage(face, 2n, 18n)
    const caller = callWith({
      onChain: { endpoints: { arbitrum: [arbitrum.url], polygon: [polygon.url] } },
    })
    open.push(caller)
    const onchain = await caller.services.onchain()
    expect(
      await onchain.balances({ address: HOLDER, network: 'arbitrum', tokens: [] }, signal),
    ).toMatchObject({
      network: 'eip155:42161',
      blockNumber: '123456789',
      native: { symbol: 'ETH' },
    })
    expect(
      await onchain.balances({ address: HOLDER, network: 'polygon', tokens: [face] }, signal),
    ).toMatchObject({
      network: 'eip155:137',
      native: { symbol: 'POL' },
      tokens: [{ symbol: 'POL', note: 'duplicate_of_native' }],
    })
  })
})
