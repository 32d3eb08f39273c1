import { OperationError } from '../../contract/errors.ts'
import type { PastPayment, SpendingCaps, WalletStatus } from '../../contract/spending.ts'
import type { Work } from '../../store/port.ts'
import { unitsToUsd, usdToUnits } from '../protocol/money.ts'
import { networksOf, type Policy } from '../wallet/policy.ts'
import type { BuyerChain } from './buyer-chain.ts'
import type { Buyer } from './buyer.ts'
import type { Journal, JournalRow } from './journal.ts'
import { limitsOf, type SpendingLimits, storeLimits } from './spending-limits.ts'

/** Dependencies of the wallet views. */
export interface SpenderParts {
  policy: Policy
  journal: Journal
  buyer: Buyer
  chain: (network: string) => Promise<BuyerChain>
  /** Address of the wallet, read without opening it where possible. */
  address: () => Promise<`0x${string}` | undefined>
}

/** The wallet as its owner sees it: what the chain and the journal say now. */
export async function loadWalletStatus(parts: SpenderParts): Promise<WalletStatus> {
  const { policy, journal, buyer } = parts
  const { network } = policy
  await buyer.reconcile()
  const address = await parts.address()
  const [balance, totals] = await Promise.all([
    address && balanceOf(parts, address),
    journal.totals(...networksOf(policy).map(({ id }) => id)),
  ])
  return {
    address: address ?? null,
    network: network.id,
    asset: network.asset.symbol,
    balance: balance ?? null,
    caps: capsOf(await journal.bound(policy)),
    spent: {
      session: unitsToUsd(totals.session),
      day: unitsToUsd(totals.day),
      open: unitsToUsd(totals.open),
    },
  }
}

/** Payments of the journal, the newest first, after asking the chain about those that are open. */
export async function loadPaymentHistory(
  { journal, buyer }: SpenderParts,
  limit: number,
  before: string | undefined,
): Promise<PastPayment[]> {
  await buyer.reconcile()
  const beforeMs = before === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(before)
  return (await journal.history(limit, beforeMs)).map(pastPayment)
}

/** The limits of a policy, in USD. */
export function capsOf(policy: Policy): SpendingCaps {
  return {
    perCall: unitsToUsd(policy.perCallUnits),
    perSession: unitsToUsd(policy.perSessionUnits),
    perDay: unitsToUsd(policy.perDayUnits),
    approveAbove: unitsToUsd(policy.approveAboveUnits),
  }
}

/** Sets limits in USD, at most those of the policy. Throws `invalid_input` for a higher one. */
export async function setCaps(
  write: <T>(work: Work<T>) => Promise<T>,
  policy: Policy,
  caps: Partial<Omit<SpendingCaps, 'approveAbove'>>,
): Promise<void> {
  const highest = limitsOf(policy)
  const unitCaps = Object.entries(caps).map(([name, usd]) => {
    const units = usdToUnits(usd)
    if (units > highest[`${name as keyof typeof caps}Units`]) throw aboveConfigured(name)
    return [`${name}Units`, units]
  })
  await storeLimits(write, Object.fromEntries(unitCaps) as Partial<SpendingLimits>)
}

function aboveConfigured(name: string): OperationError {
  return new OperationError('invalid_input', `${name} is above the limit of the configuration.`, {
    hint: 'Only the operator raises the limit of the configuration, by --spend-per-call, --spend-per-session or --spend-per-day.',
  })
}

/** Undefined when the chain cannot be read: the rest of the status is worth having without it. */
async function balanceOf(
  { chain: open, policy }: SpenderParts,
  address: `0x${string}`,
): Promise<string | undefined> {
  try {
    const chain = await open(policy.network.id)
    return unitsToUsd(await chain.balance(address))
  } catch {
    return undefined
  }
}

/** A payment of the journal as its owner sees it. */
export function pastPayment(row: JournalRow): PastPayment {
  return {
    signedAt: new Date(row.signed_ms).toISOString(),
    operation: row.operation,
    host: row.host,
    payTo: row.pay_to,
    usd: unitsToUsd(row.units),
    network: row.network,
    state: isClaimed(row) ? 'claimed' : row.state,
    answered: row.delivered === 1,
    transaction: row.transaction_hash,
    reason: row.reason,
  }
}

/** Whether only the seller says that it was paid: the chain has not shown it yet. */
function isClaimed({ state, transaction_hash }: JournalRow): boolean {
  return state === 'open' && transaction_hash !== null
}
