import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'

const CLI = join(import.meta.dirname, '../../src/cli/bellhop.js')
const HONO = join(import.meta.dirname, 'hono-child.ts')
const KIB_PER_MIB = 1_024

/** Unit of CPU times under /proc. */
const MS_PER_TICK = 10

/** A server in a process of its own, spoken to over connections that stay open. */
export interface BenchServer extends AsyncDisposable {
  /** Address of `/`, without a slash at its end. */
  url: string
  /** API key of the owner; empty where the server has no accounts. */
  key: string
  /** Its data folder. */
  folder: string
  /** Asks with fields as text, those of a `GET` in the address; throws for a refusal. */
  ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>>
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>>
  get(path: string, fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>>
  /** Memory of the process in MiB, where the system reports it. */
  memoryMib(): number | undefined
  /** CPU time of the process so far in ms, where the system reports it. */
  cpuMs(): number | undefined
}

/** Starts `bellhop serve` on a new chat, and speaks as its owner; with an address, the chat is in that Postgres database. */
export async function serveChat(
  connections: number,
  database?: string,
  flags: readonly string[] = [],
): Promise<BenchServer> {
  return serve(connections, (folder) => [...chatArguments(folder, database), ...flags])
}

/** Starts another process on the chat that a server has in Postgres, and speaks as the same owner. */
export async function serveBeside(
  first: BenchServer,
  connections: number,
  database: string,
): Promise<BenchServer> {
  return serve(connections, () => chatArguments(first.folder, database), first.folder)
}

function chatArguments(folder: string, database: string | undefined): string[] {
  const unlimited = ['--chat-rate-limits', 'off', '--rate-limits', 'off']
  const where = database === undefined ? [] : ['--database-url', database]
  return [CLI, 'serve', '--port', '0', '--data-dir', folder, ...unlimited, ...where]
}

/** Starts the bare hono server; `together` lets rows share a commit. */
export async function serveHono(connections: number, ...how: 'together'[]): Promise<BenchServer> {
  return serve(connections, (folder) => [HONO, join(folder, 'bare.db'), ...how])
}

async function serve(
  connections: number,
  argumentsIn: (folder: string) => string[],
  shared?: string,
): Promise<BenchServer> {
  const folder = shared ?? mkdtempSync(join(tmpdir(), 'bellhop-bench-'))
  const child = spawn(process.execPath, argumentsIn(folder), { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>()
  const read = (chunk: Buffer): void => {
    output += chunk.toString()
    const url = /^(http:\S+)$/m.exec(output)?.[1] ?? /"url":"([^"]+)"/.exec(output)?.[1]
    if (url !== undefined) resolve(url)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  child.once('exit', () => reject(new Error(`The server ended:\n${output}`)))
  const { origin: url } = new URL(await listening)
  const pool = new Pool(url, { connections, bodyTimeout: 0 })
  const keyFile = join(folder, 'owner.key')
  const owner = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : ''
  const [email = '', key = ''] = owner.split('\n')
  const base = email === '' ? '' : '/api/v1'
  const headers = {
    authorization: `Basic ${btoa(`${email}:${key}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const ask: BenchServer['ask'] = async (method, path, fields = {}) => {
    const encoded = new URLSearchParams(fields).toString()
    const [query, body] = method === 'GET' ? [`?${encoded}`, null] : ['', encoded]
    const answer = await pool.request({ method, path: `${base}${path}${query}`, headers, body })
    const json = (await answer.body.json()) as Record<string, unknown>
    if (json['result'] !== 'success') throw new Error(JSON.stringify(json))
    return json
  }
  return {
    url,
    key,
    folder,
    ask,
    post: async (path, fields) => ask('POST', path, fields),
    get: async (path, fields) => ask('GET', path, fields),
    memoryMib() {
      if (process.platform !== 'linux') return undefined
      const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      return Number(kib) / KIB_PER_MIB
    },
    cpuMs: () => (child.pid === undefined ? undefined : cpuMsOf(child.pid)),
    async [Symbol.asyncDispose]() {
      await pool.destroy()
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      if (shared === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** CPU time of a process so far in ms, where the system reports it. */
export function cpuMsOf(processId: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  // Behind the name, which may hold anything: user and system time are the 12th and 13th field.
  const [, rest = ''] = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')
  const [user, system] = rest.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * MS_PER_TICK
}
