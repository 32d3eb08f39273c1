// @module-tag full
import {
  createPublicClient,
  createWalletClient,
  getAddress,
  http,
  keccak256,
  parseTransaction,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, toWord } from '../support/chain.ts'
import { reply, startRpcProxy } from '../support/rpc-proxy.ts'

const SIGNAL = new AbortController().signal

it(
  'a transaction that sets the code of an account (EIP-7702) is proved by its hash',
  async () => {
    await using chain = await startChain({ chainId: 1, at: TEST_TIME })
    const account = privateKeyToAccount(generatePrivateKey())
    await chain.setBalance(account.address, 10n ** 18n)
    const transport = http(chain.url)
    const wallet = createWalletClient({ account, chain: mainnet, transport })
    const to = '0x0000000000000000000000000000000000000bbb'
    const authorization = await wallet.signAuthorization({
      contractAddress: '0x0000000000000000000000000000000000000aaa',
      executor: 'self',
    })
    const hash = await wallet.sendTransaction({ authorizationList: [authorization], to, value: 1n })
    const client = createPublicClient({ transport })
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect([receipt.type, receipt.status]).toEqual(['eip7702', 'success'])
    await chain.mine(2)
    const caller = callWith({ onChain: { endpoints: { ethereum: [chain.url] } } })
    const onchain = await caller.services.onchain()
    const answer = await onchain.transaction({ hash, network: 'ethereum' }, SIGNAL)
    expect(answer).toMatchObject({ status: 'succeeded', proved: true, to: getAddress(to) })
    await caller.close()
  },
  CHAIN_START_MAX_MS,
)

const TO: Hex = '0x4200000000000000000000000000000000000015'
const FROM: Hex = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const UNSIGNED = { v: '0x0', r: '0x0', s: '0x0' }
const MINTED = { sourceHash: toWord(5n), mint: '0x7', isSystemTx: false }

/** Forms in which nodes give transactions that a chain makes itself, or that are not known here. */
const FORMS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'a deposit of the OP stack': { type: '0x7e', ...UNSIGNED, ...MINTED, nonce: '0x9764c3' },
  'a deposit without a nonce': { type: '0x7e', ...MINTED, nonce: undefined, input: undefined },
  'a deposit of Arbitrum': { type: '0x64', ...UNSIGNED, requestId: toWord(9n), nonce: '0x0' },
  'a ticket of Arbitrum': { type: '0x69', ...UNSIGNED, ticketId: toWord(9n), gasPrice: '0x0' },
  'an inner one of Arbitrum': {
    type: '0x6a',
    ...UNSIGNED,
    to: '0x00000000000000000000000000000000000a4b05',
  },
  'state from the parent chain, on Polygon': { type: '0x0', ...UNSIGNED, gasPrice: '0x0' },
  'a fee in a token, on Celo': {
    type: '0x7b',
    feeCurrency: TO,
    yParity: '0x1',
    r: '0x1',
    s: '0x1',
  },
  'one of zkSync': { type: '0x71', v: '0x1b', r: '0x1', s: '0x1', l1BatchNumber: '0x1' },
  'one of the future': { type: '0x6', frames: [{ mode: 1 }], nonce: null, value: undefined },
}

it.each(Object.entries(FORMS))(
  '%s is read, and not proved',
  async (_, form) => {
    await using chain = await startChain({ chainId: 1, at: TEST_TIME })
    const hash = toWord(123n)
    const block = await chain.rpc<{ number: Hex; hash: Hex }>('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    const place = { blockNumber: block.number, blockHash: block.hash, transactionIndex: '0x0' }
    const sent = { from: FROM, to: TO, value: '0x7', input: '0x', gas: '0x0', nonce: '0x1' }
    const receipt = { transactionHash: hash, status: '0x1', gasUsed: '0x5208', logs: [] }
    await using node = await startRpcProxy(chain.url, ({ id, method }, response) => {
      if (method === 'eth_getTransactionByHash') {
        return reply(response, id, { hash, chainId: '0x1', ...sent, ...place, ...form })
      }
      const isReceipt = method === 'eth_getTransactionReceipt'
      return isReceipt && reply(response, id, { ...receipt, ...place, contractAddress: null })
    })
    await using caller = callWith({ onChain: { endpoints: { ethereum: [node.url] } } })
    const onchain = await caller.services.onchain()
    const answer = await onchain.transaction({ hash, network: 'ethereum' }, SIGNAL)
    expect(answer).toMatchObject({ status: 'succeeded', proved: false, from: getAddress(FROM) })
    expect(answer.nonce).toBe(
      typeof form['nonce'] === 'string'
        ? String(Number(form['nonce']))
        : 'nonce' in form
          ? null
          : '1',
    )
  },
  CHAIN_START_MAX_MS,
)

it(
  'a transaction with blobs (EIP-4844) is proved by its hash, and pays for them too',
  async () => {
    await using chain = await startChain({ chainId: 1, at: TEST_TIME })
    const account = privateKeyToAccount(generatePrivateKey())
    const versioned: Hex = `0x01${'ab'.repeat(31)}`
    const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, maxFeePerBlobGas: 7n }
    const serialized = await account.signTransaction({
      type: 'eip4844',
      chainId: 1,
      to: TO,
      nonce: 3,
      gas: 21_000n,
      ...fees,
      blobVersionedHashes: [versioned],
      sidecars: false,
    })
    const hash = keccak256(serialized)
    const { r, s, yParity } = parseTransaction(serialized) as { r: Hex; s: Hex; yParity: number }
    const block = await chain.rpc<{ number: Hex; hash: Hex }>('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    const place = { blockNumber: block.number, blockHash: block.hash }
    const priced = Object.fromEntries(Object.entries(fees).map(([name, fee]) => [name, toHex(fee)]))
    const signed = { r, s, yParity: toHex(yParity), v: toHex(yParity), accessList: [] }
    const amounts = { value: '0x0', input: '0x', gas: '0x5208', nonce: '0x3' }
    const receipt = { status: '0x1', gasUsed: '0x5208', effectiveGasPrice: '0x2', logs: [] }
    const blobs = { blobGasUsed: '0x20000', blobGasPrice: '0x3' }
    await using node = await startRpcProxy(chain.url, ({ id, method }, response) => {
      if (method === 'eth_getTransactionByHash') {
        const sent = { hash, type: '0x3', chainId: '0x1', from: account.address, to: TO }
        const blobHashes = { blobVersionedHashes: [versioned] }
        return reply(response, id, {
          ...sent,
          ...amounts,
          ...priced,
          ...signed,
          ...blobHashes,
          ...place,
        })
      }
      const isReceipt = method === 'eth_getTransactionReceipt'
      return (
        isReceipt && reply(response, id, { transactionHash: hash, ...receipt, ...blobs, ...place })
      )
    })
    await using caller = callWith({ onChain: { endpoints: { ethereum: [node.url] } } })
    const onchain = await caller.services.onchain()
    const answer = await onchain.transaction({ hash, network: 'ethereum' }, SIGNAL)
    expect(answer).toMatchObject({ status: 'succeeded', proved: true, nonce: '3' })
    expect(answer.fee?.wei).toBe(String(21_000 * 2 + 0x20000 * 3))
  },
  CHAIN_START_MAX_MS,
)
