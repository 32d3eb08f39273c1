import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { FillReport } from './store-child.ts'

const CHILD = fileURLToPath(new URL('store-child.ts', import.meta.url))

/** A process that works on a shared store, with everything it has printed so far. */
export interface StoreProcess {
  process: ChildProcessByStdio<null, Readable, Readable>
  stdout(): string
  stderr(): string
  /** Resolves when the process is gone and its output is complete. */
  ended: Promise<void>
}

/** Starts `store-child.ts` with the given arguments. */
export function startStoreProcess(...childArguments: readonly string[]): StoreProcess {
  const child = spawn(process.execPath, [CHILD, ...childArguments], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: once(child, 'close').then(() => undefined),
  }
}

/** Lets `writers` processes write rows for the same time; resolves to what each of them reports. */
export async function fillFromProcesses(
  location: string,
  writers: readonly string[],
  durationMs: number,
): Promise<FillReport[]> {
  return Promise.all(
    writers.map(async (writer) => {
      const child = startStoreProcess('fill', location, writer, String(durationMs))
      await child.ended
      if (child.stderr()) throw new Error(`A writing process complained:\n${child.stderr()}`)
      return JSON.parse(child.stdout()) as FillReport
    }),
  )
}

/**
 * Lets a process write until it is killed in the middle of it, after at least `enoughRows`
 * acknowledged rows and a random moment more; resolves to the rows it acknowledged.
 */
export async function writeUntilKilled(
  location: string,
  writer: string,
  enoughRows: number,
): Promise<number[]> {
  const child = startStoreProcess('acknowledge', location, writer)
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  child.process.stdout.on('data', () => {
    if (child.stdout().split('\n').length > enoughRows) resolve()
  })
  await Promise.race([enough, child.ended])
  setTimeout(() => child.process.kill('SIGKILL'), Math.random() * 30)
  await child.ended
  if (child.process.signalCode !== 'SIGKILL') {
    throw new Error(`The writing process ended by itself:\n${child.stderr()}`)
  }
  return child.stdout().split('\n').filter(Boolean).map(Number)
}
