import { DEFAULT_ASSETS } from '@x402/evm'
import { recoverTypedDataAddress } from 'viem'
import { usdc as viemUsdc } from 'viem/tokens'
import { describe, expect, test } from 'vitest'
import { PAYMENT_NETWORKS, paymentNetwork } from '../../../../src/pay/protocol/networks.ts'
import { networksOf } from '../../../../src/pay/wallet/policy.ts'
import { transferData } from '../../../../src/pay/wallet/sign.ts'
import { openBuyer } from '../../../support/buyer.ts'
import { startChainAndFacilitator, usdc } from '../../../support/chain-and-facilitator.ts'
import { challenge, offer, reply, startOddSeller } from '../../../support/odd-seller.ts'
import { newAddress, workshop } from '../../../support/seller.ts'

const payTo = newAddress()
const [, middling] = workshop().operations
startChainAndFacilitator(payTo)

interface StockAsset {
  asset: string
  name: string
  version: string
  decimals: number
  symbol: string
}

describe('the table of networks', () => {
  test.each(PAYMENT_NETWORKS.map((network) => [network.title, network] as const))(
    '%s has the token of the stock packages',
    (_, { id, chainId, asset }) => {
      expect(id).toBe(`eip155:${chainId}`)
      const canonical = (viemUsdc.addresses as Record<number, string>)[chainId]
      expect(canonical ?? asset.address).toBe(asset.address)
      const [stock] =
        (DEFAULT_ASSETS as unknown as Record<string, StockAsset[] | undefined>)[id] ?? []
      const own = { asset: asset.address, ...asset.domain, decimals: 6, symbol: 'USDC' }
      // The stock package knows no token of OP Mainnet; viem does.
      expect(stock ?? own).toMatchObject(own)
      expect(canonical ?? stock).toBeDefined()
    },
  )

  test('names each network once, by either name', () => {
    for (const { id, v1Name } of PAYMENT_NETWORKS) {
      expect(paymentNetwork(v1Name)?.id).toBe(id)
    }
    expect(new Set(PAYMENT_NETWORKS.map(({ v1Name }) => v1Name)).size).toBe(PAYMENT_NETWORKS.length)
  })
})

describe('a wallet that pays on several networks', () => {
  const polygon = paymentNetwork('polygon')
  const arbitrum = paymentNetwork('arbitrum')
  if (!polygon || !arbitrum || !middling) throw new Error('not there')
  const onPolygon = { network: polygon.id, asset: polygon.asset.address }

  test('signs for the token of the network that the seller asks for, and counts it in the same budget', async () => {
    const account = await usdc.account(50_000)
    const hash = `0x${'ab'.repeat(32)}`
    await using seller = await startOddSeller(({ payment }, response) =>
      payment
        ? reply(
            response,
            { text: 'a', run: 1 },
            {
              settlement: { success: true, transaction: hash, network: polygon.id },
            },
          )
        : challenge(response, [
            offer(payTo, { ...onPolygon, amount: '2000' }),
            offer(payTo, { amount: '3000' }),
          ]),
    )
    await using buyer = await openBuyer({
      usdc,
      account,
      url: seller.url,
      policy: { otherNetworks: [polygon], perDayUnits: 4_999 },
    })
    await buyer.call(middling, { text: 'a' })
    const [payment] = seller.payments() as {
      accepted: object
      payload: { signature: `0x${string}`; authorization: Parameters<typeof transferData>[1] }
    }[]
    expect(payment?.accepted).toMatchObject(onPolygon)
    if (!payment) throw new Error('no payment')
    const { signature, authorization } = payment.payload
    const signer = await recoverTypedDataAddress({
      ...transferData(polygon, authorization),
      signature,
    })
    expect(signer).toBe(account.address)
    expect(await buyer.rows()).toMatchObject([
      { network: polygon.id, state: 'open', transaction_hash: hash },
    ])
    const networks = networksOf(buyer.policy).map(({ id }) => id)
    expect(await buyer.journal.totals(...networks)).toMatchObject({ day: 2_000 })
    await buyer.call(middling, { text: 'b' })
    await expect(buyer.call(middling, { text: 'c' })).rejects.toMatchObject({
      fields: { reason: 'over_day_budget' },
    })
  })

  test.each([
    [
      'a network that the owner has not named',
      { network: arbitrum.id, asset: arbitrum.asset.address },
    ],
    ['the token of another network', { network: polygon.id }],
  ])('does not sign for %s', async (_, changes) => {
    const account = await usdc.account(0)
    await using seller = await startOddSeller((__, response) =>
      challenge(response, [offer(payTo, changes)]),
    )
    const policy = { otherNetworks: [polygon] }
    await using buyer = await openBuyer({ usdc, account, url: seller.url, policy })
    await expect(buyer.call(middling, { text: 'a' })).rejects.toMatchObject({
      fields: { reason: expect.stringMatching(/_not_allowed$/) as string },
    })
    expect(buyer.signatures()).toBe(0)
  })
})
