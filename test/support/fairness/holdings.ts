import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openStoreOf } from '../database.ts'
import { openFiles } from './watch.ts'

/** What a server holds, and must not hold more and more of. */
export interface Holdings {
  openFiles: number
  sessions: number
  queueRows: number
  /** Database and uploads. */
  storeMib: number
  /** Files in the temporary folder of the server. */
  tempFiles: number
}

/** Counts what a server holds; `fetchMetrics` returns what `/metrics` says. */
export async function countHoldings(
  { pid, data, temp }: { pid: number; data: string; temp: string },
  fetchMetrics: () => Promise<string>,
): Promise<Holdings> {
  const metrics = await fetchMetrics()
  const store = await openStoreOf(data)
  try {
    const { rows } = await store.db
      .selectFrom('chat_queue')
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    return {
      openFiles: openFiles(pid),
      sessions: Number(/^bellhop_mcp_sessions (\d+)/m.exec(metrics)?.[1] ?? Number.NaN),
      queueRows: Number(rows),
      storeMib: filesIn(data).reduce((sum, path) => sum + sizeOf(path), 0) / 2 ** 20,
      tempFiles: filesIn(temp).length,
    }
  } finally {
    await store.close()
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
