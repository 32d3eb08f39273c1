import type { GuardedFetch } from '../../src/contract/net.ts'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import type {
  Consent,
  PaidAnswer,
  PaidRequest,
  ProposedPayment,
} from '../../src/contract/spending.ts'
import type { Policy } from '../../src/pay/wallet/policy.ts'
import { payFetch } from '../../src/remote/pay-fetch.ts'
import { openBuyer, type TestBuyer, type TestBuyerParts } from './buyer.ts'
import { createLocalFetch } from './local-fetch.ts'
import { PATIENCE_MS } from './patience.ts'
import { quietLog } from './store-backend.ts'

const fetch = createLocalFetch({
  userAgent: 'test',
  log: quietLog,
  allowHosts: ['127.0.0.1'],
})

/** How a request is made. */
export interface Asking {
  policy?: Partial<Policy>
  hosts?: readonly string[]
  listed?: readonly string[]
  approve?: (payment: ProposedPayment) => Promise<Consent>
  /** Stands before the network. */
  dial?: (real: GuardedFetch) => GuardedFetch
}

/** A buyer whose owner has named one seller, and how it makes requests. */
export async function buyerAt(
  { url, ...parts }: Pick<TestBuyerParts, 'usdc' | 'account' | 'url' | 'store' | 'aheadMs'>,
  { policy, hosts, listed = [], approve, dial = (real) => real }: Asking = {},
): Promise<{ buyer: TestBuyer; ask: (changes?: Partial<PaidRequest>) => Promise<PaidAnswer> }> {
  const named = new Set(hosts ?? [new URL(url).host])
  const buyer = await openBuyer({ ...parts, url, policy: { ...policy, hosts: named } })
  const ask = async (changes: Partial<PaidRequest> = {}): Promise<PaidAnswer> =>
    payFetch(
      { buyer: buyer.buyer, hosts: named, isListed: (host) => listed.includes(host) },
      {
        url: `${url}/a?b=c`,
        method: 'POST',
        body: '{"x":1}',
        contentType: 'application/json',
        ...changes,
      },
      {
        operation: 'pay_fetch',
        signal: AbortSignal.timeout(PATIENCE_MS),
        fetch: dial(async (address, options) =>
          fetch(address, { principal: LOCAL_PRINCIPAL, ...options }),
        ),
        ...(approve ? { approve } : {}),
      },
    )
  return { buyer, ask }
}
