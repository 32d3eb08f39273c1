import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../../../../src/app/config/config.ts'
import { allow, fundingHelp, withdraw } from '../../../../src/cli/commands/wallet-funds.ts'
import { receiptsCsv } from '../../../../src/cli/commands/wallet-receipts.ts'
import type { PastPayment } from '../../../../src/contract/spending.ts'
import { Secret } from '../../../../src/lib/secret.ts'
import { paymentNetwork } from '../../../../src/pay/protocol/networks.ts'
import { openWithdrawal } from '../../../../src/pay/wallet/withdraw.ts'
import { startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS } from '../../../support/chain.ts'
import { newAddress } from '../../../support/seller.ts'

let usdc: UsdcChain
beforeAll(async () => {
  usdc = await startUsdcChain()
}, CHAIN_START_MAX_MS)
afterAll(async () => usdc[Symbol.asyncDispose]())

const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('money is asked for on one network, by a link that wallets understand', async () => {
  const help = async (network: string, asCode = false) =>
    fundingHelp(ADDRESS, loadConfig({ flags: { 'pay-network': network }, env: {} }), { asCode })
  const base = await help('eip155:8453')
  expect(base).toContain(`Send USDC on Base, and on no other network, to ${ADDRESS}`)
  expect(base).toContain(`ethereum:${TOKEN}@8453/transfer?address=${ADDRESS}`)
  expect(base).not.toContain('▀')
  const sepolia = await help('eip155:84532', true)
  expect(sepolia).toContain('@84532/transfer?address=')
  expect(sepolia).toContain('faucet.circle.com')
  expect(sepolia).toContain('▀')
  const polygon = await fundingHelp(ADDRESS, loadConfig({ flags: {}, env: {} }), {
    asCode: false,
    network: 'polygon',
  })
  expect(polygon).toContain(`Send USDC on Polygon, and on no other network, to ${ADDRESS}`)
  expect(polygon).toContain('@137/transfer?address=')
})

test('money on another network is looked for on that one, under the name that was typed', async () => {
  const network = paymentNetwork('polygon')
  if (!network) throw new Error('not there')
  await using polygon = await startUsdcChain({ network })
  const key = await polygon.gasKey()
  await polygon.mint(privateKeyToAddress(key), 2_000)
  const config = loadConfig({
    flags: { 'pay-rpc-url': usdc.rpc.url, 'rpc-polygon': polygon.rpc.url },
    env: { BELLHOP_WALLET_KEY: key },
  })
  const parts = { config, fetch: usdc.rpc.fetch }
  const take = async (...words: string[]) => withdraw({ ...parts, words })
  await expect(take(ADDRESS, '1', 'polygon')).rejects.toThrow('The wallet holds 0.002 USDC.')
  await expect(take(ADDRESS, '1')).rejects.toThrow('The wallet holds 0 USDC.')
  const unknown = 'solana is no payment network. The networks: base, base-sepolia, polygon'
  await expect(take(ADDRESS, '1', 'solana')).rejects.toThrow(unknown)
  await expect(allow({ ...parts, words: ['1', 'solana'] })).rejects.toThrow(unknown)
  // The fee is paid on the same network.
  await expect(allow({ ...parts, words: ['1'] })).rejects.toThrow('has no ether on Base')
  await polygon.chain.setBalance(privateKeyToAddress(key), 0n)
  await expect(allow({ ...parts, words: ['1', 'polygon'] })).rejects.toThrow(
    'has no ether on Polygon',
  )
})

describe('a withdrawal', () => {
  const words = async (...typed: string[]) => {
    const key = await usdc.gasKey()
    const config = loadConfig({
      flags: { 'pay-rpc-url': usdc.rpc.url },
      env: { BELLHOP_WALLET_KEY: key },
    })
    return withdraw({ config, fetch: usdc.rpc.fetch, words: typed })
  }

  test.each([
    [[]],
    [[ADDRESS]],
    [[ADDRESS, 'all', 'now']],
    [['vitalik.eth', '1']],
    [[ADDRESS.replace('d8dA', 'd8da'), '1']],
    [[`0x${'0'.repeat(40)}`, '1']],
    [[TOKEN, '1']],
    [[ADDRESS, '-1']],
    [[ADDRESS, '1e3']],
    [[ADDRESS, '1']],
    [[ADDRESS, 'all']],
  ])('of %j is refused before anything is sent', async (typed) => {
    await expect(words(...typed)).rejects.toBeInstanceOf(ConfigError)
  })

  test('moves the money once, and names its transaction', async () => {
    const key = await usdc.gasKey()
    const from = privateKeyToAddress(key)
    await usdc.mint(from, 5_000)
    const purse = openWithdrawal(usdc.network, usdc.rpc)
    expect(await purse.balance(from)).toBe(5_000)
    expect(await purse.ether(from)).toBeGreaterThan(0n)
    const to = newAddress()
    const hash = await purse.send(new Secret(key), { to, units: 4_000 })
    expect([await usdc.balance(from), await usdc.balance(to)]).toEqual([1_000, 4_000])
    const mined = await usdc.chain.rpc('eth_getTransactionReceipt', [hash])
    expect(mined).toMatchObject({ status: '0x1' })
    await expect(purse.send(new Secret(key), { to, units: 4_000 })).rejects.toThrow()
    expect(await usdc.balance(to)).toBe(4_000)
  })
})

test('receipts are CSV that no spreadsheet takes for formulas, page by page', async () => {
  const payment = (n: number): PastPayment => ({
    signedAt: new Date(1_000_000 - n).toISOString(),
    operation: n === 0 ? '=HYPERLINK("x")' : 'extract',
    host: n === 1 ? 'a,"b"' : 'a.example',
    payTo: ADDRESS,
    usd: '0.002',
    network: 'eip155:8453',
    state: 'spent',
    answered: true,
    transaction: null,
    reason: null,
  })
  const all = Array.from({ length: 450 }, (_, n) => payment(n))
  const csv = await receiptsCsv({
    history: async ({ limit, before }) =>
      all.filter(({ signedAt }) => before === undefined || signedAt < before).slice(0, limit),
  })
  const lines = csv.split('\r\n')
  expect(lines).toHaveLength(451)
  expect(lines[0]).toBe(
    'signedAt,operation,host,payTo,usd,network,state,answered,transaction,reason',
  )
  expect(lines[1]).toContain(`,"'=HYPERLINK(""x"")",a.example,`)
  expect(lines[2]).toContain(`,extract,"a,""b""",${ADDRESS},0.002,eip155:8453,spent,true,,`)
})
