import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChainAndFacilitator, facilitator, usdc } from '../../support/chain-and-facilitator.ts'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'
import { SOLD } from '../../support/invalid-inputs.ts'
import { signPayment } from '../../support/payments.ts'
import {
  plainCaddy,
  plainNginx,
  type RunningProxy,
  shippedCaddy,
  shippedNginx,
  startCaddy,
  startNginx,
} from '../../support/proxies.ts'
import { startRehearsedSeller } from '../../support/rehearsed.ts'
import { callRoute, newAddress, type TestSeller } from '../../support/seller.ts'

const PROXIES = [
  ['nginx as it comes', async (target: string) => startNginx(plainNginx, target)],
  [
    'nginx with the file of this repository',
    async (target: string) => startNginx(shippedNginx, target),
  ],
  ['Caddy as it comes', async (target: string) => startCaddy(plainCaddy, target)],
  [
    'Caddy with the file of this repository',
    async (target: string) => startCaddy(shippedCaddy, target),
  ],
] as const

/** The longest label that a name may have. */
const PUBLIC_URL = `https://${'b'.repeat(63)}`
const FUNDS = 1_000_000

const payTo = newAddress()
startChainAndFacilitator(payTo)
let seller: TestSeller

beforeAll(async () => {
  seller = await startRehearsedSeller({ usdc, payTo, facilitator })
  seller.seller.announce(PUBLIC_URL)
}, CHAIN_START_MAX_MS)
afterAll(async () => seller[Symbol.asyncDispose]())

describe.each(PROXIES)('behind %s', (_, startInFront) => {
  let proxy: RunningProxy
  beforeAll(async () => {
    proxy = await startInFront(new URL(seller.http.url).host)
  })
  afterAll(async () => proxy[Symbol.asyncDispose]())

  test('every route challenges, says why it refuses a payment, and is bought', async () => {
    const account = await usdc.account(FUNDS)
    const poor = await usdc.account(0)
    const bought: string[] = []
    for (const { name, http, example } of SOLD) {
      const url = proxy.url + http.path
      const unpaid = await callRoute(url, example?.input)
      expect([name, unpaid.status]).toEqual([name, 402])
      expect(unpaid.body).toMatchObject({ x402Version: 1 })
      expect(unpaid.challenge?.resource.url).toBe(PUBLIC_URL + http.path)
      const [requirements] = unpaid.challenge?.accepts ?? []
      if (!requirements) throw new Error(`${name} has no terms`)
      const said = {
        resource: unpaid.challenge?.resource,
        extensions: unpaid.challenge?.extensions,
      }
      const pay = async (by: typeof account) => {
        const payment = await signPayment(by, requirements)
        return callRoute(url, example?.input, { ...payment, ...said })
      }
      const refused = await pay(poor)
      expect([name, refused.status, refused.challenge?.error]).toEqual([
        name,
        402,
        expect.stringContaining('insufficient'),
      ])
      const paid = await pay(account)
      expect([name, paid.status, paid.settlement?.success]).toEqual([name, 200, true])
      expect(paid.body).toEqual(example?.output)
      bought.push(name)
    }
    expect(bought).toHaveLength(SOLD.length)
  })
})
