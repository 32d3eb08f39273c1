import { parseErc6492Signature } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Secret } from '../../../../src/lib/secret.ts'
import { openGasWallet } from '../../../../src/pay/chain/gas-wallet.ts'
import { startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../../../support/chain.ts'
import { placeWallets, type Signing } from '../../../support/contract-wallets.ts'
import { refuse, startRpcProxy } from '../../../support/rpc-proxy.ts'

const to = '0x000000000000000000000000000000000000dEaD'
let usdc: UsdcChain

beforeAll(async () => {
  usdc = await startUsdcChain()
}, CHAIN_START_MAX_MS)
afterAll(async () => usdc[Symbol.asyncDispose]())

/** The receipt of a transaction, once the node has mined it, which may be a moment after it took it. */
const mined = async (hash: Hex) =>
  vi.waitUntil(async () =>
    usdc.chain.rpc<{ status: Hex } | null>('eth_getTransactionReceipt', [hash]),
  )

test('two processes with one key settle side by side: each transaction finds a nonce of its own', async () => {
  const key = new Secret(await usdc.gasKey())
  const wallets = [1, 2].map(() => openGasWallet(key, usdc.network, usdc.rpc))
  // Nothing is mined meanwhile: a nonce that is taken twice would replace a transaction, or be refused.
  await usdc.chain.rpc('evm_setAutomine', [false])
  const hashes = await Promise.all(
    wallets.flatMap((wallet, n) =>
      Array.from({ length: 8 }, async (_, m) => wallet.send({ to, data: `0x${n}${m}` })),
    ),
  )
  await usdc.chain.rpc('evm_setAutomine', [true])
  await usdc.chain.mine()
  expect(new Set(hashes).size).toBe(16)
  const receipts = await Promise.all(hashes.map(mined))
  expect(receipts.filter((receipt) => receipt.status === '0x1')).toHaveLength(16)
})

test('a transaction that the node has already is sent, whatever became of the first answer', async () => {
  let sent = 0
  await using node = await startRpcProxy(usdc.rpc.url, ({ id, method, params }, response) => {
    if (method !== 'eth_sendRawTransaction') return false
    sent += 1
    void usdc.chain
      .rpc(method, params)
      .finally(() => refuse(response, id, { code: -32_000, message: 'already known' }))
    return true
  })
  const rpc = { ...usdc.rpc, url: node.url }
  const wallet = openGasWallet(new Secret(await usdc.gasKey()), usdc.network, rpc)
  expect(await mined(await wallet.send({ to, data: '0x' }))).toMatchObject({ status: '0x1' })
  expect(sent).toBe(1)
})

test('what a node refuses for another reason is not sent again and again', async () => {
  let sent = 0
  await using node = await startRpcProxy(usdc.rpc.url, ({ id, method }, response) => {
    if (method !== 'eth_sendRawTransaction') return false
    sent += 1
    return refuse(response, id, { code: -32_000, message: 'insufficient funds for gas' })
  })
  const rpc = { ...usdc.rpc, url: node.url }
  const wallet = openGasWallet(new Secret(await usdc.gasKey()), usdc.network, rpc)
  await expect(wallet.send({ to, data: '0x' })).rejects.toThrow(/insufficient funds/)
  expect(sent).toBe(1)
})

test('what would use more gas than a settlement ever does is not sent', async () => {
  const { factory, wallet } = await placeWallets(usdc)
  const gas = openGasWallet(new Secret(await usdc.gasKey()), usdc.network, usdc.rpc)
  const dear = await deploymentOf(await wallet({ units: 0, wasteRounds: 60 }))
  await expect(gas.send({ to: factory, data: dear })).rejects.toThrow(/would use \d{7} gas/)
  const usual = await deploymentOf(await wallet({ units: 0 }))
  expect(await mined(await gas.send({ to: factory, data: usual }))).toMatchObject({ status: '0x1' })
})

/** What deploys a wallet, as its signatures say. */
async function deploymentOf(wallet: Signing): Promise<Hex> {
  const domain = { name: 'a' }
  const types = { A: [{ name: 'a', type: 'string' }] } as const
  const said = await wallet.signTypedData({ domain, types, primaryType: 'A', message: { a: 'a' } })
  return parseErc6492Signature(said).data ?? '0x'
}
