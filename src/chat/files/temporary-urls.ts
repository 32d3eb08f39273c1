import { getCachedReader } from '../kernel/directory-cache.ts'
import { noFile } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import { isSeal, sealText } from '../kernel/seal.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import type { Attachment } from './attachment-record.ts'
import { TEMPORARY_URL_SECONDS } from './limits.ts'
import { toPathName } from './names.ts'
import { uploadByPath } from './upload-access.ts'

/** Returns a short-lived URL of an upload that the actor can see, for programs that cannot sign in. */
export async function lendUpload(chat: Chat, actor: Actor, pathId: string): Promise<string> {
  const db = await getCachedReader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  return createTemporaryUrl(chat, await uploadByPath(db, member, pathId))
}

/** Returns a URL of an upload that works without sign-in for a short time. */
export async function createTemporaryUrl(chat: Chat, attachment: Attachment): Promise<string> {
  const until = Math.floor(chat.now().getTime() / 1_000) + TEMPORARY_URL_SECONDS
  const seal = await sealOf(chat, attachment.id, until)
  const token = `${attachment.id}.${until}.${seal.toString('base64url')}`
  return `/user_uploads/temporary/${token}/${toPathName(attachment.name)}`
}

/** The upload behind such a URL. Throws the same error for an unknown and for an expired one. */
export async function uploadByToken(chat: Chat, token: string, name: string): Promise<Attachment> {
  const db = reader(chat)
  const [, id, until, mac = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  const seal = await sealOf(chat, Number(id ?? 0), Number(until ?? 0))
  if (!isSeal(mac, seal) || Number(until) * 1_000 < chat.now().getTime()) throw noFile()
  const attachment = await db
    .selectFrom('chat_attachment')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirst()
  if (!attachment || toPathName(attachment.name) !== name) throw noFile()
  return attachment
}

async function sealOf(chat: Chat, id: number, until: number): Promise<Buffer> {
  return sealText(chat, `upload ${id} ${until}`)
}
