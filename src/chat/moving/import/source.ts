import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperationError } from '../../../contract/errors.ts'
import { isThere, toInnerPath } from '../../../files/archive/unpack.ts'
import { isRecord } from '../../../lib/is-record.ts'
import type { ExportRow } from '../rows.ts'
import { idIn, rowsIn } from './values.ts'

/** Largest file of rows: a text may not be longer. */
const ROWS_MAX_BYTES = 500 * 1024 * 1024

/** An export in the public server's format, in a folder of this machine. */
export interface ExportSource {
  /** Names of the tables that it has. */
  tables: ReadonlySet<string>
  /** Rows of a table; none where it is not there. */
  rows(table: string): ExportRow[]
  /** Entries of a table that are no rows. */
  otherEntries(table: string): unknown[]
  /** Names of the files of messages, in order. */
  messageFiles: readonly string[]
  readMessages(name: string): Promise<MessageFile>
  attachments(): Promise<ExportRow[]>
  /** Records about the files of a folder. */
  records(folder: string): Promise<ExportRow[]>
  /** Where a file is; undefined for one that is not there. */
  fileAt(folder: string, path: string): Promise<string | undefined>
}

/** A file of messages. */
export interface MessageFile {
  /** All entries, by their ids where they have one. */
  messages: unknown[]
  flags: ExportRow[]
  /** Reactions to its messages, where a conversion has written it: else they are in a table. */
  reactions: ExportRow[]
  /** Uploads in its messages, likewise. */
  attachments: ExportRow[]
}

/** Opens an export in a folder, or in the one folder within it. Throws `unparsable` where there is none. */
export async function openExport(folder: string): Promise<ExportSource> {
  const root = await requireRoot(folder)
  const realm = await readJson(join(root, 'realm.json'))
  const names = (await readdir(root)).filter((name) => /^messages-\d{1,9}\.json$/.test(name))
  return {
    tables: new Set(Object.keys(realm)),
    rows: (table) => rowsIn(realm[table]),
    otherEntries: (table) => entriesIn(realm[table]).filter((entry) => !isRecord(entry)),
    messageFiles: names.toSorted((a, b) => numberOf(a) - numberOf(b)),
    async readMessages(name) {
      const file = await readJson(join(root, name))
      return {
        messages: entriesIn(file['zerver_message']).toSorted((a, b) => orderOf(a) - orderOf(b)),
        flags: rowsIn(file['zerver_usermessage']),
        reactions: rowsIn(file['zerver_reaction']),
        attachments: rowsIn(file['zerver_attachment']),
      }
    },
    async attachments() {
      const path = join(root, 'attachment.json')
      return (await isThere(path)) ? rowsIn((await readJson(path))['zerver_attachment']) : []
    },
    async records(name) {
      const path = join(root, name, 'records.json')
      return (await isThere(path)) ? rowsIn(await readAnyJson(path)) : []
    },
    async fileAt(name, inner) {
      const path = toInnerPath(inner)
      if (path === undefined) return undefined
      const full = join(root, name, path)
      return (await stat(full).catch(() => undefined))?.isFile() ? full : undefined
    },
  }
}

function entriesIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** What has no id comes first. */
function orderOf(entry: unknown): number {
  return (isRecord(entry) && idIn(entry, 'id')) || 0
}

function numberOf(name: string): number {
  return Number(/\d+/.exec(name)?.[0])
}

async function requireRoot(folder: string): Promise<string> {
  if (await isThere(join(folder, 'realm.json'))) return folder
  for (const name of await readdir(folder)) {
    if (await isThere(join(folder, name, 'realm.json'))) return join(folder, name)
  }
  throw new OperationError('unparsable', 'There is no export of a chat: realm.json is missing.', {
    hint: 'Name the .tar.gz of an export of the public server or of Bellhop, or the .zip of a Slack export.',
  })
}

/** Reads a JSON file of any shape. Throws `unparsable` and `too_large`. */
export async function readAnyJson(path: string): Promise<unknown> {
  if ((await stat(path)).size > ROWS_MAX_BYTES) {
    throw new OperationError('too_large', 'A file of the export is larger than 500 MiB.')
  }
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown
  } catch (thrown) {
    const name = path.split(/[/\\]/).at(-1)
    throw new OperationError('unparsable', `${name} is no JSON.`, { cause: thrown })
  }
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  const content = await readAnyJson(path)
  return isRecord(content) ? content : {}
}
