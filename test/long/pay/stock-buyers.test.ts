import { afterAll, beforeAll, expect, test } from 'vitest'
import { facilitator, startChainAndFacilitator, usdc } from '../../support/chain-and-facilitator.ts'
import { INSTALL_MAX_MS } from '../../support/install-packages.ts'
import { SOLD } from '../../support/invalid-inputs.ts'
import { startRehearsedSeller } from '../../support/rehearsed.ts'
import { newAddress, type TestSeller } from '../../support/seller.ts'
import { installStockBuyers, stockBuyers } from '../../support/stock-buyers.ts'

const FUNDS = 1_000_000
const payTo = newAddress()
startChainAndFacilitator(payTo)
let seller: TestSeller
let folder: string | undefined

beforeAll(async () => {
  seller = await startRehearsedSeller({ usdc, payTo, facilitator })
  folder = await installStockBuyers().catch((cause: unknown) => {
    console.error(`Stock buyers are NOT TRIED: they could not be installed (${String(cause)}).`)
    return undefined
  })
}, INSTALL_MAX_MS)
afterAll(async () => seller[Symbol.asyncDispose]())

test.each(Object.keys(stockBuyers('')))(
  'the stock buyer %s buys every route, each once',
  async (name) => {
    if (folder === undefined && name !== '@x402/fetch') {
      throw new Error(`${name} could not be installed, so nothing is known of it.`)
    }
    const buy = stockBuyers(folder ?? '')[name]
    const account = await usdc.account(FUNDS)
    const before = await usdc.balance(payTo)
    let price = 0
    for (const { http, example, name: operation } of SOLD) {
      const bought = await buy?.(seller.http.url + http.path, example?.input, account)
      expect([operation, bought]).toEqual([operation, { status: 200, body: example?.output }])
      price += seller.seller.gate.prices.get(operation)?.units ?? 0
    }
    expect(price).toBeGreaterThan(0)
    expect(FUNDS - (await usdc.balance(account.address))).toBe(price)
    expect((await usdc.balance(payTo)) - before).toBe(price)
    await expect
      .poll(async () => {
        const rows = (await seller.rows()).filter(
          ({ payer }) => payer === account.address.toLowerCase(),
        )
        return [rows.length, rows.filter(({ state }) => state === 'settled').length]
      })
      .toEqual([SOLD.length, SOLD.length])
  },
)
