import type { Log } from '../../lib/log.ts'
import type { PermitVerdict } from '../chain/permit-verifier.ts'
import type { Verdict } from '../chain/settlement-verifier.ts'
import { networksOf, type Policy } from '../wallet/policy.ts'
import type { BuyerChain } from './buyer-chain.ts'
import type { Journal, JournalRow } from './journal.ts'

/** State of an authorization on chain; `unreadable` when the chain cannot be read. */
export type Fate = 'spent' | 'released' | 'open' | 'unreadable'

/** Dependencies of reconciliation. */
export interface ReconcileParts {
  policy: Pick<Policy, 'network' | 'otherNetworks'>
  journal: Journal
  chain: (network: string) => Promise<BuyerChain>
  log: Log
}

/** Rows that one run looks at; oldest first; the rest follows in the next run. */
const ROWS_MAX_COUNT = 200

/** Concurrent chain reads. */
const QUESTIONS_MAX_COUNT = 8

/** Reads the state of every open authorization from the chain and records it. */
export async function reconcile(parts: ReconcileParts): Promise<void> {
  const networks = networksOf(parts.policy).map(({ id }) => id)
  const rows = await parts.journal.openRows(networks, ROWS_MAX_COUNT)
  while (rows.length > 0) {
    const batch = rows.splice(0, QUESTIONS_MAX_COUNT)
    await Promise.all(batch.map(async (row) => settleFate(row, parts)))
  }
}

/** Reads the state of one authorization from the chain and records it. It ends by the chain's clock and ours. */
export async function settleFate(
  row: JournalRow,
  { journal, chain: open, log }: ReconcileParts,
): Promise<Fate> {
  if (row.state === 'spent') return 'spent'
  try {
    const chain = await open(row.network)
    const verdict = await verdictOn(row, chain)
    if (verdict.outcome === 'paid') {
      const { transaction = null, units = row.units } = { units: undefined, ...verdict }
      await journal.close(row.id, { state: 'spent', transaction, units })
      return 'spent'
    }
    if (verdict.outcome === 'open') return 'open'
    const isReleased = await journal.close(row.id, { state: 'released', reason: verdict.outcome })
    return isReleased ? 'released' : 'open'
  } catch (err) {
    log.warn({ err }, 'the chain cannot be read')
    return 'unreadable'
  }
}

async function verdictOn(row: JournalRow, chain: BuyerChain): Promise<Verdict | PermitVerdict> {
  const transfer = {
    asset: row.asset as `0x${string}`,
    from: row.payer as `0x${string}`,
    to: row.pay_to as `0x${string}`,
    units: row.units,
    nonce: nonceOf(row),
    sinceMs: row.signed_ms,
    untilMs: row.valid_before_ms,
  }
  const { method } = row
  if (method === null) return chain.verifier(transfer)
  return chain.verifyPermit({ ...transfer, method })
}

function nonceOf({ id }: JournalRow): `0x${string}` {
  return id.slice(id.lastIndexOf('|') + 1) as `0x${string}`
}
