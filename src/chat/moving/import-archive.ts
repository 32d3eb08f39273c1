import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperationError } from '../../contract/errors.ts'
import type { Sandbox } from '../../contract/sandbox.ts'
import { isThere, unpackArchive } from '../../files/archive/unpack.ts'
import type { DiskSpace } from '../../lib/disk-space.ts'
import type { Store } from '../../store/port.ts'
import type { Chat } from '../kernel/types.ts'
import { convertArchive } from './convert/convert-archive.ts'
import { linkFile } from './convert/message-writer.ts'
import { importChat, type ImportReport } from './import/import-chat.ts'
import { isBulkFile } from './mattermost/bulk-files.ts'
import { type RecognizedArchive, recognizeArchive } from './recognize.ts'
import { LEFT_OUT_FILE } from './rows.ts'
import { openTrialChat } from './trial-chat.ts'

/** How far an import has come: what is done, and how many of how many rows or files; 0 before it is known. */
export interface ArchiveProgress {
  step: 'unpacking' | 'converting' | 'importing'
  done: number
  total: number
}

/** What an import of an archive needs. */
export interface ArchiveParts {
  chat: Chat
  sandbox: Pick<Sandbox, 'run'>
  /** The archive, or a folder with one that is unpacked. */
  path: string
  /** Where the archive is unpacked, and what was left out is kept. */
  folder: string
  disk: DiskSpace
  /** Opens a new database at a path. */
  openStore(path: string): Promise<Store>
  /** Whether only to see what an import would do. */
  isTrial: boolean
  onProgress?(progress: ArchiveProgress): void
}

/** What an import has done, or would do. */
export interface ArchiveReport extends ImportReport {
  /** Name of what the archive is of. */
  source: string
  /** The file with all that was left out; undefined where nothing was. */
  leftOutPath: string | undefined
}

/**
 * Imports an archive of any format that is read here. Stopped at any time, the next call goes on. A trial is an import into a copy
 * of this chat, which is thrown away. Throws `unsupported_content` for what is no such archive.
 */
export async function importArchive(parts: ArchiveParts): Promise<ArchiveReport> {
  const { path, folder, disk, isTrial, onProgress = () => {} } = parts
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new OperationError('not_found', 'There is no such file.')
  const isFolder = found.isDirectory()
  const fingerprint = await digestOf(isFolder ? (await recognizeArchive(path)).mainFile : path)
  const staging = join(folder, isTrial ? `${fingerprint}.trial` : fingerprint)
  if (isTrial) await rm(staging, { recursive: true, force: true })
  const unpacked = isFolder ? path : join(staging, 'unpacked')
  onProgress({ step: 'unpacking', done: 0, total: 0 })
  try {
    if (!isFolder) {
      // The lines of a bulk export may come without an archive around them.
      if (await isBulkFile(path)) await linkFile(path, join(unpacked, 'import.jsonl'))
      else {
        await unpackArchive(path, unpacked, disk, (done) =>
          onProgress({ step: 'unpacking', done, total: 0 }),
        )
      }
    }
    const recognized = await recognizeArchive(unpacked)
    const report = await importRecognized(parts, recognized, staging, fingerprint)
    await rm(staging, { recursive: true, force: true })
    return report
  } catch (thrown) {
    // What cannot be imported, and what was tried, need not stay for a further run.
    if (isTrial || (thrown instanceof OperationError && thrown.code === 'unsupported_content')) {
      await rm(staging, { recursive: true, force: true })
    }
    throw thrown
  }
}

async function importRecognized(
  parts: ArchiveParts,
  { format, root }: RecognizedArchive,
  staging: string,
  fingerprint: string,
): Promise<ArchiveReport> {
  const { chat, sandbox, isTrial, onProgress = () => {} } = parts
  const converted = join(staging, 'converted')
  const folder = format
    ? await convertArchive(format, root, converted, (total, done) =>
        onProgress({ step: 'converting', done, total }),
      )
    : root
  const leftOutPath = `${staging}.${LEFT_OUT_FILE}`
  const begunPath = join(parts.folder, `${fingerprint}.${LEFT_OUT_FILE}`)
  // A trial of an import that has begun goes on with its file too.
  if (isTrial && (await isThere(begunPath))) await copyFile(begunPath, leftOutPath)
  const run = async (to: Chat) =>
    importChat({
      chat: to,
      sandbox,
      folder,
      fingerprint,
      leftOutPath,
      onProgress: (done, total) => onProgress({ step: 'importing', done, total }),
    })
  const report = isTrial
    ? await onTrial(parts, join(staging, 'trial.sqlite'), run)
    : await run(chat)
  const isAnyLeftOut = ((await stat(leftOutPath).catch(() => undefined))?.size ?? 0) > 0
  if (!isAnyLeftOut) await rm(leftOutPath, { force: true })
  return {
    ...report,
    source: format?.name ?? 'the public server or Bellhop',
    leftOutPath: isAnyLeftOut ? leftOutPath : undefined,
  }
}

async function onTrial(
  { chat, openStore }: ArchiveParts,
  path: string,
  run: (chat: Chat) => Promise<ImportReport>,
): Promise<ImportReport> {
  const store = await openStore(path)
  try {
    return await run(await openTrialChat(chat, store))
  } finally {
    await store.close()
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
