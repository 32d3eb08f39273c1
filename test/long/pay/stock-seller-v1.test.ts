import { beforeAll, expect, test } from 'vitest'
import { facilitator } from '../../support/chain-and-facilitator.ts'
import { INSTALL_MAX_MS } from '../../support/install-packages.ts'
import { openPurse } from '../../support/purse.ts'
import { newAddress } from '../../support/seller.ts'
import { installStockSellerV1, startStockSellerV1 } from '../../support/stock-seller-v1.ts'

const payTo = newAddress()
const { buyerAt, spent } = openPurse(payTo)

let folder: string | undefined
beforeAll(async () => {
  folder = await installStockSellerV1().catch((cause: unknown) => {
    console.error(`x402-express is NOT TRIED: it could not be installed (${String(cause)}).`)
    return undefined
  })
}, INSTALL_MAX_MS)

test('the stock seller of version 1 is paid once, and answers', async ({ skip }) => {
  if (folder === undefined) {
    skip('x402-express could not be installed')
    return
  }
  await using seller = await startStockSellerV1(folder, payTo, facilitator.local)
  const { buyer, ask } = await buyerAt(seller.url)
  await using _ = buyer
  expect(await ask()).toMatchObject({ status: 200, text: '{"echo":"{\\"x\\":1}"}' })
  expect([await spent(), buyer.signatures()]).toEqual([2_000, 1])
  expect(await buyer.rows()).toMatchObject([
    { operation: 'pay_fetch', state: 'spent', x402_version: 1, delivered: 1 },
  ])
  expect(await ask({ method: 'GET', body: undefined })).toMatchObject({ status: 200 })
  expect([await spent(), buyer.signatures()]).toEqual([4_000, 2])
})

test('the stock seller of version 1 that fails takes nothing, and gets one signature', async ({
  skip,
}) => {
  if (folder === undefined) {
    skip('x402-express could not be installed')
    return
  }
  await using seller = await startStockSellerV1(folder, payTo, facilitator.local)
  const { buyer, ask } = await buyerAt(seller.url)
  await using _ = buyer
  const broken = { url: `${seller.url}/broken` }
  await expect(ask(broken)).rejects.toMatchObject({ code: 'settlement_pending' })
  await expect(ask(broken)).rejects.toMatchObject({ code: 'settlement_pending' })
  expect([await spent(), buyer.signatures()]).toEqual([0, 1])
})
