import { describe, expect, test } from 'vitest'
import { PAYMENT_NETWORKS, type PaymentNetwork } from '../../../src/pay/protocol/networks.ts'
import { openBuyer } from '../../support/buyer.ts'
import { startFacilitator } from '../../support/chain-facilitator.ts'
import { BASE, startUsdcChain } from '../../support/chain-usdc.ts'
import { newAddress, startSeller, workshop } from '../../support/seller.ts'

const PRICE = 2_000
const FUNDS = 10_000
const others = PAYMENT_NETWORKS.filter(({ id }) => id !== BASE.id)

/** A chain with the id of a network, the token at its address and with its domain, and a seller that is paid there. */
async function openMarketOn(network: PaymentNetwork) {
  const stack = new AsyncDisposableStack()
  const payTo = newAddress()
  const { operations } = workshop()
  const usdc = stack.use(await startUsdcChain({ network }))
  const facilitator = stack.use(await startFacilitator(usdc, payTo))
  const seller = stack.use(await startSeller({ usdc, payTo, facilitator, operations }))
  return {
    usdc,
    payTo,
    operations,
    seller,
    [Symbol.asyncDispose]: async () => stack.disposeAsync(),
  }
}

describe.each(others.map((network) => [network.title, network] as const))(
  'on a chain like %s',
  (_, network) => {
    test.each([
      ['the network of the wallet', { network }],
      ['another one that its owner has named', { network: BASE, otherNetworks: [network] }],
    ])('a call is paid once where that is %s', async (__, policy) => {
      await using market = await openMarketOn(network)
      const { usdc, payTo, operations, seller } = market
      const account = await usdc.account(FUNDS)
      await using buyer = await openBuyer({ usdc, account, url: seller.http.url, policy })
      const [, middling] = operations
      if (!middling) throw new Error('nothing is sold')
      expect(await buyer.call(middling, { text: 'a' })).toEqual({ text: 'a', run: 1 })
      expect(FUNDS - (await usdc.balance(account.address))).toBe(PRICE)
      expect(await usdc.balance(payTo)).toBe(PRICE)
      const [row] = await buyer.rows()
      expect(row).toMatchObject({ network: network.id, state: 'spent', units: PRICE })
      const receipt = await usdc.chain.rpc('eth_getTransactionReceipt', [row?.transaction_hash])
      expect(receipt).toMatchObject({ status: '0x1' })
    })
  },
)
