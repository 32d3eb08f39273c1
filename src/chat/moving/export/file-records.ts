import { sql } from 'kysely'
import type { Reader } from '../../kernel/rows.ts'
import { REALM_PICTURES } from '../../organization/realm-pictures.ts'
import { loadRealm } from '../../organization/store-realm.ts'
import { AVATAR_ENDINGS } from '../../users/avatar-address.ts'
import { EXPORT_REALM_ID, type ExportRow, toSeconds } from '../rows.ts'

/** Files of one kind, with what is said of them. */
export interface FileRecords {
  folder: 'uploads' | 'emoji' | 'avatars' | 'realm_icons'
  files: { key: string; bytes: number; record: ExportRow }[]
}

/** Rows of the uploads, with the messages that link to them. */
export async function readAttachmentRows(db: Reader): Promise<ExportRow[]> {
  const attachments = await db.selectFrom('chat_attachment').selectAll().orderBy('id').execute()
  const links = await db
    .selectFrom('chat_attachment_message')
    .selectAll()
    .orderBy('message_id')
    .execute()
  const linksOf = Map.groupBy(links, ({ attachment_id }) => attachment_id)
  return attachments.map((one) => ({
    id: one.id,
    realm: EXPORT_REALM_ID,
    owner: one.owner_id,
    file_name: one.name,
    path_id: one.path_id,
    size: one.bytes,
    content_type: one.media_type,
    create_time: toSeconds(one.created_at),
    is_realm_public: false,
    is_web_public: false,
    messages: (linksOf.get(one.id) ?? []).map(({ message_id }) => message_id),
    scheduled_messages: [],
  }))
}

/** Files of the chat, by the folder of the export that they are in. */
export async function readFileRecords(db: Reader): Promise<FileRecords[]> {
  const uploads = await db
    .selectFrom('chat_attachment')
    .innerJoin('chat_user', 'chat_user.id', 'owner_id')
    .selectAll('chat_attachment')
    .select('email')
    .orderBy('chat_attachment.id')
    .execute()
  const emoji = await db
    .selectFrom('chat_emoji')
    .innerJoin('chat_public_file', 'chat_public_file.path', 'chat_emoji.path')
    .select([
      'chat_emoji.id',
      'chat_emoji.name',
      'author_id',
      'chat_emoji.path',
      'file_key',
      'media_type',
      'bytes',
    ])
    .orderBy('chat_emoji.id')
    .execute()
  return [
    {
      folder: 'uploads',
      files: uploads.map((one) => ({
        key: one.file_key,
        bytes: one.bytes,
        record: {
          realm_id: EXPORT_REALM_ID,
          user_profile_id: one.owner_id,
          user_profile_email: one.email,
          s3_path: one.path_id,
          path: one.path_id,
          size: one.bytes,
          last_modified: toSeconds(one.created_at),
          content_type: one.media_type,
        },
      })),
    },
    {
      folder: 'emoji',
      files: emoji.map((one) => {
        const file_name = one.path.split('/').at(-1) ?? ''
        const path = `${EXPORT_REALM_ID}/emoji/images/${file_name}`
        return {
          key: one.file_key,
          bytes: one.bytes,
          record: {
            realm_id: EXPORT_REALM_ID,
            author: one.author_id,
            name: one.name,
            file_name,
            s3_path: path,
            path,
            size: one.bytes,
            content_type: one.media_type,
            deactivated: false,
          },
        }
      }),
    },
    {
      folder: 'avatars',
      files: [
        ...(await avatarFiles(db, 'small', '.png')),
        // The format has the picture as it was uploaded: the larger one that is kept stands for it.
        ...(await avatarFiles(db, 'medium', '.original')),
      ],
    },
    { folder: 'realm_icons', files: await realmPictureFiles(db) },
  ]
}

/** Pictures that people and bots have uploaded, in one of their sizes. */
async function avatarFiles(
  db: Reader,
  size: keyof typeof AVATAR_ENDINGS,
  ending: string,
): Promise<FileRecords['files']> {
  const rows = await db
    .selectFrom('chat_user')
    .innerJoin('chat_public_file', (join) =>
      join.on(
        'chat_public_file.path',
        '=',
        sql<string>`chat_user.avatar_path || ${AVATAR_ENDINGS[size]}`,
      ),
    )
    .select(['chat_user.id', 'email', 'avatar_path', 'avatar_version'])
    .select(['file_key', 'media_type', 'bytes'])
    .orderBy('chat_user.id')
    .execute()
  return rows.map((one) => {
    const path = `${EXPORT_REALM_ID}/${one.avatar_path?.split('/').at(-1) ?? ''}${ending}`
    return {
      key: one.file_key,
      bytes: one.bytes,
      record: {
        realm_id: EXPORT_REALM_ID,
        user_profile_id: one.id,
        user_profile_email: one.email,
        avatar_version: one.avatar_version,
        s3_path: path,
        path,
        size: one.bytes,
        content_type: one.media_type,
      },
    }
  })
}

/** Icon and logos of the organization; each is also what was uploaded. */
async function realmPictureFiles(db: Reader): Promise<FileRecords['files']> {
  const realm = await loadRealm(db)
  const files: FileRecords['files'] = []
  for (const picture of REALM_PICTURES) {
    const stored = await db
      .selectFrom('chat_public_file')
      .select(['file_key', 'media_type', 'bytes'])
      .where('path', '=', realm[`${picture}_path`])
      .executeTakeFirst()
    if (!stored) continue
    const { file_key: key, bytes, media_type: content_type } = stored
    for (const ending of ['.png', '.original']) {
      const path = `${EXPORT_REALM_ID}/realm/${picture}${ending}`
      const record = { realm_id: EXPORT_REALM_ID, s3_path: path, path, size: bytes, content_type }
      files.push({ key, bytes, record })
    }
  }
  return files
}
