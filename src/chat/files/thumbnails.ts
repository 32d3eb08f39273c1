import { OperationError } from '../../contract/errors.ts'
import { IMAGE_JOB } from '../../images/jobs.ts'
import type { WantedSize } from '../../images/scale-job.ts'
import { collectBytes } from '../../lib/collect-bytes.ts'
import { noFile } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import type { Attachment } from './attachment-record.ts'
import { THUMBNAILED_MAX_BYTES } from './limits.ts'
import { claimLoose } from './loose-files.ts'
import { keepOwnFile, type KeptFile, letGo } from './own-files.ts'
import { type PictureTools, scalePicture } from './read-picture.ts'
import { isScaled, THUMBNAIL_FORMATS } from './thumbnail-formats.ts'
import { uploadByPath } from './upload-access.ts'

const SIZES = THUMBNAIL_FORMATS.map(({ max_width: width, max_height: height }): WantedSize => {
  return { width, height, fit: 'inside', type: 'image/jpeg' }
})

/** Longest edge of a picture that stands for itself. */
const SMALL_EDGE_MAX_PX = 4_096

/** A stored picture that stands for an upload. */
type Stored = Pick<KeptFile, 'file_key' | 'bytes' | 'media_type'>

/** Whether there are smaller pictures of an upload that the caller can see, or would be once somebody asks for one. */
export async function hasThumbnails(chat: Chat, actor: Actor, pathId: string): Promise<boolean> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const attachment = await uploadByPath(db, member, pathId)
  if (!isScaled(attachment)) return false
  const [known] = await loadThumbnails(db, attachment)
  return known?.file_key !== attachment.file_key
}

/**
 * The smaller picture of an upload, made as it is first asked for. Of a kind that is never made smaller, a picture that is small stands
 * for itself. Throws `not_found` for an unknown format, for what is no picture, and for one of which none can be made.
 */
export async function openThumbnail(
  chat: Chat,
  attachment: Attachment,
  format: string,
  tools: PictureTools,
): Promise<Stored> {
  const place = THUMBNAIL_FORMATS.findIndex(({ name }) => name === format)
  const { media_type, file_key, bytes } = attachment
  const isPicture = media_type !== null && media_type.startsWith('image/')
  if (place === -1 || !isPicture || bytes > THUMBNAILED_MAX_BYTES) throw noFile()
  const isMade = isScaled(attachment)
  const known = (await loadThumbnails(reader(chat), attachment)).find(
    (one) => one.format === format,
  )
  if (known && isMade && known.file_key === file_key) throw noFile()
  if (known) return known
  const original = { media_type, file_key, bytes }
  const made = isMade ? await makeThumbnails(chat, attachment, tools) : undefined
  if (!isMade && !(await isSmall(chat, attachment, tools))) throw noFile()
  // Noted in any case, so that it is tried once.
  await record(chat, attachment, made ?? THUMBNAIL_FORMATS.map(() => original))
  if (isMade && !made) throw noFile()
  return made?.[place] ?? original
}

/** Whether an upload is a picture as small as people see whole. */
async function isSmall(
  chat: Chat,
  { file_key, bytes }: Attachment,
  { sandbox, signal }: PictureTools,
): Promise<boolean> {
  const whole = await collectBytes(await chat.files.store.read(file_key), bytes)
  const input = { bytes: whole ?? new Uint8Array(), maxEdgePx: SMALL_EDGE_MAX_PX }
  return sandbox.run(IMAGE_JOB, input, { signal }).then(
    () => true,
    (thrown: unknown) => {
      if (thrown instanceof OperationError && thrown.code === 'invalid_input') return false
      throw thrown
    },
  )
}

/** The smaller pictures of an upload that there are, if any. */
async function loadThumbnails(db: Reader, { id }: Pick<Attachment, 'id'>) {
  return db.selectFrom('chat_thumbnail').selectAll().where('attachment_id', '=', id).execute()
}

/** Stores smaller pictures of an upload; undefined where none can be made. */
async function makeThumbnails(
  chat: Chat,
  { file_key, bytes, name }: Attachment,
  tools: PictureTools,
): Promise<KeptFile[] | undefined> {
  const whole = await collectBytes(await chat.files.store.read(file_key), bytes)
  const scaled = await scalePicture(whole ?? new Uint8Array(), SIZES, tools).catch(
    (thrown: unknown) => {
      if (thrown instanceof OperationError && thrown.code === 'invalid_input') return undefined
      throw thrown
    },
  )
  if (!scaled) return undefined
  const kept: KeptFile[] = []
  for (const { bytes: content, type } of scaled.pictures) {
    kept.push(await keepOwnFile(chat, content, { path: '', name, media_type: type }))
  }
  return kept
}

/** Notes what stands for an upload, unless that is gone or another call was first. */
async function record(
  chat: Chat,
  { id, file_key: original }: Attachment,
  pictures: readonly Stored[],
): Promise<void> {
  await writeChat(chat, async ({ tx }) => {
    const isThere = tx.selectFrom('chat_attachment').select('id').where('id', '=', id)
    const [first] = await loadThumbnails(tx, { id })
    const isWanted = !first && (await isThere.executeTakeFirst()) !== undefined
    for (const [place, { file_key, bytes, media_type }] of pictures.entries()) {
      if (file_key !== original) await claimLoose(tx, file_key, bytes)
      const { name: format } = THUMBNAIL_FORMATS[place] ?? THUMBNAIL_FORMATS[0]
      const row = { attachment_id: id, format, file_key, bytes, media_type }
      if (isWanted) await tx.insertInto('chat_thumbnail').values(row).execute()
      else if (file_key !== original) await letGo(chat.now().getTime(), tx, [row])
    }
  })
}
