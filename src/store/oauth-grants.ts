import type { Transaction } from 'kysely'
import type { Schema } from './tables/schema.ts'

/** Ends what programs were allowed, with all their tokens, within a unit of work: one grant, or all of an account. */
export async function endGrants(
  tx: Transaction<Schema>,
  which: { grantId: string } | { accountId: number },
): Promise<void> {
  if ('grantId' in which) {
    await tx.deleteFrom('oauth_grant').where('id', '=', which.grantId).execute()
    await tx.deleteFrom('oauth_record').where('grant_id', '=', which.grantId).execute()
    return
  }
  await tx.deleteFrom('oauth_grant').where('account_id', '=', which.accountId).execute()
  await tx.deleteFrom('oauth_record').where('account_id', '=', which.accountId).execute()
}
