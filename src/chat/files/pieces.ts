import { badRequest } from '../kernel/failures.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { RESUMABLE_PIECES_MAX_COUNT } from './limits.ts'
import { dropFile, markGoing } from './loose-files.ts'
import { MIB, ORGANIZATION_ID } from './quota.ts'
import { makeFileKey } from './store-upload.ts'

/** An upload sent at once is kept in pieces of about this size: no more is lost where a process dies. */
const PIECE_BYTES = 8 * MIB

/** Bytes of an upload that have arrived in pieces. */
export async function countPieceBytes(db: Reader, uploadId: string): Promise<number> {
  return (await listPieces(db, uploadId)).reduce((sum, { bytes }) => sum + bytes, 0)
}

/**
 * Keeps bytes of an upload as pieces, whichever process they reach, and returns where the next ones begin; undefined where another
 * process has taken a piece that begins there: it counts, and these are dropped. What arrived before the sender broke off stays.
 */
export async function appendPieces(
  chat: Chat,
  uploadId: string,
  offset: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number | undefined> {
  const source = bytes[Symbol.asyncIterator]()
  let start = offset
  for (let isOver = false; !isOver;) {
    const piece = { uploadId, start, key: makeFileKey() }
    if (!(await noteFile(chat, piece))) return undefined
    let end: number | undefined
    try {
      isOver = await receivePiece(chat, piece.key, source)
    } finally {
      end = await keepArrived(chat, piece)
    }
    if (end === undefined) return undefined
    start = end
  }
  return start
}

/** Makes one file of the pieces of an upload, under its id. */
export async function joinPieces(chat: Chat, uploadId: string): Promise<void> {
  const pieces = await listPieces(reader(chat), uploadId)
  const keys = pieces.map(({ file_key }) => file_key)
  if (keys.length > 0) await chat.files.store.join?.(uploadId, keys)
}

/** Forgets the pieces of an upload; returns the keys of their files, which are to be removed after the unit of work. */
export async function forgetPieces(tx: Tx, uploadId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('chat_upload_piece')
    .where('upload_id', '=', uploadId)
    .returning('file_key')
    .execute()
  const keys = rows.map(({ file_key }) => file_key)
  await markGoing(tx, keys)
  return keys
}

interface Piece {
  uploadId: string
  start: number
  key: string
}

/** Notes the file of a piece before it is there, so that the sweep finds it. */
async function noteFile(chat: Chat, { uploadId, start, key }: Piece): Promise<boolean> {
  return writeChat(chat, async ({ tx }) => {
    if (!(await isNext(tx, uploadId, start))) return false
    const since = chat.now().getTime()
    // Space is reserved for the upload as a whole.
    const row = { file_key: key, since, payer_id: ORGANIZATION_ID, bytes: 0 }
    await tx
      .insertInto('chat_loose_file')
      .values({ ...row, state: 'arriving' })
      .execute()
    return true
  })
}

/** Whether a piece may begin there; throws `invalid_input` where there are too many. */
async function isNext(tx: Tx, uploadId: string, start: number): Promise<boolean> {
  const pieces = await listPieces(tx, uploadId)
  if (pieces.length >= RESUMABLE_PIECES_MAX_COUNT) {
    throw badRequest('The upload came in too many pieces.')
  }
  const last = pieces.at(-1)
  return start === (last ? last.start + last.bytes : 0)
}

/** Receives one piece; returns whether the sender has nothing more. */
async function receivePiece(
  chat: Chat,
  key: string,
  source: AsyncIterator<Uint8Array>,
): Promise<boolean> {
  let isOver = false
  const pieces: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]() {
      let taken = 0
      return {
        async next() {
          if (taken >= PIECE_BYTES) return { done: true, value: undefined }
          const next = await source.next()
          if (next.done) isOver = true
          else taken += next.value.byteLength
          return next
        },
      }
    },
  }
  await chat.files.incoming.append(key, 0, pieces)
  return isOver
}

/** Makes what has arrived the next piece, and returns where it ends; undefined where another piece begins there. */
async function keepArrived(chat: Chat, piece: Piece): Promise<number | undefined> {
  const { incoming, store } = chat.files
  const { key, start } = piece
  const bytes = (await incoming.size(key)) ?? 0
  if (bytes > 0) {
    await store.keep(key, incoming.path(key))
    if (await keepPiece(chat, { ...piece, bytes })) return start + bytes
  }
  await dropFile(chat, key)
  return bytes === 0 ? start : undefined
}

/** Makes a file the next piece, unless another has become that meanwhile. */
async function keepPiece(
  chat: Chat,
  { uploadId, start, key, bytes }: Piece & { bytes: number },
): Promise<boolean> {
  return writeChat(chat, async ({ tx }) => {
    const isOpen = await tx
      .selectFrom('chat_resumable')
      .select('id')
      .where('id', '=', uploadId)
      .where('attachment_id', 'is', null)
      .where('bytes', '>=', start + bytes)
      .executeTakeFirst()
    if (!isOpen || !(await isNext(tx, uploadId, start))) return false
    await tx
      .insertInto('chat_upload_piece')
      .values({ upload_id: uploadId, start, file_key: key, bytes })
      .execute()
    return true
  })
}

async function listPieces(db: Reader, uploadId: string) {
  return db
    .selectFrom('chat_upload_piece')
    .select(['start', 'file_key', 'bytes'])
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute()
}
