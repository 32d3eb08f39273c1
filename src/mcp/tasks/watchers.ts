import { setTimeout as sleep } from 'node:timers/promises'
import type { Principal } from '../../contract/principal.ts'
import type { Log } from '../../lib/log.ts'
import type { McpTaskTable } from '../../store/tables/task-tables.ts'
import type { WorkOf } from './parts.ts'
import { type TaskStore, versionOf } from './task-store.ts'
import type { WireTask } from './wire.ts'

/** Somebody who follows tasks. */
export interface Watching {
  principal: Principal
  notify(task: WireTask): void
  workOf: WorkOf
}

interface WatcherParts {
  store: Pick<TaskStore, 'survey'>
  intervalMs: number
  isRunning(id: string): boolean
  /** A task as it is now, taken over where its process has died. */
  get(principal: Principal, id: string, workOf: WorkOf): Promise<WireTask>
  log: Log
}

/** Tasks in one query of the store. */
const SURVEY_MAX_COUNT = 500

/**
 * Tells listeners what becomes of tasks. What this process runs is told as it happens; for the others, it looks now and then, with
 * one query for all of them.
 */
export class Watchers {
  readonly #parts: WatcherParts
  /** Listeners of each task, with the state that they were told last. */
  readonly #byTask = new Map<string, Map<Watching, string>>()
  #isLooking = false
  readonly #closing = new AbortController()

  constructor(parts: WatcherParts) {
    this.#parts = parts
  }

  /**
   * Adds a listener, who knows of the tasks in these rows that they were begun: of those that have come further, it is told at
   * once. Returns what removes it.
   */
  add(watching: Watching, rows: readonly McpTaskTable[]): () => void {
    for (const row of rows) {
      const listeners = this.#byTask.get(row.id) ?? new Map<Watching, string>()
      const isBegun = row.status === 'working'
      this.#byTask.set(row.id, listeners.set(watching, isBegun ? versionOf(row) : ''))
      if (!isBegun) void this.#notify(row.id, watching)
    }
    void this.#look()
    return () => {
      for (const [id, listeners] of this.#byTask) {
        listeners.delete(watching)
        if (listeners.size === 0) this.#byTask.delete(id)
      }
    }
  }

  /** A task has changed by what this process did. */
  changed(id: string): void {
    for (const watching of this.#byTask.get(id)?.keys() ?? []) void this.#notify(id, watching)
  }

  close(): void {
    this.#closing.abort()
    this.#byTask.clear()
  }

  async #notify(id: string, watching: Watching): Promise<void> {
    try {
      const task = await this.#parts.get(watching.principal, id, watching.workOf)
      const version = `${task.status} ${Date.parse(task.lastUpdatedAt)}`
      const listeners = this.#byTask.get(id)
      const known = listeners?.get(watching)
      if (known === undefined || known === version) return
      listeners?.set(watching, version)
      watching.notify(task)
    } catch (err) {
      this.#parts.log.info({ err }, 'a task could not be told of')
    }
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const { signal } = this.#closing
    try {
      while (this.#byTask.size > 0 && !signal.aborted) {
        await this.#lookOnce().catch((err: unknown) => {
          this.#parts.log.info({ err }, 'tasks could not be looked at')
        })
        await sleep(this.#parts.intervalMs, undefined, { signal, ref: false }).catch(() => {})
      }
    } finally {
      this.#isLooking = false
    }
  }

  async #lookOnce(): Promise<void> {
    const ids = [...this.#byTask.keys()].filter((id) => !this.#parts.isRunning(id))
    for (let start = 0; start < ids.length; start += SURVEY_MAX_COUNT) {
      const part = ids.slice(start, start + SURVEY_MAX_COUNT)
      for (const { id, version, isAbandoned } of await this.#parts.store.survey(part)) {
        for (const [watching, known] of this.#byTask.get(id) ?? []) {
          if (known !== version || isAbandoned) await this.#notify(id, watching)
        }
      }
    }
  }
}
