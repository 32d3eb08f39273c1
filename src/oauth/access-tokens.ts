import { type OAuthAccess, scopesIn } from '../contract/oauth.ts'
import type { Payload } from './payload.ts'
import { type RecordParts, secondsOf, storedId } from './records.ts'

/** What tokens of ours look like: nothing else is looked for. */
const TOKEN_FORM = /^[\w-]{43}$/

/**
 * What an access token of this server stands for, by one read and without the library: whatever ended the grant, or the account,
 * ends it at once on every instance.
 */
export async function findAccess(
  { store, now }: RecordParts,
  resource: string,
  token: string,
): Promise<OAuthAccess | undefined> {
  if (!TOKEN_FORM.test(token)) return undefined
  const { db } = await store()
  const credentialDigest = storedId('AccessToken', token)
  const row = await db
    .selectFrom('oauth_record')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_record.grant_id')
    .innerJoin('chat_user', 'chat_user.id', 'oauth_record.account_id')
    .select([
      'oauth_grant.id as programId',
      'chat_user.id',
      'deactivations',
      'oauth_record.payload',
      'oauth_record.expires_at',
    ])
    .where('oauth_record.kind', '=', 'AccessToken')
    .where('oauth_record.id', '=', credentialDigest)
    .where('oauth_record.expires_at', '>', secondsOf(now()))
    .executeTakeFirst()
  if (!row) return undefined
  const { aud, scope = '' } = JSON.parse(row.payload) as Payload
  if (aud !== resource) return undefined
  const { id, deactivations, expires_at, programId } = row
  const right = { user: { id, deactivations }, credentialDigest, endsAtMs: expires_at * 1_000 }
  return { right, scopes: new Set(scopesIn(scope)), programId }
}
