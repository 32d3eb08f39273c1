import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperationError } from '../../contract/errors.ts'
import { diskFull } from '../../files/faults.ts'
import { toDisplayName } from '../files/names.ts'
import { reader } from '../kernel/unit-of-work.ts'
import {
  type ArchiveParts,
  type ArchiveProgress,
  type ArchiveReport,
  importArchive,
} from './import-archive.ts'

/** Names of files that may be archives. */
const ARCHIVE = /^(?!.*\.left-out\.jsonl$)[^.].*\.(?:zip|tar|tar\.gz|tgz|jsonl?)$/i

/** Archives that are listed. */
const LISTED_MAX_COUNT = 100

/** An archive that lies in the folder for imports. */
export interface ListedArchive {
  name: string
  bytes: number
}

/** The import that runs, or the last one that did since the start. */
export interface ImportJob {
  archive: string
  isTrial: boolean
  isRunning: boolean
  progress: ArchiveProgress
  report?: ArchiveReport
  /** Why it failed. */
  failure?: string
}

/** Imports archives of the folder for imports, one at a time. */
export class ImportJobs {
  readonly #parts: Omit<ArchiveParts, 'path' | 'isTrial' | 'onProgress'>
  job: ImportJob | undefined

  constructor(parts: Omit<ArchiveParts, 'path' | 'isTrial' | 'onProgress'>) {
    this.#parts = parts
  }

  /** Archives that may be imported, by name. */
  async list(): Promise<ListedArchive[]> {
    const { folder } = this.#parts
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const names = entries.filter((one) => one.isFile() && ARCHIVE.test(one.name))
    const found: ListedArchive[] = []
    for (const { name } of names.slice(0, LISTED_MAX_COUNT)) {
      found.push({ name, bytes: (await stat(join(folder, name))).size })
    }
    return found.toSorted((a, b) => a.name.localeCompare(b.name))
  }

  /** Puts an upload of an account into the folder, and returns the name that it has there. */
  async take(userId: number, pathId: string): Promise<string> {
    const { chat, folder, disk } = this.#parts
    const upload = await reader(chat)
      .selectFrom('chat_attachment')
      .selectAll()
      .where('path_id', '=', pathId)
      .where('owner_id', '=', userId)
      .executeTakeFirst()
    if (!upload) throw new OperationError('not_found', 'You have no such upload.')
    const name = toDisplayName(upload.name)
    if (!ARCHIVE.test(name)) {
      throw new OperationError('invalid_input', 'This is no archive by its name.', {
        specCode: 'BAD_REQUEST',
      })
    }
    if (!(await disk.take(upload.bytes))) throw diskFull()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const to = join(folder, name)
    const content = await chat.files.store.read(upload.file_key)
    await pipeline(content, createWriteStream(`${to}.part`, { mode: 0o600 }))
    await rename(`${to}.part`, to)
    return name
  }

  /** Begins to import an archive of the folder. Throws `invalid_input` while another import runs, `not_found` without the archive. */
  async start(archive: string, isTrial: boolean): Promise<void> {
    if (this.job?.isRunning) {
      throw new OperationError('invalid_input', 'Another import is running.', {
        specCode: 'BAD_REQUEST',
      })
    }
    const isListed = (await this.list()).some(({ name }) => name === archive)
    if (!isListed) throw new OperationError('not_found', 'There is no such archive.')
    const progress: ArchiveProgress = { step: 'unpacking', done: 0, total: 0 }
    const job: ImportJob = { archive, isTrial, isRunning: true, progress }
    this.job = job
    void this.#run(job)
  }

  async #run(job: ImportJob): Promise<void> {
    const { chat, folder } = this.#parts
    try {
      const path = join(folder, job.archive)
      const onProgress = (progress: ArchiveProgress) => {
        job.progress = progress
      }
      const { isTrial } = job
      job.report = await importArchive({ ...this.#parts, path, isTrial, onProgress })
    } catch (thrown) {
      chat.log.warn({ err: thrown }, 'an import has failed')
      const known = thrown instanceof OperationError
      job.failure = known
        ? [thrown.message, thrown.hint].filter(Boolean).join(' ')
        : 'It failed; the log says why.'
    }
    job.isRunning = false
  }
}
