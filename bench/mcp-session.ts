import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  },
}
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }

/** Starts a server and speaks to it, a request at a time. */
function start(entry: string, args: readonly string[]) {
  // Settings of whoever measures are not what is measured, and one that is unknown would stop the start.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('BELLHOP_')),
  )
  const stdio = ['pipe', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, [entry, ...args], { env, stdio: [...stdio] })
  const waiting = new Map<number, () => void>()
  createInterface(child.stdout).on('line', (line) => {
    const { id } = JSON.parse(line) as { id?: number }
    if (id !== undefined) waiting.get(id)?.()
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  const ask = (id: number, message: object) =>
    new Promise<void>((resolve) => {
      waiting.set(id, resolve)
      send({ jsonrpc: '2.0', id, ...message })
    })
  return {
    send,
    ask,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    async stop() {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}

/** What a start took until the list of tools was answered: time, and processor time of all threads that live then. */
export interface Start {
  ms: number
  cpuMs: number
}

/** Starts a server, asks it for its tools, and ends it. */
export async function startToTools(entry: string, args: readonly string[] = []): Promise<Start> {
  const startedAt = performance.now()
  const server = start(entry, args)
  await server.ask(1, initialize)
  server.send(initialized)
  await server.ask(2, { method: 'tools/list', params: {} })
  const ms = performance.now() - startedAt
  const cpuMs = server.cpuMs()
  await server.stop()
  return { ms, cpuMs }
}

/** Milliseconds of each of so many calls of an echo, one after another. */
export async function callTimes(entry: string, count: number): Promise<number[]> {
  const server = start(entry, [])
  await server.ask(1, initialize)
  server.send(initialized)
  const times: number[] = []
  for (let call = 0; call < count; call++) {
    const startedAt = performance.now()
    await server.ask(call + 2, {
      method: 'tools/call',
      params: { name: 'extract', arguments: { url: 'https://example.com/' } },
    })
    times.push(performance.now() - startedAt)
  }
  await server.stop()
  return times
}

/** Not to be had where there is no `/proc`: 0 then. */
function cpuMsOf(pid: number): number {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return 0
  const spent = readdirSync(folder).map((thread) => {
    const [nanoseconds] = readFileSync(join(folder, thread, 'schedstat'), 'utf8').split(' ')
    return Number(nanoseconds)
  })
  return spent.reduce((sum, one) => sum + one, 0) / 1e6
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Where an earlier state of the project keeps a module. */
function moduleIn(root: string, places: readonly string[]): string {
  const found = places.map((place) => join(root, 'src', place)).find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${root} has none of ${places.join(', ')}.`)
  return found
}

/** The text of a server of the project in a folder, with one operation that answers as fast as a bare server's echo. */
export function echoServer(root: string): string {
  return `
import { z } from 'zod'
import { compose } from '${moduleIn(root, ['app/compose.ts', 'compose.ts'])}'
import { loadConfig } from '${moduleIn(root, ['app/config/config.ts', 'config.ts'])}'
import { serveOnStdio } from '${moduleIn(root, ['mcp/stdio.ts'])}'
import { defineOperation } from '${moduleIn(root, ['contract/operation.ts', 'operation.ts'])}'

const { services, info } = compose(loadConfig(), 'warn')
const echo = defineOperation({
  name: 'extract', title: 'Echo', description: 'Echo.', toolset: 'web', http: { method: 'POST', path: '/echo' },
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.object({ url: z.string() }), output: z.object({ url: z.string(), text: z.string() }),
  run: async ({ input }) => ({ url: input.url, text: 'echo' }),
})
// Earlier states take the list itself.
const offered = Object.assign([echo], { operations: [echo] })
await serveOnStdio({ services, info }, offered, 'auto', new AbortController().signal)
`
}
