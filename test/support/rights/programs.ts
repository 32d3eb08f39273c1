import { randomBytes } from 'node:crypto'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { digestOf } from '../../../src/chat/users/sign-in/api-keys.ts'
import type { ChatWorld, Person } from '../chat-world.ts'
import type { Credential } from './things.ts'

const FAR_SECONDS = 4_102_444_800

/** The id of what somebody has allowed a program. */
export function grantOf({ mark }: Credential): string {
  return `grant ${mark}`
}

/** A program that somebody has let in, as the store knows it once they have: with an access token. */
export async function letProgramIn(
  { chat }: ChatWorld,
  { id: account_id, email }: Person,
  publicUrl: string,
): Promise<Credential> {
  const secret = randomBytes(32).toString('base64url')
  const mark = digestOf(secret)
  const by: Credential = { kind: 'program', mark, email, secret }
  const scopes = 'mcp chat:write'
  await writeChat(chat, async ({ tx }) => {
    await tx
      .insertInto('oauth_grant')
      .values({
        id: grantOf(by),
        account_id,
        client_id: 'c',
        client_name: 'A program',
        redirect_host: 'x.example',
        scopes,
        created_at: 1,
        used_at: 1,
      })
      .execute()
    await tx
      .insertInto('oauth_record')
      .values({
        kind: 'AccessToken',
        id: mark,
        payload: JSON.stringify({ aud: `${publicUrl}/mcp`, scope: scopes }),
        grant_id: grantOf(by),
        account_id,
        used_at: null,
        expires_at: FAR_SECONDS,
      })
      .execute()
  })
  return by
}
