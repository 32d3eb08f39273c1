import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bellhop, type Served, serveBellhop, tempDir } from './bellhop.ts'

/** Processes of the product on one store, behind one public address that hands each request to the next one. */
export interface OAuthProcesses extends AsyncDisposable {
  url: string
  mcpUrl: string
  served: Served[]
  /** The owner of the chat, who has a password now. */
  owner: { username: string; password: string }
  /** Which process was asked for what. */
  hops: { process: number; path: string }[]
  /** Ends a process as a machine does that loses its power; from then on nothing is handed to it. */
  kill(process: number): void
}

/** How they are started. */
export interface ProcessParts {
  count?: number
  password: string
  args?: readonly string[]
  env?: Record<string, string>
  entry?: string
  /** Whether requests of one session go to one process, as long as sessions live in a process. */
  keepsSessions?: boolean
}

/** Starts them one after another: the first makes the store. */
export async function startOAuthProcesses({
  count = 2,
  password,
  args = [],
  env = {},
  entry,
  keepsSessions = false,
}: ProcessParts): Promise<OAuthProcesses> {
  const dir = tempDir()
  const front = createServer()
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://localhost:${(front.address() as AddressInfo).port}`
  const served: Served[] = []
  const words = ['--data-dir', dir.path, '--oauth', 'on', '--public-url', url, ...args]
  while (served.length < count) {
    served.push(await serveBellhop(words, env, ...(entry === undefined ? [] : [entry])))
  }
  const username = served[0]?.owner().email ?? ''
  const data = ['--data-dir', dir.path]
  const set = await bellhop(['chat', 'user', 'password', username, ...data], { input: password })
  if (set.code !== 0) throw new Error(set.stderr)

  const hops: OAuthProcesses['hops'] = []
  const alive = new Set(served.keys())
  const sessions = new Map<string, number>()
  let turn = 0
  front.on('request', (incoming, outgoing) => {
    const living = [...alive]
    const held = sessions.get(String(incoming.headers['mcp-session-id']))
    const process = held ?? living[(turn += 1) % living.length] ?? 0
    hops.push({ process, path: incoming.url ?? '' })
    const { hostname, port } = new URL(served[process]?.url ?? '')
    const { method, url: path, headers } = incoming
    const passed = forward({ hostname, port, method, path, headers }, (answer) => {
      const session = answer.headers['mcp-session-id']
      if (keepsSessions && typeof session === 'string') sessions.set(session, process)
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  return {
    url,
    mcpUrl: `${url}/mcp`,
    served,
    owner: { username, password },
    hops,
    kill(process) {
      alive.delete(process)
      served[process]?.process.kill('SIGKILL')
    },
    async [Symbol.asyncDispose]() {
      front.closeAllConnections()
      front.close()
      for (const one of served) await one[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}
