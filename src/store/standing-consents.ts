import type { Transaction } from 'kysely'
import type { Schema } from './tables/schema.ts'

/** Ends all consents to payments that stand for an account, within a unit of work. */
export async function endConsents(tx: Transaction<Schema>, accountId: number): Promise<void> {
  await tx.deleteFrom('standing_consent').where('account_id', '=', accountId).execute()
}
