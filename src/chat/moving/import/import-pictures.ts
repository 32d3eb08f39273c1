import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Sandbox } from '../../../contract/sandbox.ts'
import { IMAGE_JOB } from '../../../images/jobs.ts'
import type { WantedSize } from '../../../images/scale-job.ts'
import { PICTURE_MAX_BYTES } from '../../files/limits.ts'
import type { KeptFile } from '../../files/own-files.ts'
import { addSpace, ORGANIZATION_ID } from '../../files/quota.ts'
import { scalePicture } from '../../files/read-picture.ts'
import { REALM_ID } from '../../files/store-upload.ts'
import type { Tx } from '../../kernel/rows.ts'
import {
  EMOJI_MAX_BYTES,
  EMOJI_MAX_EDGE_PX,
  EMOJI_NAME_MAX_CHARS,
} from '../../organization/limits.ts'
import { recordSettingsChange } from '../../organization/organization-settings.ts'
import {
  REALM_PICTURE_SIZES,
  REALM_PICTURES,
  realmPicturePath,
} from '../../organization/realm-pictures.ts'
import { storeRealm } from '../../organization/store-realm.ts'
import { AVATAR_ENDINGS, AVATARS_PATH } from '../../users/avatar-address.ts'
import { AVATAR_SIZES } from '../../users/profile/change-avatar.ts'
import type { ExportRow } from '../rows.ts'
import { keepBytes } from './keep-bytes.ts'
import { type Importing, importPrepared } from './progress.ts'
import { flagIn, idIn, textIn } from './values.ts'

type Drawing = Pick<Sandbox, 'run'>

/** Brings custom emoji: not the pictures themselves, but what is drawn of them. */
export async function importEmoji(importing: Importing, sandbox: Drawing): Promise<void> {
  const { source } = importing
  const files = new Map(
    (await source.records('emoji')).map((row) => [textIn(row, 'file_name'), textIn(row, 'path')]),
  )
  const rows = source.rows('zerver_realmemoji')
  const draw = async (row: ExportRow) => {
    const name = textIn(row, 'name')
    const path = await source.fileAt('emoji', files.get(textIn(row, 'file_name')) ?? '')
    if (path === undefined || name.length > EMOJI_NAME_MAX_CHARS) return undefined
    return /^[0-9a-z_-]+$/.test(name) ? drawEmoji(importing, sandbox, name, path) : undefined
  }
  await importPrepared(importing, 'emoji', rows, draw, async (unit, row, image) => {
    const [old, name] = [idIn(row, 'id'), textIn(row, 'name')]
    const { tx } = unit
    if (old === undefined || !image)
      return unit.leaveOut('custom emoji without a usable picture', [row])
    const taken = await tx
      .selectFrom('chat_emoji')
      .select('id')
      .where('name', '=', name)
      .where('is_deactivated', '=', 0)
      .executeTakeFirst()
    await show(tx, image)
    const added = await tx
      .insertInto('chat_emoji')
      .values({
        name,
        author_id: unit.idOf('user', idIn(row, 'author')) ?? null,
        path: image[0]?.path ?? '',
        still_path: image[1]?.path ?? null,
        is_deactivated: taken ? 1 : flagIn(row, 'deactivated'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordSettingsChange(tx)
    unit.setId('emoji', old, added.id)
    return unit.brought('custom emoji')
  })
}

async function drawEmoji(importing: Importing, sandbox: Drawing, name: string, path: string) {
  if ((await stat(path)).size > EMOJI_MAX_BYTES) return undefined
  try {
    const input = { bytes: await readFile(path), maxEdgePx: EMOJI_MAX_EDGE_PX }
    const { bytes, still, type } = await sandbox.run(IMAGE_JOB, input, {
      signal: importing.chat.closing,
    })
    const ending = type.replace('image/', '')
    const kept = [bytes, ...(still ? [still] : [])].map(async (content, index) =>
      keepPicture(importing, `emoji ${index} ${path}`, content, (key) => ({
        path: `/user_avatars/${REALM_ID}/emoji/images/${key}.${ending}`,
        name: `${name}.${ending}`,
        media_type: type,
      })),
    )
    return await Promise.all(kept)
  } catch {
    return undefined
  }
}

/** Brings the pictures of accounts that were made by this import: not the files themselves, but what is drawn of them. */
export async function importAvatars(importing: Importing, sandbox: Drawing): Promise<void> {
  const { source, ids } = importing
  const files = Map.groupBy(await source.records('avatars'), (row) => idIn(row, 'user_profile_id'))
  const owners = [...files.keys()].filter((id) => id !== undefined)
  const draw = async (owner: number) => {
    if (!ids.has(`newcomer:${owner}`)) return undefined
    const at = async (ending: RegExp) => {
      const row = files.get(owner)?.find((one) => ending.test(textIn(one, 'path')))
      return row && source.fileAt('avatars', textIn(row, 'path'))
    }
    // What was uploaded may be of a kind that cannot be drawn; what was made of it can.
    const [small, whole] = [await at(/(?<!-medium)\.png$/), await at(/\.original$/)]
    const pictures: Pictures = {
      small: await drawFirst(importing, sandbox, AVATAR_SIZES.small, [small, whole]),
      medium: await drawFirst(importing, sandbox, AVATAR_SIZES.medium, [whole, small]),
    }
    return pictures.small && pictures.medium ? keepAvatar(importing, owner, pictures) : 'unusable'
  }
  await importPrepared(importing, 'avatars', owners, draw, async (unit, owner, drawn) => {
    const id = unit.idOf('newcomer', owner)
    if (id === undefined || drawn === undefined) return undefined
    if (drawn === 'unusable') {
      // However many files it is made into, it is one picture.
      const [one] = files.get(owner) ?? []
      return unit.leaveOut('pictures of people that cannot be drawn', one ? [one] : [])
    }
    await show(unit.tx, drawn.files)
    await unit.tx
      .updateTable('chat_user')
      .set({ avatar_path: drawn.path })
      .where('id', '=', id)
      .execute()
    return unit.brought('pictures of people')
  })
}

async function keepAvatar(
  importing: Importing,
  owner: number,
  { small = new Uint8Array(), medium = new Uint8Array() }: Pictures,
): Promise<{ path: string; files: KeptFile[] }> {
  const what = { name: 'avatar.png', media_type: 'image/png' }
  const first = await keepPicture(importing, `avatar ${owner}`, small, (key) => ({
    ...what,
    path: `${AVATARS_PATH}${key}${AVATAR_ENDINGS.small}`,
  }))
  const path = first.path.slice(0, -AVATAR_ENDINGS.small.length)
  const second = await keepPicture(importing, `larger avatar ${owner}`, medium, () => ({
    ...what,
    path: `${path}${AVATAR_ENDINGS.medium}`,
  }))
  return { path, files: [first, second] }
}

/** A picture in the sizes of people, as far as it could be drawn. */
type Pictures = Partial<Record<keyof typeof AVATAR_SIZES, Uint8Array | undefined>>

/** Brings icon and logos of the organization. */
export async function importRealmPictures(importing: Importing, sandbox: Drawing): Promise<void> {
  const { source } = importing
  const records = await source.records('realm_icons')
  const draw = async (picture: (typeof REALM_PICTURES)[number]) => {
    const at = async (ending: string) => {
      const row = records.find((one) => textIn(one, 'path').endsWith(`/${picture}${ending}`))
      return row && source.fileAt('realm_icons', textIn(row, 'path'))
    }
    const candidates = [await at('.png'), await at('.original')]
    const bytes = await drawFirst(importing, sandbox, REALM_PICTURE_SIZES[picture], candidates)
    const what = { name: `${picture}.png`, media_type: 'image/png' }
    const place = (key: string) => ({ ...what, path: realmPicturePath(picture, key) })
    return bytes && keepPicture(importing, picture, bytes, place)
  }
  await importPrepared(importing, 'icons', REALM_PICTURES, draw, async (unit, picture, file) => {
    if (!file) return undefined
    await show(unit.tx, [file])
    await storeRealm(unit.tx, { [`${picture}_path`]: file.path })
    return unit.brought('pictures of the organization')
  })
}

/** The first of some files that a picture of this size can be drawn of; undefined for none. */
async function drawFirst(
  { chat }: Importing,
  sandbox: Drawing,
  size: WantedSize,
  paths: readonly (string | undefined)[],
): Promise<Uint8Array | undefined> {
  for (const path of paths) {
    if (path === undefined || (await stat(path)).size > PICTURE_MAX_BYTES) continue
    const tools = { sandbox, signal: chat.closing }
    const drawn = await scalePicture(await readFile(path), [size], tools).catch(() => undefined)
    if (drawn?.pictures[0]) return drawn.pictures[0].bytes
  }
  return undefined
}

/** Stores a picture that was drawn. */
async function keepPicture(
  importing: Importing,
  what: string,
  content: Uint8Array,
  place: (key: string) => Pick<KeptFile, 'path' | 'name' | 'media_type'>,
): Promise<KeptFile> {
  const { key } = await keepBytes(importing, what, Readable.from([content]))
  return { ...place(key), file_key: key, bytes: content.byteLength }
}

/** Shows stored pictures to everybody, and charges the organization for them. */
async function show(tx: Tx, files: readonly KeptFile[]): Promise<void> {
  for (const file of files) {
    await tx.insertInto('chat_public_file').values(file).execute()
    await addSpace(tx, ORGANIZATION_ID, file.bytes)
  }
}
