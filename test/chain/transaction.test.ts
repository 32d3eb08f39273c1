// @module-tag full
import {
  createPublicClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  formatEther,
  getAddress,
  http,
  parseAbi,
  toEventSelector,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OnChain, TransactionAnswer } from '../../src/contract/onchain.ts'
import { callWith, TEST_TIME } from '../support/call.ts'
import {
  CHAIN_START_MAX_MS,
  type Hex,
  startChain,
  type TestChain,
  toWord,
} from '../support/chain.ts'
import { placeTokens, tokenAddress } from '../support/contracts.ts'
import { type Fault, reply, startRpcProxy } from '../support/rpc-proxy.ts'

const SOMEBODY: Hex = '0x0000000000000000000000000000000000000bbb'
const SIGNAL = new AbortController().signal
const ERC20 = parseAbi(['function transfer(address to, uint256 amount)'])
let chain: TestChain
let sender: Hex
let places = 0xa00000
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  sender = chain.accounts[0] ?? '0x'
  await placeTokens(chain, 3, sender)
}, CHAIN_START_MAX_MS)
afterAll(async () => chain.stop())
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

async function onChainOf(...urls: readonly string[]): Promise<OnChain> {
  const caller = callWith({ onChain: { endpoints: { ethereum: urls } } })
  open.push(caller)
  return caller.services.onchain()
}

async function liar(fault: Fault): Promise<string> {
  const proxy = await startRpcProxy(chain.url, fault)
  open.push(proxy)
  return proxy.url
}

/** Sends a transaction and waits for its block, whatever becomes of it. */
const send = async (transaction: object): Promise<Hex> => {
  const receipt = await chain.mined({ from: sender, gas: '0x4c4b40', ...transaction })
  return receipt.transactionHash
}

const read = async (
  hash: string,
  signature?: string,
  urls = [chain.url],
): Promise<TransactionAnswer> =>
  (await onChainOf(...urls)).transaction({ hash, signature, network: 'ethereum' }, SIGNAL)

/** A contract whose code is run by a call. */
async function place(code: Hex): Promise<Hex> {
  places += 1
  const address: Hex = `0x${places.toString(16).padStart(40, '0')}`
  await chain.setCode(address, code)
  return address
}

/** Code that writes one log of these topics and data. */
function logging(topics: readonly Hex[], data: Hex): Hex {
  const size = data.length / 2 - 1
  const pushed = topics
    .toReversed()
    .map((topic) => `7f${topic.slice(2)}`)
    .join('')
  const words = data.slice(2).match(/.{64}/g) ?? []
  const stored = words
    .map((word, index) => `7f${word}61${(32 * index).toString(16).padStart(4, '0')}52`)
    .join('')
  return `0x${stored}${pushed}61${size.toString(16).padStart(4, '0')}6000${(0xa0 + topics.length).toString(16)}00`
}

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const SINGLE = toEventSelector('TransferSingle(address,address,address,uint256,uint256)')
const BATCH = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')

describe('a transaction', () => {
  it.each([
    ['legacy', { gasPrice: '0x77359400' }],
    [
      'with an access list',
      { gasPrice: '0x77359400', accessList: [{ address: SOMEBODY, storageKeys: [toWord(1n)] }] },
    ],
    ['with two fees', { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }],
  ])('that is %s is proved by its hash, and read as viem reads it', async (_, fees) => {
    const hash = await send({ to: SOMEBODY, value: '0xde0b6b3a7640000', data: '0x', ...fees })
    await chain.mine(4)
    const answer = await read(hash.toUpperCase().replace('0X', '0x'))
    const client = createPublicClient({ transport: http(chain.url) })
    const [sent, receipt] = await Promise.all([
      client.getTransaction({ hash }),
      client.getTransactionReceipt({ hash }),
    ])
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    expect(answer).toMatchObject({
      hash,
      status: 'succeeded',
      confirmations: '5',
      block: { number: receipt.blockNumber.toString(), time: '2026-01-02T03:04:05.000Z' },
      from: getAddress(sent.from),
      to: getAddress(sent.to ?? '0x'),
      nonce: String(sent.nonce),
      value: { wei: sent.value.toString(), formatted: '1', symbol: 'ETH' },
      fee: { wei: fee.toString(), formatted: formatEther(fee), symbol: 'ETH' },
      transfers: [{ standard: 'native', token: null, raw: '1000000000000000000', formatted: '1' }],
      call: null,
      proved: true,
      ageSeconds: 0,
    })
  })

  it('of a token: what it moved by the log, what it called, with symbol and decimals', async () => {
    const data = encodeFunctionData({ abi: ERC20, args: [SOMEBODY, 5n] })
    // The tokens of the tests move nothing: one that does tells of it by its log.
    const moving = await place(logging([TRANSFER, toWord(sender), toWord(SOMEBODY)], toWord(5n)))
    const answer = await read(await send({ to: moving, data }))
    expect(answer).toMatchObject({
      status: 'succeeded',
      call: {
        selector: '0xa9059cbb',
        function: 'transfer(address,uint256)',
        values: [
          { name: 'to', type: 'address', value: getAddress(SOMEBODY) },
          { name: 'amount', type: 'uint256', value: '5' },
        ],
      },
      transfers: [
        {
          standard: 'erc20',
          token: getAddress(moving),
          from: getAddress(sender),
          to: getAddress(SOMEBODY),
          raw: '5',
          symbol: null,
          formatted: null,
          listed: false,
        },
      ],
    })
  })

  it('of other kinds of tokens, and of logs in no form that tokens have', async () => {
    const ids = encodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      [
        [1n, 2n],
        [10n, 20n],
      ],
    )
    const pair = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [7n, 3n])
    const ends = [toWord(sender), toWord(SOMEBODY)] as const
    const cases: readonly (readonly [readonly Hex[], Hex, readonly object[]])[] = [
      [[TRANSFER, ...ends, toWord(42n)], '0x', [{ standard: 'erc721', tokenId: '42', raw: null }]],
      [[SINGLE, toWord(sender), ...ends], pair, [{ standard: 'erc1155', tokenId: '7', raw: '3' }]],
      [
        [BATCH, toWord(sender), ...ends],
        ids,
        [
          { tokenId: '1', raw: '10' },
          { tokenId: '2', raw: '20' },
        ],
      ],
      [[TRANSFER, ...ends], '0x', []],
      [[TRANSFER], toWord(1n), []],
      [[BATCH, toWord(sender), ...ends], toWord(2n ** 200n), []],
      [[toWord(9n)], toWord(1n), []],
    ]
    for (const [topics, data, transfers] of cases) {
      const answer = await read(await send({ to: await place(logging(topics, data)) }))
      expect(answer.status).toBe('succeeded')
      expect(answer.transfers).toHaveLength(transfers.length)
      expect(answer.transfers).toMatchObject(transfers)
    }
  })

  it('with hundreds of transfers lists a hundred, and says how many more there are', async () => {
    const one = logging([TRANSFER, toWord(sender), toWord(SOMEBODY)], toWord(1n)).slice(2, -2)
    const many = await place(`0x${one.repeat(150)}00`)
    const answer = await read(await send({ to: many }))
    expect(answer.transfers).toHaveLength(100)
    expect(answer.transfersOmitted).toBe(50)
  })

  it('that failed moved nothing, and paid its fee', async () => {
    const refusing = await place('0x60006000fd')
    const answer = await read(await send({ to: refusing, value: '0x5' }))
    expect(answer).toMatchObject({ status: 'failed', transfers: [], value: { wei: '5' } })
    expect(BigInt(answer.fee?.wei ?? 0)).toBeGreaterThan(0n)
  })

  it('that makes a contract names it', async () => {
    const data = encodeDeployData({
      abi: [],
      bytecode: '0x600b600c600039600b6000f360005460005260206000f3',
    })
    const answer = await read(await send({ data }))
    expect(answer).toMatchObject({ status: 'succeeded', to: null, call: null, proved: true })
    expect(answer.created).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })

  it('calls what its reader says it calls, where that fits', async () => {
    const target = await place('0x00')
    const abi = parseAbi(['function ring(uint8 times, (string word, bool loud) how)'])
    const data = encodeFunctionData({ abi, args: [3, { word: 'ding\u202e', loud: true }] })
    const hash = await send({ to: target, data })
    expect((await read(hash)).call).toEqual({
      selector: data.slice(0, 10),
      function: null,
      values: [],
    })
    expect((await read(hash, 'ring(uint8 times, (string word, bool loud) how)')).call).toEqual({
      selector: data.slice(0, 10),
      function: 'ring(uint8,(string,bool))',
      values: [
        { name: 'times', type: 'uint8', value: '3' },
        { name: 'how', type: '(string word, bool loud)', value: { word: 'ding', loud: true } },
      ],
    })
    expect((await read(hash, 'rung(uint8)')).call?.function).toBeNull()
  })

  it('that nobody knows is unknown, and one that waits is pending', async () => {
    expect(await read(toWord(123n))).toMatchObject({
      status: 'unknown',
      from: null,
      block: null,
      transfers: [],
      proved: false,
    })
    await chain.rpc('evm_setAutomine', [false])
    const waiting = { from: sender, to: SOMEBODY, value: '0x1' }
    const hash = await chain.rpc<Hex>('eth_sendTransaction', [waiting])
    expect(await read(hash)).toMatchObject({
      status: 'pending',
      confirmations: '0',
      block: null,
      fee: null,
      transfers: [],
      value: { wei: '1' },
      proved: true,
    })
    await chain.mine()
    await chain.rpc('evm_setAutomine', [true])
    expect(await read(hash)).toMatchObject({ status: 'succeeded', confirmations: '1' })
  })
})

describe('nodes that lie about a transaction', () => {
  const changing =
    (method: string, change: (result: Record<string, unknown>) => unknown): Fault =>
    (question, response) => {
      if (question.method !== method) return false
      void chain
        .rpc<Record<string, unknown>>(method, question.params)
        .then((result) => reply(response, question.id, change(result) as object))
      return true
    }
  const LIES: Readonly<Record<string, Fault>> = {
    'another amount': changing('eth_getTransactionByHash', (sent) => ({ ...sent, value: '0x99' })),
    'another receiver': changing('eth_getTransactionByHash', (sent) => ({ ...sent, to: sender })),
    'another sender': changing('eth_getTransactionByHash', (sent) => ({ ...sent, from: SOMEBODY })),
    'another call': changing('eth_getTransactionByHash', (sent) => ({ ...sent, input: '0x01' })),
    'another chain': changing('eth_getTransactionByHash', (sent) => ({ ...sent, chainId: '0x38' })),
    'another hash': changing('eth_getTransactionByHash', (sent) => ({ ...sent, hash: toWord(1n) })),
    'no such transaction': changing('eth_getTransactionByHash', () => null),
    'no block yet': changing('eth_getTransactionReceipt', () => null),
    'another receipt': changing('eth_getTransactionReceipt', (receipt) => ({
      ...receipt,
      transactionHash: toWord(1n),
    })),
    'a block that is not in the chain': changing('eth_getTransactionReceipt', (receipt) => ({
      ...receipt,
      blockHash: toWord(1n),
    })),
    'logs in no form': changing('eth_getTransactionReceipt', (receipt) => ({
      ...receipt,
      logs: [null],
    })),
    'gas in no form': changing('eth_getTransactionReceipt', (receipt) => ({
      ...receipt,
      gasUsed: 'many',
    })),
  }

  it.each(Object.entries(LIES))('%s: the next node is asked', async (_, fault) => {
    const hash = await send({ to: SOMEBODY, value: '0x7', maxFeePerGas: '0x77359400' })
    const answer = await read(hash, undefined, [await liar(fault), chain.url])
    expect(answer).toMatchObject({
      status: 'succeeded',
      from: getAddress(sender),
      to: getAddress(SOMEBODY),
      value: { wei: '7' },
      proved: true,
    })
  })

  it('say a kind of transaction that is not known: it is read, and not proved', async () => {
    const hash = await send({ to: SOMEBODY, value: '0x7' })
    const fault = changing('eth_getTransactionByHash', (sent) => ({ ...sent, type: '0x7e' }))
    expect(await read(hash, undefined, [await liar(fault)])).toMatchObject({
      status: 'succeeded',
      proved: false,
    })
  })

  it('leave out whether it succeeded, as blocks before Byzantium do', async () => {
    const hash = await send({ to: SOMEBODY, value: '0x7' })
    const fault = changing('eth_getTransactionReceipt', (receipt) => ({
      ...receipt,
      status: undefined,
    }))
    expect(await read(hash, undefined, [await liar(fault)])).toMatchObject({ status: 'mined' })
  })
})

describe('chains that the operator adds', () => {
  it('are read by their name, for contracts and transactions, by the id that their nodes prove', async () => {
    await using other = await startChain({ chainId: 100, at: TEST_TIME })
    await placeTokens(other, 2, sender)
    const { transactionHash: hash } = await other.send({ to: SOMEBODY, value: '0x1' })
    const signature = 'symbol() view returns (string)'
    for (const id of [undefined, 100]) {
      const caller = callWith({
        onChain: { ownChains: [{ network: 'gnosis', id, endpoints: [other.url] }] },
      })
      open.push(caller)
      const onchain = await caller.services.onchain()
      const question = { address: tokenAddress(1), signature, args: [], network: 'gnosis' }
      expect(await onchain.readContract(question, SIGNAL)).toMatchObject({
        network: 'eip155:100',
        values: [{ value: 'T1' }],
      })
      expect(await onchain.transaction({ hash, network: 'gnosis' }, SIGNAL)).toMatchObject({
        network: 'eip155:100',
        status: 'succeeded',
        value: { wei: '1', symbol: null },
        proved: true,
      })
    }
    for (const endpoints of [[chain.url], [other.url, chain.url].toReversed()]) {
      const caller = callWith({
        onChain: { ownChains: [{ network: 'gnosis', id: 100, endpoints }] },
      })
      open.push(caller)
      const onchain = await caller.services.onchain()
      const question = { address: tokenAddress(1), signature, args: [], network: 'gnosis' }
      const outcome = await onchain
        .readContract(question, SIGNAL)
        .catch((thrown: unknown) => thrown)
      expect(outcome).toMatchObject(
        endpoints.length === 1 ? { code: 'upstream_failed' } : { network: 'eip155:100' },
      )
    }
    await expect(
      (await onChainOf(chain.url)).transaction({ hash, network: 'nowhere' }, SIGNAL),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('ethereum, base') as string,
    })
  })
})
