import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CLI, cleanEnv } from './bellhop.ts'

/** How long a server may take to begin. */
const START_MAX_MS = 180_000
const LOOK_MS = 100

/** A server in a process of its own. */
export interface RunningServer {
  /** Ends it without a word. */
  kill(): Promise<void>
}

/** Starts the program as a server on a folder and a port; resolves once it answers. */
export async function startServer(
  folder: string,
  port: number,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const [node, entry] = CLI
  const child = spawn(
    node,
    [
      entry,
      'serve',
      '--port',
      String(port),
      '--data-dir',
      folder,
      '--log-level',
      'error',
      ...flags,
    ],
    { env: cleanEnv(), stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  const end = AbortSignal.timeout(START_MAX_MS)
  for (;;) {
    end.throwIfAborted()
    const isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS)
    })
  }
  return {
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}
