import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { Secret } from '../../../../src/lib/secret.ts'
import { openChainReaders } from '../../../../src/pay/chain/chain-client.ts'
import { createSettlementVerifier } from '../../../../src/pay/chain/settlement-verifier.ts'
import { type Offer, priceTable } from '../../../../src/pay/protocol/terms.ts'
import { openLocalFacilitator } from '../../../../src/pay/seller/local-facilitator.ts'
import {
  facilitator,
  startChainAndFacilitator,
  usdc,
} from '../../../support/chain-and-facilitator.ts'
import type { Hex } from '../../../support/chain.ts'
import { signPayment } from '../../../support/payments.ts'
import { type Fault, refuse, reply, startRpcProxy } from '../../../support/rpc-proxy.ts'
import { quietLog } from '../../../support/store-backend.ts'

const payTo = privateKeyToAccount(generatePrivateKey()).address
const offer: Offer = {
  name: 'sold',
  title: 'Sold',
  description: 'Sold.',
  method: 'POST',
  path: '/sold',
  price: '0.002',
  inputSchema: {},
  outputSchema: {},
}
startChainAndFacilitator(payTo)

function requirements(to = payTo) {
  const tag = priceTable([offer], { network: usdc.network, payTo: to }).get('sold')
  if (!tag) throw new Error('no price tag')
  return tag.requirements
}

describe('the facilitator in this process', () => {
  test('verifies and settles: the money moves, and the transaction is on the chain', async () => {
    const buyer = await usdc.account(5_000)
    const payment = await signPayment(buyer, requirements())
    expect(await facilitator.local.verify(payment, requirements())).toMatchObject({ isValid: true })
    const before = await usdc.balance(payTo)
    const settlement = await facilitator.local.settle(payment, requirements())
    expect(settlement).toMatchObject({ success: true, network: 'eip155:8453' })
    expect(await usdc.balance(payTo)).toBe(before + 2_000)
    expect(await usdc.balance(buyer.address)).toBe(3_000)
    const transfer = {
      asset: usdc.network.asset.address,
      from: buyer.address,
      to: payTo,
      units: 2_000,
      nonce: payment.payload.authorization.nonce,
      sinceMs: Date.now() - 60_000,
      untilMs: Date.now() + 60_000,
    }
    const verdict = { outcome: 'paid', transaction: settlement.transaction }
    expect(await usdc.verifier(transfer)).toEqual(verdict)
    // The nonce is used, but not for this.
    expect(await usdc.verifier({ ...transfer, units: 2_001 })).toEqual({ outcome: 'void' })
    expect(await usdc.verifier({ ...transfer, to: buyer.address })).toEqual({ outcome: 'void' })
  })

  test('the verifier calls an unused authorization open, and a cancelled one void', async () => {
    const buyer = await usdc.account(5_000)
    const { nonce } = (await signPayment(buyer, requirements())).payload.authorization
    const asset = usdc.network.asset.address
    const [sinceMs, untilMs] = [Date.now() - 60_000, Date.now() + 60_000]
    const transfer = {
      asset,
      from: buyer.address,
      to: payTo,
      units: 2_000,
      nonce,
      sinceMs,
      untilMs,
    }
    expect(await usdc.verifier(transfer)).toEqual({ outcome: 'open' })
    await usdc.cancel(buyer, nonce)
    expect(await usdc.verifier(transfer)).toEqual({ outcome: 'void' })
  })

  test('the verifier reads one block: what another node is behind with proves nothing', async () => {
    const buyer = await usdc.account(5_000)
    const payment = await signPayment(buyer, requirements())
    const { nonce } = payment.payload.authorization
    const { transaction } = await facilitator.local.settle(payment, requirements())
    await using node = await startRpcProxy(usdc.rpc.url, ({ id, method, params }, response) => {
      const isLatest = method === 'eth_call' && params[1] === 'latest'
      return isLatest && reply(response, id, `0x${'0'.repeat(64)}`)
    })
    const nodes = openChainReaders(usdc.network, { ...usdc.rpc, url: node.url })
    const verifier = createSettlementVerifier(nodes, usdc.network, Date.now)
    const asset = usdc.network.asset.address
    const [sinceMs, untilMs] = [Date.now() - 60_000, Date.now() + 60_000]
    const transfer = {
      asset,
      from: buyer.address,
      to: payTo,
      units: 2_000,
      nonce,
      sinceMs,
      untilMs,
    }
    expect(await verifier(transfer)).toEqual({ outcome: 'paid', transaction })
  })

  test('serves nobody else: another payee is refused before the chain hears of it', async () => {
    const buyer = await usdc.account(5_000)
    const other = privateKeyToAccount(generatePrivateKey()).address
    const payment = await signPayment(buyer, requirements(other))
    const refused = { invalidReason: 'not_our_payee', isValid: false }
    expect(await facilitator.local.verify(payment, requirements(other))).toEqual(refused)
    const settlement = await facilitator.local.settle(payment, requirements(other))
    expect(settlement).toMatchObject({ success: false, errorReason: 'not_our_payee' })
    expect(await usdc.balance(buyer.address)).toBe(5_000)
  })

  test('settlements at once take one nonce each, also after one that failed', async () => {
    const poor = await usdc.account(0)
    const before = await usdc.balance(payTo)
    const buyers = await Promise.all(Array.from({ length: 8 }, async () => usdc.account(2_000)))
    const settle = async (account: typeof poor) =>
      facilitator.local.settle(await signPayment(account, requirements()), requirements())
    const [failed, ...settled] = await Promise.all([poor, ...buyers.slice(4)].map(settle))
    expect(failed).toMatchObject({ success: false })
    const later = await Promise.all(buyers.slice(0, 4).map(settle))
    expect([...settled, ...later].map(({ success }) => success)).toEqual(Array(8).fill(true))
    expect(await usdc.balance(payTo)).toBe(before + 16_000)
  })
})

describe('the gas account', () => {
  /** A facilitator with so much ether, and what it has logged. */
  async function withGas(wei: bigint, rpc = usdc.rpc) {
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    await usdc.chain.setBalance(address, wei)
    const lines: { msg: string; address?: string; settlementsLeft?: number }[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const gasKey = new Secret(key)
    const payee = { network: usdc.network, payTo }
    return { address, lines, own: openLocalFacilitator({ payee, gasKey, rpc, log }) }
  }
  const gasPrice = async () => BigInt(await usdc.chain.rpc<Hex>('eth_gasPrice'))
  const SETTLE_GAS = 120_000n

  test('raises an alarm when it runs low, once in a while, and none before', async () => {
    const buyer = await usdc.account(10_000)
    const rich = await withGas((await gasPrice()) * SETTLE_GAS * 400n)
    await rich.own.verify(await signPayment(buyer, requirements()), requirements())
    expect(rich.lines).toEqual([])
    const low = await withGas((await gasPrice()) * SETTLE_GAS * 20n)
    for (const _ of [1, 2]) {
      const payment = await signPayment(buyer, requirements())
      expect(await low.own.verify(payment, requirements())).toMatchObject({ isValid: true })
      expect(await low.own.settle(payment, requirements())).toMatchObject({ success: true })
    }
    expect(low.lines).toMatchObject([{ msg: 'the gas account runs low', address: low.address }])
    expect(low.lines[0]?.settlementsLeft).toBeLessThanOrEqual(20)
  })

  test('is empty: nobody is worked for, until there is ether again', async () => {
    const buyer = await usdc.account(10_000)
    const { own, address, lines } = await withGas(0n)
    const payment = await signPayment(buyer, requirements())
    for (const _ of [1, 2]) {
      await expect(own.verify(payment, requirements())).rejects.toThrow(/no gas/)
    }
    expect(lines).toHaveLength(1)
    await usdc.chain.setBalance(address, 10n ** 18n)
    expect(await own.verify(payment, requirements())).toMatchObject({ isValid: true })
  })

  test('whose node fails at length is a refusal, and the words of the node stay out of it', async () => {
    const buyer = await usdc.account(10_000)
    await using node = await startRpcProxy(usdc.rpc.url, ({ id, method }, response) => {
      const error = { code: -32_000, message: `canary ${'x'.repeat(5_000)}` }
      return method === 'eth_sendRawTransaction' && refuse(response, id, error)
    })
    const { own } = await withGas(10n ** 18n, { ...usdc.rpc, url: `${node.url}/?key=canary` })
    const settlement = await own.settle(await signPayment(buyer, requirements()), requirements())
    expect(settlement).toMatchObject({ success: false })
    expect(JSON.stringify(settlement)).not.toContain('canary')
  })
})

describe('a chain that cannot be read', () => {
  const faults: [string, Fault][] = [
    ['hangs up', (_, response) => Boolean(response.destroy())],
    [
      'is overloaded',
      ({ id }, response) => refuse(response, id, { code: -32_005, message: 'slow down' }),
    ],
  ]

  test.each(faults)(
    'since its node %s: nothing is said of the payment, and nothing breaks',
    { tags: 'full' },
    async (_, fault) => {
      const buyer = await usdc.account(5_000)
      let isDown = true
      await using node = await startRpcProxy(
        usdc.rpc.url,
        (request, response) => isDown && fault(request, response),
      )
      const own = openLocalFacilitator({
        payee: { network: usdc.network, payTo },
        gasKey: new Secret(await usdc.gasKey()),
        rpc: { ...usdc.rpc, url: node.url },
        log: quietLog,
      })
      const payment = await signPayment(buyer, requirements())
      const forged = structuredClone(payment)
      forged.payload.signature = `0x${'1'.repeat(130)}`
      for (const candidate of [payment, forged]) {
        await expect(own.verify(candidate, requirements())).rejects.toThrow(
          'The chain cannot be read.',
        )
      }
      await expect(own.settle(payment, requirements())).rejects.toThrow('The chain cannot be read.')
      isDown = false
      expect(await own.verify(forged, requirements())).toMatchObject({ isValid: false })
      expect(await own.settle(payment, requirements())).toMatchObject({ success: true })
      expect(await usdc.balance(buyer.address)).toBe(3_000)
    },
  )
})
