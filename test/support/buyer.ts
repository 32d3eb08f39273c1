import { randomUUID } from 'node:crypto'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import type { Consent, ProposedPayment, Receipt } from '../../src/contract/spending.ts'
import { MACHINE_CLOCK } from '../../src/lib/clock.ts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import { type BuyerChain, openBuyerChain } from '../../src/pay/buyer/buyer-chain.ts'
import { Buyer } from '../../src/pay/buyer/buyer.ts'
import { Journal } from '../../src/pay/buyer/journal.ts'
import type { Policy } from '../../src/pay/wallet/policy.ts'
import { createRemote, type Remote } from '../../src/remote/remote.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/port.ts'
import type { BuyerAuthorizationTable } from '../../src/store/tables/schema.ts'
import { callWith } from './call.ts'
import type { UsdcChain } from './chain-usdc.ts'
import { PATIENCE_MS } from './patience.ts'
import { quietLog } from './store-backend.ts'

/** What a buyer under test is made of. */
export interface TestBuyerParts {
  usdc: UsdcChain
  account: PrivateKeyAccount
  /** Base address of the seller. */
  url: string
  policy?: Partial<Policy>
  /** Default: a store of its own. Buyers that share one are given the same. */
  store?: Store
  /** Runs ahead of the real clock by so much. */
  aheadMs?: () => number
  /** Stands before the chain, to make it fail. */
  chain?: (real: BuyerChain) => BuyerChain
}

/** The product's buyer with a wallet whose signatures are counted, in this process. */
export interface TestBuyer extends AsyncDisposable {
  buyer: Buyer
  journal: Journal
  remote: Remote
  store: Store
  policy: Policy
  signatures: () => number
  rows(): Promise<BuyerAuthorizationTable[]>
  call(
    operation: AnyOperation,
    input: Record<string, unknown>,
    payer?: {
      signal?: AbortSignal
      approve?: (payment: ProposedPayment) => Promise<Consent>
      paid?: (receipt: Receipt) => void
      spend?: (usd: string) => Promise<void>
    },
  ): Promise<unknown>
}

/** Opens it. Limits are a dollar each, unless the test sets others; nobody is asked. */
export async function openBuyer(parts: TestBuyerParts): Promise<TestBuyer> {
  const { usdc, account, url, aheadMs = () => 0 } = parts
  const store = parts.store ?? (await openStore({ location: ':memory:', log: quietLog }))
  const now = () => Date.now() + aheadMs()
  const policy: Policy = {
    network: usdc.network,
    hosts: new Set([new URL(url).host]),
    payees: new Map(),
    perCallUnits: 1_000_000,
    perSessionUnits: 1_000_000,
    perDayUnits: 1_000_000,
    approveAboveUnits: 1_000_000,
    ...parts.policy,
  }
  let signatures = 0
  const signer = {
    address: account.address,
    signTypedData: async (data: Parameters<typeof account.signTypedData>[0]) => {
      signatures += 1
      return account.signTypedData(data)
    },
  }
  const real = openBuyerChain(usdc.network, usdc.rpc, now)
  const journal = new Journal(async () => store, randomUUID(), now)
  const buyer = new Buyer({
    policy,
    journal,
    signer: async () => signer,
    chain: async () => parts.chain?.(real) ?? real,
    log: quietLog,
    now,
    // Whoever asks for seconds is waited for a moment.
    sleep: async (ms, signal) => MACHINE_CLOCK.sleep(Math.min(ms, 200), signal),
    pauseFirstMs: 20,
    pauseMaxMs: 200,
  })
  const fetch = createOperatorFetch({ userAgent: 'Bellhop/test' })
  const remote = createRemote({ baseUrl: url, key: undefined, fetch, buyer })
  const { services } = callWith()
  return {
    buyer,
    journal,
    remote,
    store,
    policy,
    signatures: () => signatures,
    async rows() {
      await buyer.confirmed()
      return store.db.selectFrom('buyer_authorization').selectAll().execute()
    },
    call: async (operation, input, { signal = AbortSignal.timeout(PATIENCE_MS), ...payer } = {}) =>
      remote.there(operation, {
        input,
        services,
        caller: undefined,
        principal: LOCAL_PRINCIPAL,
        signal,
        progress: () => {},
        ...payer,
      }),
    async [Symbol.asyncDispose]() {
      await buyer.confirmed()
      if (!parts.store) await store.close()
    },
  }
}
