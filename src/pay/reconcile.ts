import type { Log } from '../log.ts'
import type { BuyerChain } from './buyer-chain.ts'
import type { Journal, JournalRow } from './journal.ts'
import type { Policy } from './policy.ts'

/** What the chain says of an authorization; `unreadable` when it says nothing. */
export type Fate = 'spent' | 'released' | 'open' | 'unreadable'

/** What reconciling needs. */
export interface ReconcileParts {
  policy: Pick<Policy, 'network'>
  journal: Journal
  chain: () => Promise<BuyerChain>
  log: Log
}

/** Rows that one run looks at; the oldest come first, so that the rest has its turn in the next. */
const ROWS_MAX_COUNT = 200

/** Questions to the chain at once. */
const QUESTIONS_MAX_COUNT = 8

/** Asks the chain about every open authorization on it and books what it says. */
export async function reconcile(parts: ReconcileParts): Promise<void> {
  const rows = await parts.journal.openRows(parts.policy.network.id, ROWS_MAX_COUNT)
  while (rows.length > 0) {
    const batch = rows.splice(0, QUESTIONS_MAX_COUNT)
    await Promise.all(batch.map(async (row) => settleFate(row, parts)))
  }
}

/**
 * Asks the chain about one authorization and books what it says. Only the chain's own clock ends it: ours
 * may be ahead, and a node may be behind.
 */
export async function settleFate(
  row: JournalRow,
  { journal, chain: open, log }: ReconcileParts,
): Promise<Fate> {
  if (row.state === 'spent') return 'spent'
  try {
    const chain = await open()
    // The clock first: what is unused in a block at or after the end can never be used.
    const time = await chain.time()
    const verdict = await chain.referee({
      asset: row.asset as `0x${string}`,
      from: row.payer as `0x${string}`,
      to: row.pay_to as `0x${string}`,
      units: row.units,
      nonce: nonceOf(row),
      sinceMs: row.signed_ms,
    })
    if (verdict.outcome === 'paid') {
      await journal.close(row.id, { state: 'spent', transaction: verdict.transaction })
      return 'spent'
    }
    if (verdict.outcome === 'void') {
      await journal.close(row.id, { state: 'released', reason: 'void' })
      return 'released'
    }
    if (time < row.valid_before_ms + EXPIRY_GRACE_MS) return 'open'
    // The token may know of the use before the node shows its event.
    if (await chain.isUsed(row.payer as `0x${string}`, nonceOf(row))) return 'open'
    await journal.close(row.id, { state: 'released', reason: 'expired' })
    return 'released'
  } catch (err) {
    log.warn({ err }, 'the chain cannot be read')
    return 'unreadable'
  }
}

/** Answers of one RPC address may come from nodes that are a few blocks apart. */
const EXPIRY_GRACE_MS = 30_000

function nonceOf({ id }: JournalRow): `0x${string}` {
  return id.slice(id.lastIndexOf('|') + 1) as `0x${string}`
}
