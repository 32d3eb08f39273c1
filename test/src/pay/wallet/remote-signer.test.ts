import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../../../../src/lib/secret.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import type { Terms } from '../../../../src/pay/wallet/policy.ts'
import { openRemoteSigner } from '../../../../src/pay/wallet/remote-signer.ts'
import { draftPayment, signDraft } from '../../../../src/pay/wallet/sign.ts'
import { openWallet, findWalletAddress } from '../../../../src/pay/wallet/wallet.ts'
import { startFacilitator } from '../../../support/chain-facilitator.ts'
import { BASE, startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../../../support/chain.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import { newAddress, startSeller, workshop } from '../../../support/seller.ts'
import { quietLog } from '../../../support/store-backend.ts'
import { instanceWith } from '../../../support/wallet-services.ts'

const fetch = createOperatorFetch({ userAgent: 'Bellhop/test' })
const keystorePath = '/nonexistent/wallet.json'
const terms = { payTo: newAddress(), units: 2_000, lifetimeSeconds: 60 } as Terms
let usdc: UsdcChain
/** An account whose key only the node has: it is a signer by JSON-RPC. */
let address: Hex

beforeAll(async () => {
  usdc = await startUsdcChain()
  address = usdc.chain.accounts[3] as Hex
}, CHAIN_START_MAX_MS)
afterAll(async () => usdc[Symbol.asyncDispose]())

test('a key kept elsewhere pays: what it signs is settled on the chain', async () => {
  const payTo = newAddress()
  await usdc.mint(address, 10_000)
  const { operations } = workshop()
  await using facilitator = await startFacilitator(usdc, payTo)
  await using seller = await startSeller({ usdc, payTo, facilitator, operations })
  await using instance = instanceWith(
    {
      remote: seller.http.url,
      place: '*=there',
      'pay-rpc-url': usdc.rpc.url,
      'wallet-signer': usdc.chain.url,
      'wallet-address': address,
    },
    undefined,
    operations,
  )
  const [, middling] = operations
  if (!middling) throw new Error('no operation')
  expect(await instance.call(middling, { text: 'a' })).toMatchObject({ text: 'a' })
  expect([await usdc.balance(address), await usdc.balance(payTo)]).toEqual([8_000, 2_000])
  const status = await instance.composed.services.spending?.status(AbortSignal.timeout(PATIENCE_MS))
  expect(status).toMatchObject({ address, balance: '0.008', spent: { day: '0.002', open: '0' } })
})

test('a key kept elsewhere signs permits as well', async () => {
  const permit = { method: 'upto', facilitator: newAddress() } as const
  const draft = draftPayment({ ...terms, network: BASE, permit }, address, Date.now())
  // Which account has signed what is looked at here (see `openRemoteSigner`).
  const signer = openRemoteSigner({ url: usdc.chain.url, address, key: undefined }, fetch)
  expect(await signDraft(signer, BASE, draft)).toMatch(/^0x[0-9a-f]{130}$/)
})

test('a signature of another account, or of another message, is none', async () => {
  const stranger = privateKeyToAccount(generatePrivateKey())
  const result = await stranger.signMessage({ message: 'something else' })
  const { outcome } = await signing({ result })
  expect(String(outcome)).toMatch(/signed for another account/)
})

test('without an account that it signs for, it is no setting', () => {
  const flags = { 'wallet-signer': 'http://127.0.0.1:1', remote: 'http://127.0.0.1:2' }
  const instance = instanceWith(flags)
  return expect(
    instance.composed.services.spending?.status(AbortSignal.timeout(PATIENCE_MS)),
  ).rejects.toThrow(/--wallet-address/)
})

test('it is the last of the sources: a key that is here signs instead', async () => {
  const remote = { url: 'http://127.0.0.1:1/', address }
  const plainKey = new Secret(`0x${'1'.repeat(64)}`)
  const sources = { keystorePath, plainKey, remote }
  expect((await openWallet(sources, quietLog, fetch))?.address).not.toBe(address)
  expect((await openWallet({ keystorePath, remote }, quietLog, fetch))?.address).toBe(address)
  expect(await findWalletAddress({ keystorePath, remote })).toBe(address)
})

/** A signer that answers what a test says. */
async function signing(answer: unknown, key?: Secret) {
  let headers: IncomingHttpHeaders = {}
  const server = createServer((request, response) => {
    ;({ headers } = request)
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const signer = openRemoteSigner({ url, address, key }, fetch)
  const signed = signDraft(signer, BASE, draftPayment(terms, address, Date.now()))
  const outcome = await signed.catch((thrown: unknown) => thrown)
  server.close()
  server.closeAllConnections()
  return { outcome, headers }
}

test.each<[string, unknown]>([
  ['refuses', { error: { code: -32_000, message: 'canary' } }],
  ['answers with junk', 'canary'],
  ['answers a short signature', { result: '0x12' }],
  ['signs for nobody', { result: `0x${'1'.repeat(128)}1b` }],
  ['talks without end', `"${'canary'.repeat(10_000)}"`],
])('a signer that %s has signed nothing, and its words are not repeated', async (_, answer) => {
  const { outcome, headers } = await signing(answer, new Secret('canary-key'))
  expect(outcome).toBeInstanceOf(Error)
  expect(inspect(outcome, { depth: 9 })).not.toContain('canary')
  expect(headers.authorization).toBe('Bearer canary-key')
})
