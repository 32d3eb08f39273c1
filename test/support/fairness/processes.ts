import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cleanEnv } from '../bellhop.ts'
import type { HostileTask, Report } from './clients-child.ts'
import type { GoodTask } from './good.ts'
import { cpuMs, isAlive, pidOf } from './watch.ts'

const ORIGIN = fileURLToPath(new URL('origin-child.ts', import.meta.url))
const CLIENTS = fileURLToPath(new URL('clients-child.ts', import.meta.url))

/** How long callers may take to come to an end when they are told to. */
const STOP_MAX_MS = 15_000

/** A web server of the scenario, in a process of its own. */
export interface Origin extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** CPU time so far. */
  cpuMs(): number
}

/** Starts the part of the web with good or with hostile pages, when those are made whose paths begin so. */
export async function startOrigin(
  kind: 'good' | 'hostile',
  prefixes: readonly string[] = [],
): Promise<Origin> {
  const child = fork(ORIGIN, [kind, ...prefixes], { env: cleanEnv() })
  const [url] = (await once(child, 'message')) as [string]
  return { url, cpuMs: () => cpuMs(pidOf(child)), [Symbol.asyncDispose]: async () => end(child) }
}

/** Callers that are at work. */
export interface Clients extends AsyncDisposable {
  report: Promise<Report>
  /** Ends an attack; the report follows. */
  stop(): Promise<Report>
}

/** Starts callers in a process of their own. */
export function startClients(task: GoodTask | HostileTask): Clients {
  const child = fork(CLIENTS, { env: cleanEnv() })
  const report = new Promise<Report>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Report))
    child.once('exit', (code, signal) =>
      reject(new Error(`The callers ended early: ${code ?? signal}.`)),
    )
  })
  // Whoever waits for it is told; nobody has to.
  report.catch(() => {})
  child.send(task)
  return {
    report,
    async stop() {
      if (child.connected) child.send('stop')
      const late = AbortSignal.timeout(STOP_MAX_MS)
      const { promise: never, reject } = Promise.withResolvers<Report>()
      late.addEventListener('abort', () => reject(new Error('The callers did not stop.')))
      return Promise.race([report, never])
    },
    [Symbol.asyncDispose]: async () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
