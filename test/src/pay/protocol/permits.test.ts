import {
  PERMIT2_ADDRESS,
  x402ExactPermit2ProxyAddress,
  x402UptoPermit2ProxyAddress,
} from '@x402/evm'
import { encodeFunctionData, parseAbi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProposedPayment } from '../../../../src/contract/spending.ts'
import { questionOf } from '../../../../src/contract/spending.ts'
import { Secret } from '../../../../src/lib/secret.ts'
import { PERMIT2, PERMIT_PROXIES } from '../../../../src/pay/protocol/permits.ts'
import { openWithdrawal } from '../../../../src/pay/wallet/withdraw.ts'
import { startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../../../support/chain.ts'
import { deployMock } from '../../../support/contracts.ts'
import {
  challenge,
  type OddSeller,
  offer,
  reply,
  startOddSeller,
} from '../../../support/odd-seller.ts'
import { type Asking, buyerAt } from '../../../support/paid-requests.ts'
import {
  installPermits,
  startPermitSeller,
  startStockFacilitator,
} from '../../../support/permits.ts'
import { newAddress } from '../../../support/seller.ts'

const FUNDS = 100_000
const ALLOWED = 50_000
const MOST = 5_000
const payTo = newAddress()
let usdc: UsdcChain
let facilitator: Awaited<ReturnType<typeof startStockFacilitator>>
let seller: Awaited<ReturnType<typeof startPermitSeller>>
/** How far the clock of the buyers has been moved. */
let aheadMs = 0
let account: PrivateKeyAccount

beforeAll(async () => {
  usdc = await startUsdcChain()
  await installPermits(usdc)
  facilitator = await startStockFacilitator(usdc)
  seller = await startPermitSeller(facilitator, payTo)
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await seller[Symbol.asyncDispose]()
  await facilitator[Symbol.asyncDispose]()
  await usdc[Symbol.asyncDispose]()
})
beforeEach(async () => {
  account = await usdc.account(FUNDS)
  await allow(ALLOWED)
})

/** Sends a transaction of the wallet's own. */
async function transact(to: Hex, data: Hex): Promise<void> {
  await usdc.chain.sendAs(account.address, { to, data })
}

const WALLET_CALLS = parseAbi([
  'function approve(address, uint256)',
  'function invalidateUnorderedNonces(uint256 word, uint256 mask)',
])

async function allow(units: number): Promise<void> {
  const args = [PERMIT2, BigInt(units)] as const
  const data = encodeFunctionData({ abi: WALLET_CALLS, functionName: 'approve', args })
  await transact(usdc.network.asset.address, data)
}

const spent = async () => FUNDS - (await usdc.balance(account.address))
const permitting = { permits: true }
const at = async (url: string, asking: Asking = {}) =>
  buyerAt(
    { usdc, account, url, aheadMs: () => aheadMs },
    { ...asking, policy: { ...permitting, ...asking.policy } },
  )
const refused = (reason: string) => ({ code: 'payment_refused', fields: { reason } })
const metered = (used: number) => ({ url: `${seller.url}/metered`, body: String(used) })

test('the contracts are those of the stock package', () => {
  const { permit2, upto } = PERMIT_PROXIES
  const stock = [PERMIT2_ADDRESS, x402ExactPermit2ProxyAddress, x402UptoPermit2ProxyAddress]
  expect([PERMIT2, permit2, upto]).toEqual(stock)
})

describe('the stock seller of permits', () => {
  test('is paid its price once, and answers', async () => {
    const { buyer, ask } = await at(seller.url)
    await using _ = buyer
    expect(await ask({ url: `${seller.url}/fixed` })).toMatchObject({ text: '{"done":true}' })
    expect([await spent(), buyer.signatures()]).toEqual([2_000, 1])
    expect(await buyer.rows()).toMatchObject([{ method: 'permit2', state: 'spent', units: 2_000 }])
  })

  test('takes a part of what it may, and that counts once the chain has told it', async () => {
    const { buyer, ask } = await at(seller.url)
    await using _ = buyer
    expect(await ask(metered(1_234))).toMatchObject({ text: '{"used":"1234"}' })
    expect(await spent()).toBe(1_234)
    const [row] = await buyer.rows()
    expect(row).toMatchObject({ method: 'upto', state: 'spent', units: 1_234, delivered: 1 })
    expect(row?.transaction_hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await buyer.journal.totals(usdc.network.id)).toMatchObject({ day: 1_234, open: 0 })
  })

  test('is paid as often as the budget holds its most, and again once less was taken', async () => {
    const { buyer, ask } = await at(seller.url, { policy: { perDayUnits: 2 * MOST } })
    await using _ = buyer
    const calls = await Promise.allSettled([1, 2, 3].map(async (used) => ask(metered(used))))
    const kinds = calls.map(({ status }) => status).toSorted()
    expect(kinds).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    // A payment over the budget asks the chain first.
    expect(await ask(metered(7))).toMatchObject({ status: 200 })
    expect(buyer.signatures()).toBe(3)
  })
})

describe('without the owner’s word', () => {
  test('nothing is permitted', async () => {
    const { buyer, ask } = await at(seller.url, { policy: { permits: false } })
    await using _ = buyer
    const no = refused('scheme_not_supported')
    await expect(ask(metered(1))).rejects.toMatchObject(no)
    await expect(ask({ url: `${seller.url}/fixed` })).rejects.toMatchObject(no)
    expect(buyer.signatures()).toBe(0)
  })

  test('no more than the wallet lets permits move is signed', async () => {
    await allow(MOST - 1)
    const { buyer, ask } = await at(seller.url)
    await using _ = buyer
    await expect(ask(metered(1))).rejects.toMatchObject(refused('allowance_missing'))
    expect([buyer.signatures(), await buyer.rows()]).toEqual([0, []])
    await allow(MOST)
    expect(await ask(metered(1))).toMatchObject({ status: 200 })
  })

  test('what may be taken is asked about as that much', async () => {
    const proposals: ProposedPayment[] = []
    const approve = async (payment: ProposedPayment) => {
      proposals.push(payment)
      return 'declined' as const
    }
    const { buyer, ask } = await at(seller.url, { policy: { approveAboveUnits: 0 }, approve })
    await using _ = buyer
    await expect(ask(metered(1))).rejects.toMatchObject(refused('declined'))
    expect(proposals.map(questionOf)).toEqual([
      expect.stringContaining('Pay up to 0.005 USDC on Base'),
    ])
  })
})

describe('a seller of permits that lies', () => {
  const uptoOffer = (changes: object = {}) =>
    offer(payTo, {
      scheme: 'upto',
      amount: String(MOST),
      extra: { facilitatorAddress: facilitator.address, assetTransferMethod: 'permit2' },
      ...changes,
    })

  test.each([
    ['names no facilitator', { extra: {} }],
    ['names a facilitator that is none', { extra: { facilitatorAddress: 'me' } }],
    ['is paid first', { extra: { facilitatorAddress: payTo, paymentFlow: 'upfront' } }],
    ['takes it in another way', { extra: { facilitatorAddress: payTo, assetTransferMethod: 'x' } }],
    ['wants another token', { asset: newAddress() }],
    ['wants too much', { amount: '1000001' }],
    ['wants nothing', { amount: '0' }],
    ['is the token', { payTo: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }],
  ])('and %s is not paid', async (_, changes) => {
    await using odd = await startOddSeller((__, response) =>
      challenge(response, [uptoOffer(changes)]),
    )
    const { buyer, ask } = await at(odd.url)
    await using __ = buyer
    await expect(ask()).rejects.toMatchObject({ code: 'payment_refused' })
    expect(buyer.signatures()).toBe(0)
  })

  /** Sells one call, and gives the permit to a test. */
  async function sellOne(settlement: object | undefined, answer = 200) {
    const odd = await startOddSeller(({ payment }, response) =>
      payment
        ? reply(response, {}, { status: answer, settlement })
        : challenge(response, [uptoOffer()]),
    )
    const { buyer, ask } = await at(odd.url)
    await ask().catch(() => undefined)
    const { permit2Authorization: permit, signature } = permitOf(odd)
    return { odd, buyer, ask, call: settleCall(permit, signature), permit }
  }

  /** The first permit that a seller was sent. */
  function permitOf(odd: OddSeller) {
    const [payment] = odd.payments()
    if (!payment) throw new Error('not paid')
    return payment['payload'] as { permit2Authorization: PermitSent; signature: Hex }
  }

  interface PermitSent {
    from: Hex
    permitted: { token: Hex; amount: string }
    nonce: string
    deadline: string
    witness: { to: Hex; facilitator: Hex; validAfter: string }
  }

  const SETTLE = parseAbi([
    'struct Permissions { address token; uint256 amount; }',
    'struct Permit { Permissions permitted; uint256 nonce; uint256 deadline; }',
    'struct Witness { address to; address facilitator; uint256 validAfter; }',
    'function settle(Permit permit, uint256 amount, address owner, Witness witness, bytes signature)',
  ])

  const settleCall =
    (permit: PermitSent, signature: Hex) =>
    (amount: number, changes = {}) => {
      const { from, permitted, nonce, deadline, witness } = { ...permit, ...changes }
      const whole = { permitted: { ...permitted, amount: BigInt(permitted.amount) } }
      const terms = { ...whole, nonce: BigInt(nonce), deadline: BigInt(deadline) }
      const bound = { ...witness, validAfter: BigInt(witness.validAfter) }
      const args = [terms, BigInt(amount), from, bound, signature] as const
      return encodeFunctionData({ abi: SETTLE, functionName: 'settle', args })
    }

  test('about what it took is booked by the chain, each permit by itself', async () => {
    const said = { success: true, transaction: `0x${'1'.repeat(64)}`, network: 'x', amount: '0' }
    const { odd, buyer, call } = await sellOne(said)
    await using _ = odd
    await using __ = buyer
    expect(await buyer.rows()).toMatchObject([{ state: 'open', units: MOST, delivered: 1 }])
    const other = await sellOne(said)
    await using ___ = other.odd
    await using ____ = other.buyer
    await usdc.chain.sendAs(facilitator.address, {
      to: PERMIT_PROXIES.upto,
      data: other.call(3_000),
    })
    await usdc.chain.sendAs(facilitator.address, { to: PERMIT_PROXIES.upto, data: call(4_000) })
    await buyer.buyer.reconcile()
    await other.buyer.buyer.reconcile()
    expect(await buyer.rows()).toMatchObject([{ state: 'spent', units: 4_000 }])
    expect(await other.buyer.rows()).toMatchObject([{ state: 'spent', units: 3_000 }])
    expect(await spent()).toBe(7_000)
  })

  test('cannot take more, or twice, or for somebody else', async () => {
    const { odd, buyer, call, permit } = await sellOne(undefined)
    await using _ = odd
    await using __ = buyer
    const take = async (data: Hex, from = facilitator.address) =>
      usdc.chain.sendAs(from, { to: PERMIT_PROXIES.upto, data })
    await expect(take(call(MOST + 1))).rejects.toThrow()
    await expect(take(call(10), newAddress())).rejects.toThrow()
    const thief = { ...permit.witness, to: newAddress() }
    await expect(take(call(10, { witness: thief }))).rejects.toThrow()
    await take(call(10))
    await expect(take(call(10))).rejects.toThrow()
    expect(await spent()).toBe(10)
  })

  test('and fails gets the same permit again, and no second one', { tags: 'full' }, async () => {
    const { odd, buyer, ask } = await sellOne(undefined, 500)
    await using _ = odd
    await using __ = buyer
    await ask().catch(() => undefined)
    const sent = new Set(odd.payments().map((payment) => JSON.stringify(payment['payload'])))
    expect([sent.size, buyer.signatures()]).toEqual([1, 1])
  })

  // One test, since the chain is ahead of the clock after it.
  test('and hides what it took, or takes nothing: the one counts in full, the other not at all, once the time of the permit is over', async () => {
    const idle = await sellOne(undefined)
    await using ___ = idle.odd
    await using ____ = idle.buyer
    const hider = await deployMock(usdc.chain, 'TestHider')
    await using odd = await startOddSeller(({ payment }, response) =>
      payment
        ? reply(response, {})
        : challenge(response, [uptoOffer({ extra: { facilitatorAddress: hider } })]),
    )
    const { buyer, ask } = await at(odd.url)
    await using _ = buyer
    await ask()
    const { permit2Authorization: permit, signature } = permitOf(odd)
    const keep = parseAbi(['function keep(bytes)', 'function run(address)'])
    const kept = settleCall(permit, signature)(4_999)
    const keeping = encodeFunctionData({ abi: keep, functionName: 'keep', args: [kept] })
    await usdc.chain.send({ to: hider, data: keeping })
    const args = [PERMIT_PROXIES.upto] as const
    const running = encodeFunctionData({ abi: keep, functionName: 'run', args })
    await usdc.chain.send({ to: hider, data: running })
    // And shows a settlement of nothing, by a contract of its own.
    const names = [usdc.network.asset.address, account.address, payTo]
    const fake = await deployMock(usdc.chain, 'TestFakeProxy', Array(3).fill('address'), names)
    await usdc.chain.send({ to: fake, data: settleCall(permit, signature)(0) })
    const reconciledRows = async () => {
      await buyer.buyer.reconcile()
      await idle.buyer.buyer.reconcile()
      return [...(await buyer.rows()), ...(await idle.buyer.rows())]
    }
    const open = { state: 'open', units: MOST }
    expect(await reconciledRows()).toMatchObject([open, open])
    await usdc.chain.rpc('evm_increaseTime', [400])
    await usdc.chain.mine()
    aheadMs = 400_000
    expect(await reconciledRows()).toMatchObject([
      { state: 'spent', units: MOST, transaction_hash: null },
      { state: 'released', reason: 'expired' },
    ])
    expect(await spent()).toBe(4_999)
  })
})

test('the wallet lets permits move as much as its owner types, and takes that back', async () => {
  const key = await usdc.gasKey()
  const purse = openWithdrawal(usdc.network, usdc.rpc)
  const { privateKeyToAddress } = await import('viem/accounts')
  const owner = privateKeyToAddress(key)
  const { openBuyerChain } = await import('../../../../src/pay/buyer/buyer-chain.ts')
  const chain = openBuyerChain(usdc.network, usdc.rpc, Date.now)
  await purse.allow(new Secret(key), 4_000)
  expect(await chain.allowance(owner)).toBe(4_000)
  await purse.allow(new Secret(key), 0)
  expect(await chain.allowance(owner)).toBe(0)
})
