import type { Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import type { ImportState } from './import/progress.ts'

/** Imports and exports that are told of, the newest. */
const TOLD_MAX_COUNT = 20

/** How far an export has come that is being written. */
export interface ExportProgress {
  id: number
  written: number
  /** 0 before it is known. */
  total: number
}

/** How far an import has come. */
export interface ImportProgress {
  /** Begins the digest of what is imported. */
  id: string
  isFinished: boolean
  /** When it last came further, in milliseconds; undefined where that was not kept. */
  atMs: number | undefined
  /** Files of messages: brought, and in all. */
  files: number
  total: number
  brought: Readonly<Record<string, number>>
  leftOut: Readonly<Record<string, number>>
}

/** Longest part of a digest that tells imports apart. */
const ID_CHARS = 12

/** How far what is moved out of a chat and into it has come. */
export async function readProgress(
  chat: Chat,
): Promise<{ exports: ExportProgress[]; imports: ImportProgress[] }> {
  const db = reader(chat)
  const exports = await db
    .selectFrom('chat_export')
    .select(['id', 'messages_written', 'messages_total'])
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  const imports = await db.selectFrom('chat_import').selectAll().execute()
  return {
    exports: exports.map(({ id, messages_written, messages_total }) => ({
      id,
      written: messages_written ?? 0,
      total: messages_total ?? 0,
    })),
    imports: imports
      .map(({ fingerprint, state }) => progressOf(fingerprint, JSON.parse(state) as ImportState))
      .toSorted((a, b) => (b.atMs ?? 0) - (a.atMs ?? 0))
      .slice(0, TOLD_MAX_COUNT),
  }
}

function progressOf(fingerprint: string, state: ImportState): ImportProgress {
  const { filesDone = 0, isFinished, brought, leftOut, files: total = 0, atMs } = state
  const files = isFinished ? total : filesDone
  return { id: fingerprint.slice(0, ID_CHARS), isFinished, atMs, files, total, brought, leftOut }
}
