import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the folder that keeps the outputs of a test run, where it is watched (see canary-watch.ts). */
export const OUTPUTS_VARIABLE = 'BELLHOP_TEST_OUTPUTS'

/** Keeps what a process of the product has printed or answered, to be looked through at the end of the run. */
export function keepOutput(text: string): void {
  const folder = process.env[OUTPUTS_VARIABLE]
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.log`), `${text}\n`)
}

/** Whether temporary files stay until then. */
export function isWatched(): boolean {
  return process.env[OUTPUTS_VARIABLE] !== undefined
}
