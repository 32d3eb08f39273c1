import type { IncomingFile } from '../../contract/operation.ts'
import type { WantedSize } from '../../images/scale-job.ts'
import { REALM_ICON_PATH } from '../files/file-access.ts'
import { PICTURE_MAX_BYTES } from '../files/limits.ts'
import { keepOwnFile, publish, unpublish } from '../files/own-files.ts'
import { type PictureTools, readPicture, scalePicture } from '../files/read-picture.ts'
import { makeFileKey, REALM_ID } from '../files/store-upload.ts'
import { requireActingAdministrator } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import type { Realm } from './realm-settings.ts'
import { loadRealm, storeRealm } from './store-realm.ts'

/** Pictures that stand for the organization; the last one on dark grounds. */
export const REALM_PICTURES = ['icon', 'logo', 'night_logo'] as const

/** One of the pictures that stand for the organization. */
export type RealmPicture = (typeof REALM_PICTURES)[number]

/** Icons are square; logos are shown in a bar. */
export const REALM_PICTURE_SIZES: Readonly<Record<RealmPicture, WantedSize>> = {
  icon: { width: 100, height: 100, fit: 'fill', type: 'image/png' },
  logo: { width: 800, height: 100, fit: 'inside', type: 'image/png' },
  night_logo: { width: 800, height: 100, fit: 'inside', type: 'image/png' },
}

/** Where the pictures of the organization are, and whether they were uploaded, as snapshots have it. */
export function realmPictures(chat: Chat, realm: Realm): Record<string, string> {
  const icon = pictureOf(chat, realm, 'icon')
  const [logo, night] = [pictureOf(chat, realm, 'logo'), pictureOf(chat, realm, 'night_logo')]
  return {
    realm_icon_url: icon.url,
    realm_icon_source: icon.source,
    realm_logo_url: logo.url,
    realm_logo_source: logo.source,
    realm_night_logo_url: night.url,
    realm_night_logo_source: night.source,
  }
}

/** Address of a picture of the organization, and whether it was uploaded. */
export function pictureOf(
  chat: Pick<Chat, 'url'>,
  realm: Realm,
  picture: RealmPicture,
): { url: string; source: 'U' | 'G' | 'D' } {
  const path = realm[`${picture}_path`]
  if (path !== null) return { url: `${chat.url}${path}`, source: 'U' }
  return { url: `${chat.url}${REALM_ICON_PATH}`, source: picture === 'icon' ? 'G' : 'D' }
}

/** Where a picture of the organization is on this server. */
export function realmPicturePath(picture: RealmPicture, key: string): string {
  return `/user_avatars/${REALM_ID}/realm/${picture}-${key}.png`
}

/** Shows another picture for the organization. For administrators. Throws `invalid_input` for what is none. */
export async function uploadRealmPicture(
  chat: Chat,
  actor: Actor,
  picture: RealmPicture,
  file: IncomingFile | undefined,
  tools: PictureTools,
): Promise<void> {
  await requireActingAdministrator(chat, actor)
  const bytes = await readPicture(file, PICTURE_MAX_BYTES)
  const { pictures } = await scalePicture(bytes, [REALM_PICTURE_SIZES[picture]], tools)
  const kept = await Promise.all(
    pictures.map(async ({ bytes: content, type: media_type }) => {
      const path = realmPicturePath(picture, makeFileKey())
      return keepOwnFile(chat, content, { path, name: `${picture}.png`, media_type })
    }),
  )
  await change(chat, picture, kept)
}

/** Shows the default picture again. For administrators. */
export async function removeRealmPicture(
  chat: Chat,
  actor: Actor,
  picture: RealmPicture,
): Promise<void> {
  await requireActingAdministrator(chat, actor)
  await change(chat, picture, [])
}

async function change(
  chat: Chat,
  picture: RealmPicture,
  kept: Parameters<typeof publish>[1],
): Promise<void> {
  await writeChat(chat, async ({ tx, emit }) => {
    const before = await loadRealm(tx)
    const old = before[`${picture}_path`]
    if (old !== null) await unpublish(chat, tx, old)
    await publish(tx, kept)
    const changed = { [`${picture}_path`]: kept[0]?.path ?? null }
    await storeRealm(tx, changed)
    const { url, source } = pictureOf(chat, { ...before, ...changed }, picture)
    const about = { type: 'realm', op: 'update_dict' } as const
    emit({ payload: { ...about, ...fieldsOf(picture, url, source) }, to: 'all' })
  })
}

/** What changed, under the names that clients know. */
function fieldsOf(picture: RealmPicture, url: string, source: string) {
  if (picture === 'icon') return { property: picture, data: { icon_url: url, icon_source: source } }
  if (picture === 'logo') return { property: picture, data: { logo_url: url, logo_source: source } }
  return { property: picture, data: { night_logo_url: url, night_logo_source: source } }
}
