import type { Insertable, Transaction } from 'kysely'
import { endGrants } from '../store/oauth-grants.ts'
import type { OAuthGrantTable } from '../store/tables/oauth-tables.ts'
import type { Schema } from '../store/tables/schema.ts'
import { GRANTS_PER_ACCOUNT_MAX_COUNT } from './limits.ts'

/**
 * Records, within a unit of work, that somebody has let a program in. Of more programs than an account may have, those that were
 * quiet for longest lose what they had.
 */
export async function openGrant(
  tx: Transaction<Schema>,
  grant: Insertable<OAuthGrantTable>,
): Promise<void> {
  await tx.insertInto('oauth_grant').values(grant).execute()
  const quietest = await tx
    .selectFrom('oauth_grant')
    .select('id')
    .where('account_id', '=', grant.account_id)
    .where('id', '!=', grant.id)
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(GRANTS_PER_ACCOUNT_MAX_COUNT)
    .offset(GRANTS_PER_ACCOUNT_MAX_COUNT - 1)
    .execute()
  for (const { id } of quietest) await endGrants(tx, { grantId: id })
}
