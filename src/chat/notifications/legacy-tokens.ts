import { badRequest } from '../kernel/failures.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import { PUSH_TOKEN_MAX_CHARS, PUSH_TOKENS_MAX_COUNT } from '../limits.ts'
import { digestOf } from '../users/sign-in/api-keys.ts'

/** The two push providers of tokens. */
export type TokenKind = 'apns' | 'fcm'

/** Records a token registered by an older client. Nothing is delivered to it: that would not be encrypted. */
export async function addToken(
  chat: Chat,
  { user }: Actor,
  kind: TokenKind,
  token: string,
): Promise<void> {
  const token_hash = checkedDigest(kind, token)
  await writeChat(chat, async ({ tx }) => {
    const { count } = await tx
      .selectFrom('chat_push_token')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (count >= PUSH_TOKENS_MAX_COUNT) throw badRequest('Too many tokens; remove one first.')
    await tx
      .insertInto('chat_push_token')
      .values({ user_id: user.id, kind, token_hash })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** Deletes a token of the caller. Throws when the caller has no such token (spec 4.8). */
export async function removeToken(
  chat: Chat,
  { user }: Actor,
  kind: TokenKind,
  token: string,
): Promise<void> {
  const token_hash = checkedDigest(kind, token)
  await writeChat(chat, async ({ tx }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('chat_push_token')
      .where('user_id', '=', user.id)
      .where('kind', '=', kind)
      .where('token_hash', '=', token_hash)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw badRequest('Token does not exist')
  })
}

function checkedDigest(kind: TokenKind, token: string): string {
  if (token === '' || token.length > PUSH_TOKEN_MAX_CHARS) {
    throw badRequest('Empty or invalid length token')
  }
  if (kind === 'apns' && !/^[0-9a-f]+$/i.test(token)) throw badRequest('Invalid APNS token')
  return digestOf(token)
}
