// @module-tag full
import { writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { composeBuyer } from '../../../../src/app/compose/compose-buyer.ts'
import { payRpc } from '../../../../src/app/compose/compose-rpc.ts'
import { composeSeller } from '../../../../src/app/compose/compose-seller.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { openChainReader } from '../../../../src/pay/chain/chain-client.ts'
import { PAYMENT_NETWORKS } from '../../../../src/pay/protocol/networks.ts'
import { operations } from '../../../../tools/index.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { testInstance } from '../../../support/operations.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'

const [base, sepolia] = PAYMENT_NETWORKS
const noFetch = async () => {
  throw new Error('nothing is fetched')
}
const urlsOf = (flags: Record<string, string>, network = base) => {
  const { url, others = [] } = payRpc(loadConfig({ flags, env: {} }), network, noFetch)
  return [url, ...others]
}

describe('the chain of payments is reached', () => {
  const own = { 'pay-rpc-url': 'https://own.example/' }
  const shared = { 'rpc-base': 'https://first.example/,https://second.example/' }

  test('by its own address, else on Base by the shared ones, else by the public node', () => {
    expect(urlsOf({ ...own, ...shared })).toEqual(['https://own.example/'])
    expect(urlsOf(shared)).toEqual(['https://first.example/', 'https://second.example/'])
    expect(urlsOf({})).toEqual(['https://mainnet.base.org'])
    expect(urlsOf(shared, sepolia)).toEqual(['https://sepolia.base.org'])
  })

  /** Where a buyer's and a seller's first question to the chain goes. */
  async function requestsWith(flags: Record<string, string>): Promise<string[]> {
    using dir = tempDir()
    const urls: string[] = []
    const operatorFetch = async (url: string) => {
      urls.push(url)
      throw new Error('there is no network here')
    }
    const { services, store } = testInstance()
    const env = { BELLHOP_WALLET_KEY: `0x${'1'.repeat(64)}` }
    const config = loadConfig({ flags: { 'data-dir': dir.path, ...flags }, env })
    const { log } = services
    const parts = { operatorFetch, store, log, now: () => new Date() }
    const { spending } = composeBuyer(config, operations, parts)
    expect(await spending.status(AbortSignal.timeout(PATIENCE_MS))).toMatchObject({ balance: null })
    return urls
  }

  test('by the buyer the same way: without settings, by the public node of the network', async () => {
    expect(new Set(await requestsWith({}))).toEqual(new Set(['https://mainnet.base.org']))
    const sepoliaToo = { 'pay-network': 'eip155:84532' }
    expect(new Set(await requestsWith(sepoliaToo))).toEqual(new Set(['https://sepolia.base.org']))
    expect(new Set(await requestsWith(own))).toEqual(new Set(['https://own.example/']))
  })

  test('by the seller the same way', async () => {
    using dir = tempDir()
    const keyFile = `${dir.path}/gas.key`
    writeFileSync(keyFile, '1'.repeat(64), { mode: 0o600 })
    const urls: string[] = []
    const payTo = `0x${'1'.repeat(40)}` as const
    const flags = {
      paid: true,
      'pay-to': payTo,
      facilitator: 'local',
      'facilitator-key-file': keyFile,
    }
    const { services, store } = testInstance()
    const seller = composeSeller(loadConfig({ flags, env: {} }), operations, {
      services,
      store,
      operatorFetch: async (url) => {
        urls.push(url)
        throw new Error('there is no network here')
      },
    })
    const requirements = seller?.gate.prices.get('extract')?.requirements
    if (!seller || !requirements) throw new Error('nothing is sold')
    const nonce: `0x${string}` = `0x${'2'.repeat(64)}`
    const { amount: value, maxTimeoutSeconds } = requirements
    const validBefore = String(Math.floor(Date.now() / 1_000) + maxTimeoutSeconds)
    const authorization = { from: payTo, to: payTo, value, validAfter: '0', validBefore, nonce }
    const signature: `0x${string}` = `0x${'3'.repeat(130)}`
    const passing = seller.gate.pass(
      {
        operation: 'extract',
        transport: 'http',
        input: {},
        payment: { x402Version: 2, accepted: requirements, payload: { signature, authorization } },
        peer: undefined,
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
      async () => ({}),
    )
    await expect(passing).rejects.toMatchObject({ code: 'unavailable' })
    expect(new Set(urls)).toEqual(new Set(['https://mainnet.base.org']))
    await seller.close()
  })
})

test('an address that holds a key is in no error of the chain', async () => {
  const fetch = createOperatorFetch({ userAgent: 'Bellhop/test' })
  const reader = openChainReader(base, { url: 'http://127.0.0.1:1/v2/canary?key=canary', fetch })
  const thrown: unknown = await reader.getBlock().catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Error)
  const text = [inspect(thrown, { depth: 12, showHidden: true }), String(thrown)].join()
  expect(text).not.toContain('canary')
})
