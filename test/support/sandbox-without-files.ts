/** A process that may open few files: it opens all of them, and says what its jobs end with meanwhile and afterwards. */
import { closeSync, openSync } from 'node:fs'
import { pino } from 'pino'
import { OperationError } from '../../src/contract/errors.ts'
import type { Job } from '../../src/contract/sandbox.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'

const [, , entry = ''] = process.argv
const logged: unknown[] = []
const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) })
const sandbox = createSandbox({ log, entry: new URL(entry) })
const opened: number[] = []

async function run(name: string): Promise<unknown> {
  const job: Job<object, unknown> = { name }
  try {
    return await sandbox.run(job, {}, { signal: AbortSignal.timeout(60_000) })
  } catch (error) {
    if (!(error instanceof OperationError)) return String(error)
    const { code, message, hint } = error
    return { code, message, hint }
  }
}

/** Does something while no file can be opened. */
async function withoutFiles<T>(action: () => Promise<T>): Promise<T> {
  try {
    for (;;) opened.push(openSync('/dev/null', 'r'))
  } catch {
    const result = await action()
    for (const file of opened.splice(0)) closeSync(file)
    return result
  }
}

const unloaded = await withoutFiles(async () => run('echo'))
const after = await run('echo')
const unstarted = await withoutFiles(async () => {
  // What stands by ends too, with its job.
  await run('exit')
  await run('exit')
  return [await run('echo'), await run('echo')]
})
const atLast = await run('echo')
console.log(JSON.stringify({ unloaded, after, unstarted, atLast, logged }))
await sandbox.close()
