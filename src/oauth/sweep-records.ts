import { endGrants } from '../store/oauth-grants.ts'
import { SWEEP_BATCH_ROWS } from './limits.ts'
import { type RecordParts, secondsOf } from './records.ts'

/** Deletes what has expired, and grants of which nothing is left, a few rows at a time. Returns how many rows went. */
export async function sweepRecords(
  { store, now }: RecordParts,
  signal: AbortSignal,
): Promise<number> {
  const opened = await store()
  const nowSeconds = secondsOf(now())
  let count = 0
  let deleted = SWEEP_BATCH_ROWS
  while (deleted === SWEEP_BATCH_ROWS && !signal.aborted) {
    deleted = await opened.write(async (tx) => {
      const rows = await tx
        .selectFrom('oauth_record')
        .select(['kind', 'id'])
        .where('expires_at', '<=', nowSeconds)
        .limit(SWEEP_BATCH_ROWS)
        .execute()
      for (const { kind, id } of rows) {
        await tx.deleteFrom('oauth_record').where('kind', '=', kind).where('id', '=', id).execute()
      }
      return rows.length
    })
    count += deleted
  }
  await opened.write(async (tx) => {
    const abandoned = await tx
      .selectFrom('oauth_grant')
      .select('id')
      .where('created_at', '<', nowSeconds - ABANDONED_SECONDS)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('oauth_record')
              .select('oauth_record.id')
              .whereRef('oauth_record.grant_id', '=', 'oauth_grant.id')
              .where('kind', 'in', ['AccessToken', 'RefreshToken']),
          ),
        ),
      )
      .limit(SWEEP_BATCH_ROWS)
      .execute()
    for (const { id } of abandoned) await endGrants(tx, { grantId: id })
  })
  await opened.write(async (tx) => {
    const unneeded = await tx
      .selectFrom('oauth_record')
      .select('id')
      .where('kind', '=', 'Document')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('oauth_grant')
              .select('oauth_grant.id')
              .whereRef('oauth_grant.client_id', '=', 'oauth_record.id'),
          ),
        ),
      )
      .limit(SWEEP_BATCH_ROWS)
      .execute()
    for (const { id } of unneeded) {
      await tx
        .deleteFrom('oauth_record')
        .where('kind', '=', 'Document')
        .where('id', '=', id)
        .execute()
    }
  })
  return count
}

/** A program that was let in takes a minute at most to fetch its token. */
const ABANDONED_SECONDS = 600
