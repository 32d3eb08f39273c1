import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Chat } from '../../src/chat/kernel/types.ts'
import { authorization } from './chat-uploads.ts'
import type { Answer, ChatWorld, Person } from './chat-world.ts'

/** A multipart body with one file of so many bytes. */
export function writeForm(name: string, bytes: number): Buffer {
  const head = `--x\r\ncontent-disposition: form-data; name="f"; filename="${name}"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 7), Buffer.from('\r\n--x--\r\n')])
}

/** Uploads a file of so many bytes, its length announced as HTTP clients do, unless it is not to be. */
export async function sendBytes(
  world: ChatWorld,
  person: Person,
  bytes: number,
  { isAnnounced = true }: { isAnnounced?: boolean } = {},
): Promise<Answer> {
  const form = writeForm('a.bin', bytes)
  const headers: Record<string, string> = {
    ...authorization(person),
    'content-type': 'multipart/form-data; boundary=x',
    ...(isAnnounced ? { 'content-length': String(form.byteLength) } : {}),
  }
  const body = isAnnounced ? new Uint8Array(form) : new Blob([new Uint8Array(form)]).stream()
  const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' }
  const response = await world.request('/user_uploads', init)
  const answer = (await response.json()) as Answer
  return { ...answer, status: response.status, retryAfter: response.headers.get('retry-after') }
}

/** Begins a resumable upload of so many bytes, with the first of them. */
export async function announce(
  world: ChatWorld,
  person: Person,
  bytes: number,
  first = '',
): Promise<Response> {
  return world.request('/tus', {
    method: 'POST',
    headers: {
      ...authorization(person),
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      ...(first === '' ? {} : { 'content-type': 'application/offset+octet-stream' }),
    },
    ...(first === '' ? {} : { body: first }),
  })
}

/** Sizes of all files below a folder, by name. */
export function sizesIn(folder: string): ReadonlyMap<string, number> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    // What servers on one Postgres say of the folder is no upload.
    .filter((entry) => entry.isFile() && entry.name !== 'place')
    .map(({ parentPath, name }) => [name, statSync(join(parentPath, name)).size] as const)
  return new Map(files)
}

/** What the tables say of the space of uploads. */
export async function readSpace({ store }: Pick<Chat, 'store'>): Promise<{
  /** Counted bytes of uploads, by who pays. */
  counted: ReadonlyMap<number, number>
  /** Bytes of uploads as they are recorded, by who pays. */
  recorded: ReadonlyMap<number, number>
  /** Files that are referred to, with their sizes. */
  files: ReadonlyMap<string, number>
  /** Reserved bytes, by file. */
  reserved: ReadonlyMap<string, number>
}> {
  const { db } = store
  const attachments = await db
    .selectFrom('chat_attachment')
    .innerJoin('chat_user', 'chat_user.id', 'owner_id')
    .select(['file_key', 'bytes', 'chat_user.id', 'bot_owner_id'])
    .execute()
  const images = await db.selectFrom('chat_public_file').select(['file_key', 'bytes']).execute()
  const recorded = new Map<number, number>()
  const files = new Map<string, number>()
  const rows = [
    ...attachments.map(({ id, bot_owner_id, ...row }) => ({ ...row, payer: bot_owner_id ?? id })),
    ...images.map((row) => ({ ...row, payer: 0 })),
  ]
  for (const { payer, file_key, bytes } of rows) {
    recorded.set(payer, (recorded.get(payer) ?? 0) + bytes)
    files.set(file_key, bytes)
  }
  const spaces = await db.selectFrom('chat_upload_space').selectAll().execute()
  const loose = await db.selectFrom('chat_loose_file').selectAll().execute()
  return {
    counted: new Map(
      spaces.filter(({ bytes }) => bytes !== 0).map((row) => [row.payer_id, row.bytes]),
    ),
    recorded: new Map([...recorded].filter(([, bytes]) => bytes !== 0)),
    files,
    reserved: new Map(loose.map(({ file_key, bytes }) => [file_key, bytes])),
  }
}
