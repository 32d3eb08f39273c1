import type { Tx } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import type { LeftOutFile } from './left-out-file.ts'
import type { ExportSource } from './source.ts'

/** The id that a message of the export has here; undefined for one that is not in it: another message may have that id here. */
export function messageIdOf(
  { firstId, lastId, offset }: ImportState,
  old: number | undefined,
): number | undefined {
  const isOfExport = old !== undefined && old >= firstId && old + offset <= lastId
  return isOfExport ? old + offset : undefined
}

/** Kinds of records that get ids, and are named by others. */
export type ImportedKind =
  | 'user'
  /** Accounts that were not here before the import. */
  | 'newcomer'
  | 'group'
  | 'channel'
  | 'folder'
  | 'field'
  | 'emoji'
  | 'attachment'

/** How far an import has come. Stored in the same units of work as what it brings. */
export interface ImportState {
  /** Steps that are done, and how many rows of the running one. */
  done: Record<string, number>
  /** Number added to ids of messages: 0 in a new chat, so that links to them go on leading there. */
  offset: number
  /** Id of the oldest message that comes, as the export has it. */
  firstId: number
  /** Id of the newest message that comes. */
  lastId: number
  /** Number of records brought, by kind. */
  brought: Record<string, number>
  /** Number of records left out, by the reason. */
  leftOut: Record<string, number>
  /** Messages that the archive has: as many as were brought and left out. */
  messagesFound: number
  messagesLeftOut: number
  /** The highest id of a message that was handled, as the export has it, and when the last one was sent. */
  reachedId: number
  reachedMs: number
  /** Length of the file with all that was left out, as far as it counts. */
  leftOutBytes: number
  isFinished: boolean
  /** Files of messages that are brought; absent in imports that began before this was kept. */
  filesDone?: number
  /** Files of messages that the export has; absent in imports that began before this was kept. */
  files?: number
  /** When it last came further, in milliseconds. */
  atMs?: number
}

/** A running import. */
export interface Importing {
  chat: Chat
  source: ExportSource
  fingerprint: string
  leftOutFile: LeftOutFile | undefined
  state: ImportState
  /** Ids that were given so far, by `kind:old id`. */
  ids: Map<string, number>
}

/** One unit of work of an import. */
export interface ImportUnit {
  tx: Tx
  state: ImportState
  /** The id that a record has here; undefined where it was left out. */
  idOf(kind: ImportedKind, old: number | string | undefined): number | undefined
  setId(kind: ImportedKind, old: number | string, id: number): void
  /** Counts records that were brought. */
  brought(what: string, count?: number): void
  /** Counts records that were left out, and keeps them in a file. */
  leaveOut(why: string, rows: readonly unknown[]): void
}

/** Takes up an import where it stopped, or begins it. */
export async function openImport(
  chat: Chat,
  source: ExportSource,
  fingerprint: string,
  leftOutFile?: LeftOutFile,
): Promise<Importing> {
  const db = reader(chat)
  const known = await db
    .selectFrom('chat_import')
    .select('state')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('chat_import_id')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .execute()
  const fresh: ImportState = {
    done: {},
    offset: 0,
    firstId: 0,
    lastId: 0,
    brought: {},
    leftOut: {},
    messagesFound: 0,
    messagesLeftOut: 0,
    reachedId: 0,
    reachedMs: 0,
    leftOutBytes: 0,
    isFinished: false,
  }
  return {
    chat,
    source,
    fingerprint,
    leftOutFile,
    state: known ? { ...fresh, ...(JSON.parse(known.state) as ImportState) } : fresh,
    ids: new Map(rows.map(({ kind, old_id, new_id }) => [`${kind}:${old_id}`, new_id])),
  }
}

/** Ids in one statement. */
const INSERT_MAX_ROWS = 500

/** Runs a unit of work of an import, with which its progress becomes durable. */
export async function importUnit(
  importing: Importing,
  work: (unit: ImportUnit) => Promise<void>,
): Promise<void> {
  const { chat, fingerprint, ids, leftOutFile } = importing
  const [state, added] = await writeChat(chat, async ({ tx }) => {
    const given = new Map<string, number>()
    const draft = {
      ...structuredClone(importing.state),
      files: importing.source.messageFiles.length,
      atMs: chat.now().getTime(),
    }
    const lines: string[] = []
    await work({
      tx,
      state: draft,
      idOf: (kind, old) => given.get(`${kind}:${old}`) ?? ids.get(`${kind}:${old}`),
      setId: (kind, old, id) => void given.set(`${kind}:${old}`, id),
      brought: (what, count = 1) => addCount(draft.brought, what, count),
      leaveOut(reason, left) {
        addCount(draft.leftOut, reason, left.length)
        for (const row of left) lines.push(`${JSON.stringify({ reason, row })}\n`)
      },
    })
    if (leftOutFile && lines.length > 0) {
      // Before the commit, so that nothing counted is missing; a unit that runs again writes over it.
      draft.leftOutBytes = await leftOutFile.write(draft.leftOutBytes, lines)
    }
    const rows = [...given].map(([key, new_id]) => {
      const [, kind = '', old_id = ''] = /^(\w+):(.*)$/s.exec(key) ?? []
      return { fingerprint, kind, old_id, new_id }
    })
    for (let start = 0; start < rows.length; start += INSERT_MAX_ROWS) {
      const part = rows.slice(start, start + INSERT_MAX_ROWS)
      await tx.insertInto('chat_import_id').values(part).execute()
    }
    await saveState(tx, fingerprint, draft)
    return [draft, given] as const
  })
  importing.state = state
  for (const [key, id] of added) ids.set(key, id)
}

/** Adds to a count by its name; nothing where there is nothing. */
export function addCount(counts: Record<string, number>, name: string, count: number): void {
  if (count > 0) counts[name] = (counts[name] ?? 0) + count
}

async function saveState(tx: Tx, fingerprint: string, state: ImportState): Promise<void> {
  const text = JSON.stringify(state)
  await tx
    .insertInto('chat_import')
    .values({ fingerprint, state: text })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ state: text }))
    .execute()
}

/** Rows of a table in one unit of work, so that other writes do not wait long. */
const UNIT_MAX_ROWS = 200

/** Brings rows of a table one after another, in units of work, from where an earlier run stopped. */
export async function importRows<Row>(
  importing: Importing,
  step: string,
  rows: readonly Row[],
  bring: (unit: ImportUnit, row: Row) => Promise<void>,
): Promise<void> {
  await importPrepared(importing, step, rows, async () => undefined, bring)
}

/** Brings rows of a table in units of work, after preparing each row outside of them, where other writes need not wait for it. */
export async function importPrepared<Row, Prepared>(
  importing: Importing,
  step: string,
  rows: readonly Row[],
  prepare: (row: Row) => Promise<Prepared>,
  bring: (unit: ImportUnit, row: Row, prepared: Prepared) => Promise<void>,
): Promise<void> {
  for (let start = importing.state.done[step] ?? 0; start < rows.length; start += UNIT_MAX_ROWS) {
    const part: [Row, Prepared][] = []
    for (const row of rows.slice(start, start + UNIT_MAX_ROWS)) part.push([row, await prepare(row)])
    await importUnit(importing, async (unit) => {
      for (const [row, prepared] of part) await bring(unit, row, prepared)
      unit.state.done[step] = start + part.length
    })
  }
}
