// @module-tag full
import {
  type Abi,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  parseAbi,
  parseAbiItem,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OnChain } from '../../src/contract/onchain.ts'
import { callWith, type Caller, TEST_TIME } from '../support/call.ts'
import {
  CHAIN_START_MAX_MS,
  type Hex,
  startChain,
  type TestChain,
  toWord,
} from '../support/chain.ts'
import { deployMock, placeTokens, runtimeOf, tokenAddress } from '../support/contracts.ts'
import { seededRandom } from '../support/seeded-random.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const signal = new AbortController().signal
let chain: TestChain
let caller: Caller
let onchain: OnChain

/** Code that gives these bytes to every call, or refuses with them: they stand behind it. */
function codeOf(data: Hex, refuses = false): Hex {
  const size = (data.length / 2 - 1).toString(16).padStart(4, '0')
  // PUSH2 size, DUP1, PUSH1 12, PUSH1 0, CODECOPY, PUSH1 0, RETURN or REVERT
  return `0x61${size}80600c6000396000${refuses ? 'fd' : 'f3'}${data.slice(2)}`
}

const SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** Forwards every call to the address in the slot of ERC-1967. */
const PROXY: Hex = `0x366000600037600060003660007f${SLOT.slice(2)}545af43d600060003e3d6000f3`

let places = 0x900000
const place = async (code: Hex): Promise<Hex> => {
  places += 1
  const address: Hex = `0x${places.toString(16).padStart(40, '0')}`
  await chain.setCode(address, code)
  return address
}

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  await placeTokens(chain, 24, HOLDER)
  caller = callWith({ onChain: { endpoints: { ethereum: [chain.url] } } })
  onchain = await caller.services.onchain()
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await caller.close()
  await chain.stop()
})

const read = async (address: Hex, signature: string, args: readonly unknown[] = []) =>
  onchain.readContract({ address, signature, args, network: 'ethereum' }, signal)

/** A value as viem gives it, in the form of ours: numbers as digits, tuples without their names. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) return Object.values(value).map(plain)
  return typeof value === 'boolean' ? value : String(value)
}

/** What viem reads by the same signature; undefined where it cannot. */
async function byViem(address: Hex, signature: string, args: readonly unknown[]): Promise<unknown> {
  const client = createPublicClient({ transport: http(chain.url), ccipRead: false })
  const item = parseAbiItem(`function ${signature}`) as Abi[number] & {
    name: string
    outputs: readonly unknown[]
  }
  try {
    const result = await client.readContract({
      address,
      abi: [item],
      functionName: item.name,
      args,
    })
    return item.outputs.length === 1 ? [plain(result)] : plain(result ?? [])
  } catch {
    return undefined
  }
}

/** Ours and viem's reading of one function. */
async function both(
  address: Hex,
  signature: string,
  args: readonly unknown[] = [],
  viemArgs = args,
) {
  const { outcome, values } = await read(address, signature, args)
  const ours = outcome === 'returned' ? values.map(({ value }) => plain(value)) : undefined
  return { ours, viems: await byViem(address, signature, viemArgs) }
}

const uint = (random: () => number, bits: number): bigint =>
  BigInt(Math.floor(random() * 2 ** Math.min(bits, 30))) << BigInt(Math.max(0, bits - 30))

/** Types of what contracts give, and a value of each. */
const SHAPES: readonly (readonly [
  outputs: string,
  make: (random: () => number) => readonly unknown[],
])[] = [
  ['uint256', (random) => [uint(random, 256)]],
  ['int128', (random) => [-uint(random, 100)]],
  ['uint8', (random) => [Number(uint(random, 8))]],
  ['bool', (random) => [random() < 0.5]],
  ['address', () => [HOLDER]],
  ['bytes32', () => [toWord(7n)]],
  ['bytes4', () => ['0x01020304']],
  ['bytes', () => ['0x0102030405']],
  ['string', () => ['plain text, ünïcode, 漢字']],
  ['uint256[]', (random) => [[1n, uint(random, 200), 3n]]],
  ['address[3]', () => [[HOLDER, tokenAddress(1), tokenAddress(2)]]],
  ['string[]', () => [['a', '', 'long '.repeat(40)]]],
  ['uint256[][2]', () => [[[1n, 2n], []]]],
  ['uint112,uint112,uint32', (random) => [uint(random, 112), uint(random, 112), 1_700_000_000]],
  ['(uint256,address)', () => [[5n, HOLDER]]],
  [
    '(uint256,(bool,string)[])',
    () => [
      [
        5n,
        [
          [true, 'x'],
          [false, 'y'],
        ],
      ],
    ],
  ],
  [
    '(address,uint256)[]',
    () => [
      [
        [HOLDER, 1n],
        [HOLDER, 2n],
      ],
    ],
  ],
  ['uint80,int256,uint256,uint256,uint80', () => [1n, -5n, 7n, 9n, 1n]],
  ['bytes[],bool', () => [['0x', '0xff'], true]],
  ['int24,uint24,int256[]', () => [-887_272, 3000, [-1n, 0n, 1n]]],
]

describe('contract_read beside viem', () => {
  it(`reads ${SHAPES.length} shapes of answers alike, each of a contract of its own`, async () => {
    const random = seededRandom(3)
    for (const [outputs, make] of SHAPES) {
      const [item] = parseAbi([`function get() view returns (${outputs})`]) as unknown as [
        { outputs: readonly never[] },
      ]
      const address = await place(codeOf(encodeAbiParameters(item.outputs, make(random) as never)))
      const { ours, viems } = await both(address, `get() view returns (${outputs})`)
      expect(ours, outputs).toBeDefined()
      expect(ours, outputs).toEqual(viems)
    }
  })

  it('reads 24 tokens and their proxies of two kinds alike', async () => {
    for (let index = 0; index < 24; index += 1) {
      const token = tokenAddress(index)
      const clone = await place(
        `0x363d3d373d3d3d363d73${token.slice(2)}5af43d82803e903d91602b57fd5bf3`,
      )
      const proxy = await place(PROXY)
      await chain.setStorage(proxy, SLOT, token)
      for (const address of [token, clone, proxy]) {
        for (const [signature, args] of [
          ['balanceOf(address owner) view returns (uint256)', [HOLDER]],
          ['symbol() view returns (string)', []],
          ['decimals() view returns (uint8)', []],
          ['totalSupply() view returns (uint256)', []],
        ] as const) {
          const { ours, viems } = await both(address, signature, args)
          expect(ours, `${address} ${signature}`).toEqual(viems)
        }
      }
    }
  })

  it.each([
    ['nothing at all', '0x'],
    ['half a word', `0x${'01'.repeat(16)}`],
    ['a word for a text', toWord(5n)],
    ['an offset beyond the end', `${toWord(2n ** 64n)}${toWord(1n).slice(2)}`],
    ['a length beyond the end', `${toWord(32n)}${toWord(2n ** 200n).slice(2)}`],
    ['a text of no characters', `${toWord(32n)}${toWord(0n).slice(2)}`],
    [
      'more than it says',
      `${toWord(32n)}${toWord(1n).slice(2)}${'61'.padEnd(64, '0')}${'ff'.repeat(64)}`,
    ],
    ['zeros', `0x${'00'.repeat(96)}`],
  ] as const)('agrees on what can be read of %s', async (_, data) => {
    const address = await place(codeOf(data))
    for (const outputs of [
      'string',
      'uint256',
      'bytes',
      'uint256[]',
      'bool',
      'address',
      '(string,uint8)',
    ]) {
      const { ours, viems } = await both(address, `get() view returns (${outputs})`)
      expect(ours, outputs).toEqual(viems)
    }
  })

  it('passes arguments of every kind on as viem does', async () => {
    // Gives the call data back: what follows the selector is the answer.
    const echo = await place('0x600436036004600037600436036000f3')
    for (const [types, ours, viems] of [
      ['uint256', ['123456789012345678901234567890'], [123456789012345678901234567890n]],
      ['uint256', [7], [7n]],
      ['uint256', ['0x10'], [16n]],
      ['int64', ['-5'], [-5n]],
      ['address', [HOLDER.toLowerCase()], [HOLDER]],
      ['bool', ['true'], [true]],
      ['bytes32', [toWord(3n)], [toWord(3n)]],
      ['string', ['häy'], ['häy']],
      ['uint256[]', [['1', 2]], [[1n, 2n]]],
      ['uint256[]', ['[1,2]'], [[1n, 2n]]],
      ['(uint256,bool)', [['1', true]], [[1n, true]]],
      [
        '(uint256,bool)[2]',
        [
          [
            ['1', true],
            ['2', false],
          ],
        ],
        [
          [
            [1n, true],
            [2n, false],
          ],
        ],
      ],
      ['bytes,address[]', ['0x01', [HOLDER]], ['0x01', [HOLDER]]],
    ] as const) {
      const signature = `get(${types}) view returns (${types})`
      const result = await both(echo, signature, ours, viems)
      expect(result.ours, signature).toBeDefined()
      expect(result.ours, signature).toEqual(result.viems)
    }
    const named =
      'get((uint256 amount, address owner) order) view returns ((uint256 amount, address owner) order)'
    expect((await read(echo, named, [{ owner: HOLDER, amount: '9' }])).values).toEqual([
      {
        name: 'order',
        type: '(uint256 amount, address owner)',
        value: { amount: '9', owner: HOLDER },
      },
    ])
  })
})

describe('contract_read of hostile contracts', () => {
  const errors = parseAbi(['error Error(string message)', 'error Panic(uint256 code)'])

  it('tells why a contract refuses, in clean words', async () => {
    const words = encodeFunctionData({
      abi: parseAbi(['function Error(string message)']),
      args: ['no\u202e money\n\u0000ignore all'],
    })
    expect(await read(await place(codeOf(words, true)), 'get() view returns (bool)')).toMatchObject(
      {
        outcome: 'reverted',
        reason: 'no money ignore all',
        values: [],
      },
    )
    const panic: Hex = `0x4e487b71${toWord(0x11n).slice(2)}`
    expect(await read(await place(codeOf(panic, true)), 'get() view returns (bool)')).toMatchObject(
      {
        outcome: 'reverted',
        reason: 'Panic 0x11',
      },
    )
    expect(await read(await place(codeOf('0x12345678', true)), 'get()')).toMatchObject({
      outcome: 'reverted',
      reason: null,
      data: '0x12345678',
    })
    expect(errors).toHaveLength(2)
  })

  it('changes nothing, and says so of who would', async () => {
    // SSTORE(0, 1), then gives a word.
    const writer = await place('0x600160005560206000f3')
    expect((await read(writer, 'get() view returns (uint256)')).outcome).toMatch(
      /^(reverted|out_of_gas)$/,
    )
  })

  it('ends with who burns gas, gives endless answers, or asks for a lookup elsewhere', async () => {
    const burner = await place('0x5b600056')
    expect(await read(burner, 'get() view returns (uint256)')).toMatchObject({
      outcome: 'out_of_gas',
    })
    // MSTORE8 at the end, then a megabyte of zeros.
    const huge = await place('0x620f42406000f3')
    expect(await read(huge, 'get() view returns (uint256)')).toMatchObject({
      outcome: 'too_long',
      values: [],
    })
    const just = await place('0x615dc06000f3')
    expect(await read(just, 'get() view returns (uint256)')).toMatchObject({ outcome: 'returned' })
    const elsewhere = await deployMock(chain, 'OffchainToken', ['string'], ['http://127.0.0.1:9/'])
    expect(await read(elsewhere, 'symbol() view returns (string)')).toMatchObject({
      outcome: 'reverted',
    })
  })

  it('gives no more than it should of answers that name themselves many times', async () => {
    const words: string[] = [toWord(32n), toWord(300n)]
    for (let index = 0; index < 300; index += 1) words.push(toWord(300n * 32n))
    words.push(toWord(20_000n).replace('0x', ''), '61'.repeat(10_000))
    const data: Hex = `0x${words.map((word) => word.replace('0x', '')).join('')}`
    const bomb = await place(codeOf(data))
    const { outcome, values } = await read(bomb, 'get() view returns (string[])')
    expect(outcome).toBe('undecodable')
    expect(values).toEqual([])
  })

  it('cleans texts', async () => {
    const types = [{ type: 'string' }] as const
    const address = await place(
      codeOf(encodeAbiParameters(types, ['USDC\u202e\u0000</script>\u200b ok'])),
    )
    expect((await read(address, 'symbol() view returns (string)')).values).toEqual([
      { type: 'string', value: 'USDC</script> ok' },
    ])
  })

  it('is refused where there is no contract', async () => {
    await expect(read(HOLDER, 'symbol() view returns (string)')).rejects.toMatchObject({
      code: 'not_a_contract',
    })
  })
})

it('reads from more than 60 contracts', async () => {
  expect(places - 0x900000 + 24).toBeGreaterThanOrEqual(60)
  expect(await runtimeOf(chain, tokenAddress(0))).not.toBe('0x')
})
