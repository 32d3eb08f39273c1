import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExportRow, LEFT_OUT_FILE } from '../rows.ts'

/** Lines that are held in memory until they are written. */
const HELD_MAX_CHARS = 1024 * 1024

/** Counts what a conversion leaves out, by reason, and keeps the text of it. */
export class LeftOut {
  readonly #path: string
  readonly #counts = new Map<string, number>()
  #lines: string[] = []
  #chars = 0

  constructor(folder: string) {
    this.#path = join(folder, LEFT_OUT_FILE)
  }

  /** Counts what has no text of its own. */
  count(reason: string, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count)
  }

  async add(reason: string, place: string, row: unknown): Promise<void> {
    this.count(reason)
    const line = `${JSON.stringify({ reason, place, row })}\n`
    this.#lines.push(line)
    this.#chars += line.length
    if (this.#chars > HELD_MAX_CHARS) await this.flush()
  }

  async flush(): Promise<void> {
    await appendFile(this.#path, this.#lines.join(''), { mode: 0o600 })
    this.#lines = []
    this.#chars = 0
  }

  get table(): ExportRow[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, count }))
  }
}
