import type { IncomingFile } from '../../../contract/operation.ts'
import type { WantedSize } from '../../../images/scale-job.ts'
import { PICTURE_MAX_BYTES } from '../../files/limits.ts'
import { keepOwnFile, type KeptFile, publish, unpublish } from '../../files/own-files.ts'
import { type PictureTools, readPicture, scalePicture } from '../../files/read-picture.ts'
import { makeFileKey } from '../../files/store-upload.ts'
import { badRequest } from '../../kernel/failures.ts'
import { isAdministrator, loadMember } from '../../kernel/requester.ts'
import type { User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { emitUserChanged } from '../accounts/change-user.ts'
import { AVATAR_EDGES_PX, AVATAR_ENDINGS, AVATARS_PATH } from '../avatar-address.ts'
import { requireUserById } from '../find-users.ts'
import { avatarFields, avatarUrl } from '../user-record.ts'

/** The sizes in which pictures of people are kept. */
export const AVATAR_SIZES = {
  small: sizeOf(AVATAR_EDGES_PX.small),
  medium: sizeOf(AVATAR_EDGES_PX.medium),
}

const NAMES = ['small', 'medium'] as const

function sizeOf(edge: number): WantedSize {
  return { width: edge, height: edge, fit: 'fill', type: 'image/png' }
}

/** Gives the caller another picture. Returns its address. Throws `invalid_input` for what is none. */
export async function uploadAvatar(
  chat: Chat,
  actor: Actor,
  file: IncomingFile | undefined,
  tools: PictureTools,
): Promise<string> {
  return replaceAvatar(chat, actor.user.id, await drawAvatar(chat, file, tools))
}

/** Shows the default picture for the caller again. Returns its address. */
export async function removeAvatar(chat: Chat, { user }: Actor): Promise<string> {
  return replaceAvatar(chat, user.id, undefined)
}

/** Gives a bot another picture. For its owner and administrators. Returns its address. */
export async function uploadBotAvatar(
  chat: Chat,
  actor: Actor,
  botId: number,
  file: IncomingFile | undefined,
  tools: PictureTools,
): Promise<string> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const bot = await requireUserById(db, botId).catch(() => undefined)
  const isMine = bot?.bot_owner_id === actor.user.id
  if (!bot?.is_bot || !(isMine || isAdministrator(member))) throw badRequest('No such bot')
  return replaceAvatar(chat, bot.id, await drawAvatar(chat, file, tools))
}

/** A stored picture of somebody, in all sizes, that nothing refers to yet. */
interface Drawn {
  path: string
  files: KeptFile[]
}

async function drawAvatar(
  chat: Chat,
  file: IncomingFile | undefined,
  tools: PictureTools,
): Promise<Drawn> {
  const bytes = await readPicture(file, PICTURE_MAX_BYTES)
  const { pictures } = await scalePicture(
    bytes,
    NAMES.map((name) => AVATAR_SIZES[name]),
    tools,
  )
  const path = `${AVATARS_PATH}${makeFileKey()}`
  const files: KeptFile[] = []
  for (const [index, name] of NAMES.entries()) {
    const { bytes: content = new Uint8Array(), type: media_type = 'image/png' as const } =
      pictures[index] ?? {}
    const place = { path: `${path}${AVATAR_ENDINGS[name]}`, name: 'avatar.png', media_type }
    files.push(await keepOwnFile(chat, content, place))
  }
  return { path, files }
}

async function replaceAvatar(
  chat: Chat,
  userId: number,
  drawn: Drawn | undefined,
): Promise<string> {
  return writeChat(chat, async (unit) => {
    const before: User = await requireUserById(unit.tx, userId)
    if (before.avatar_path !== null) await unpublish(chat, unit.tx, before.avatar_path)
    if (drawn) await publish(unit.tx, drawn.files)
    const columns = {
      avatar_path: drawn?.path ?? null,
      avatar_version: before.avatar_version + 1,
    }
    await unit.tx.updateTable('chat_user').set(columns).where('id', '=', userId).execute()
    const after = { ...before, ...columns }
    emitUserChanged(unit, userId, avatarFields(chat, after))
    return avatarUrl(chat, after)
  })
}
