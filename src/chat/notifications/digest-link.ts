import { noRecord } from '../kernel/failures.ts'
import { isSeal, sealText } from '../kernel/seal.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { changeSettings, recordOwnSettings } from '../personal/change-settings.ts'
import { findById } from '../users/find-users.ts'

/** The link in the digests of a user that ends them. It works as long as the account is there. */
export async function digestOffLink(chat: Chat, userId: number): Promise<string> {
  const seal = await sealText(chat, `digests off ${userId}`)
  return `${chat.url}/unsubscribe/${userId}.${seal.toString('base64url')}`
}

/** Sends no more digests to whoever has this link. Throws `not_found` for a link that is none. */
export async function stopDigests(chat: Chat, token: string): Promise<void> {
  const [, id = '0', seal = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  const isGenuine = isSeal(seal, await sealText(chat, `digests off ${id}`))
  const user = isGenuine ? await findById(reader(chat), Number(id)) : undefined
  if (!user) throw noRecord('This link is not valid.')
  const off = { enable_digest_emails: false }
  await writeChat(chat, async (unit) => {
    const now = await findById(unit.tx, user.id)
    if (now) await changeSettings(unit, now, off)
    await recordOwnSettings(unit, user.id, Object.keys(off))
  })
}
