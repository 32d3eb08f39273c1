import type { IncomingFile } from '../../contract/operation.ts'
import { IMAGE_JOB } from '../../images/jobs.ts'
import { keepOwnFile, publish } from '../files/own-files.ts'
import { type PictureTools, readPicture } from '../files/read-picture.ts'
import { makeFileKey, REALM_ID } from '../files/store-upload.ts'
import { badRequest, noRecord } from '../kernel/failures.ts'
import { isAdministrator, loadMember, type Member } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadEmojiNames } from '../messages/emoji/emoji-names.ts'
import { writeDirectory } from './directory-space.ts'
import { emojiRecord, loadEmojiRecords } from './emoji-record.ts'
import {
  EMOJI_MAX_BYTES,
  EMOJI_MAX_COUNT,
  EMOJI_MAX_EDGE_PX,
  EMOJI_NAME_MAX_CHARS,
} from './limits.ts'
import { recordSettingsChange } from './organization-settings.ts'

/**
 * Adds a custom emoji and notifies everybody. Stores not the file itself but the re-encoded picture and, for an animated one, its
 * first frame.
 */
export async function uploadEmoji(
  chat: Chat,
  actor: Actor,
  name: string,
  file: IncomingFile | undefined,
  { sandbox, signal }: PictureTools,
): Promise<void> {
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  await requireName(member, name)
  await requireFreeName(reader(chat), name)
  const bytes = await readPicture(file, EMOJI_MAX_BYTES)
  const picture = await sandbox.run(IMAGE_JOB, { bytes, maxEdgePx: EMOJI_MAX_EDGE_PX }, { signal })
  const ending = picture.type.replace('image/', '')
  const keep = async (content: Uint8Array) =>
    keepOwnFile(chat, content, {
      path: `/user_avatars/${REALM_ID}/emoji/images/${makeFileKey()}.${ending}`,
      name: `${name}.${ending}`,
      media_type: picture.type,
    })
  const image = await keep(picture.bytes)
  const still = picture.still && (await keep(picture.still))
  await writeDirectory(chat, actor, async ({ tx, emit }) => {
    await requireFreeName(tx, name)
    await publish(tx, still ? [image, still] : [image])
    const row = { name, author_id: actor.user.id, path: image.path, is_deactivated: 0 }
    const added = tx.insertInto('chat_emoji').values({ ...row, still_path: still?.path ?? null })
    const emoji = emojiRecord(await added.returningAll().executeTakeFirstOrThrow())
    await recordSettingsChange(tx)
    const realm_emoji = await loadEmojiRecords(tx)
    emit({
      payload: { type: 'realm_emoji', op: 'update', realm_emoji, change: { op: 'add', emoji } },
      to: 'all',
    })
  })
}

async function requireName(member: Member, name: string): Promise<void> {
  if (!member.groups.has(member.realm.can_add_custom_emoji_group)) {
    throw badRequest('Insufficient permission')
  }
  if (!/^[0-9a-z_-]+$/.test(name)) {
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, hyphens, and underscores.',
    )
  }
  if (/[_-]$/.test(name)) throw badRequest('Emoji names must end with either a letter or digit.')
  if (name.length > EMOJI_NAME_MAX_CHARS) {
    throw badRequest(`Emoji name is too long (limit: ${EMOJI_NAME_MAX_CHARS} characters)`)
  }
  const { codeOf, namesByCode } = await loadEmojiNames()
  const isUsual = namesByCode.get(codeOf(name) ?? '')?.includes(name) ?? false
  if (isUsual && !isAdministrator(member)) {
    throw badRequest('Only administrators can override default emoji.')
  }
}

async function requireFreeName(db: Reader, name: string): Promise<void> {
  const all = await db.selectFrom('chat_emoji').select(['name', 'is_deactivated']).execute()
  if (all.length >= EMOJI_MAX_COUNT) throw badRequest('Too many custom emoji.')
  if (all.some((one) => one.name === name && one.is_deactivated === 0)) {
    throw badRequest('A custom emoji with this name already exists.')
  }
}

/** Deactivates a custom emoji and notifies everybody. For its author and administrators. */
export async function deactivateEmoji(chat: Chat, actor: Actor, name: string): Promise<void> {
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  await writeChat(chat, async ({ tx, emit }) => {
    const emoji = await tx
      .selectFrom('chat_emoji')
      .selectAll()
      .where('name', '=', name)
      .where('is_deactivated', '=', 0)
      .executeTakeFirst()
    if (!emoji) throw noRecord(`Emoji '${name}' does not exist`)
    if (!isAdministrator(member) && emoji.author_id !== actor.user.id) {
      throw badRequest('Must be an organization administrator or emoji author')
    }
    const gone = tx.updateTable('chat_emoji').set({ is_deactivated: 1 })
    await gone.where('id', '=', emoji.id).execute()
    await recordSettingsChange(tx)
    const realm_emoji = await loadEmojiRecords(tx)
    const emoji_id = String(emoji.id)
    emit({
      payload: {
        type: 'realm_emoji',
        op: 'update',
        realm_emoji,
        change: { op: 'update_one', emoji_id, data: { deactivated: true } },
      },
      to: 'all',
    })
  })
}
