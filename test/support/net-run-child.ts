import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChildReport, ChildTask } from './net-child.ts'

/**
 * Runs `net-child.ts` with an environment of its own.
 *
 * @yields its reports as they arrive
 */
export async function* runNetChild(
  task: ChildTask,
  env: Readonly<Record<string, string>> = {},
): AsyncGenerator<ChildReport> {
  const child = spawn(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, 'net-child.ts'), JSON.stringify(task)],
    { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    yield JSON.parse(line) as ChildReport
  }
  const code = await ended
  if (code !== 0) throw new Error(`The child ended with ${code}.`)
}
