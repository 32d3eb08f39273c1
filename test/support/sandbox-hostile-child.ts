import { appendFileSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { createRequire } from 'node:module'
import { connect, createServer, Socket } from 'node:net'
import { getHeapSpaceStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { OperationError } from '../../src/contract/errors.ts'
import type { ReportProgress } from '../../src/contract/sandbox.ts'
import { lockdown } from '../../src/sandbox/lockdown.ts'
import { PIPE_FD, serve } from '../../src/sandbox/serve.ts'
import { encode, frameHeader } from '../../src/sandbox/wire.ts'

/** What came of an attempt to leave the sandbox: the error code of its refusal, or `done`. */
export type Attempts = Record<string, string>

/** When a job ran, in Unix milliseconds. */
export interface Interval {
  fromMs: number
  toMs: number
}

const MEGABYTE = 1_000_000
const kept: unknown[] = []

const YOUNG_OBJECTS = 6_000_000
const YOUNG_LIVE = 200_000

function newSpaceBytes(): number {
  const spaces = getHeapSpaceStatistics()
  return spaces.find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}

function forever(): never {
  for (;;);
}

async function attempt(action: () => unknown): Promise<string> {
  try {
    await action()
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

function onEvent(emitter: { on(name: string, listener: (value: unknown) => void): unknown }) {
  return new Promise((resolve, reject) => {
    for (const name of ['connect', 'response', 'listening']) emitter.on(name, resolve)
    emitter.on('error', reject)
  })
}

/** Members of `process` and of `permission` that the types do not know or promise. */
const bare = process as unknown as {
  binding(name: string): unknown
  _kill(pid: number, signal: number): unknown
  _debugProcess(pid: number): unknown
}
const require = createRequire(import.meta.url)

type Ways = Record<string, (port: number) => unknown>

/** Ways to files, by name. */
const fileWays: Ways = {
  readSecret: () => readFileSync('/etc/passwd'),
  readEnvironment: () => readFileSync('/proc/self/environ'),
  write: () => writeFileSync(new URL('./sandbox-escaped', import.meta.url), 'x'),
  report: () => process.report.writeReport(),
}

/** Every other way out, by name. */
const otherWays: Ways = {
  kill: () => process.kill(process.ppid, 0),
  killInternally: () => bare._kill(process.ppid, 0),
  debugParent: () => bare._debugProcess(process.ppid),
  binding: () => bare.binding('tcp_wrap'),
  socket: (port) => onEvent(new Socket().connect(port, '127.0.0.1')),
  connect: (port) => onEvent(connect(port, '127.0.0.1')),
  listen: () => onEvent(createServer().listen(0, '127.0.0.1')),
  http: (port) => onEvent(httpGet({ host: '127.0.0.1', port })),
  https: (port) => onEvent(httpsGet({ host: '127.0.0.1', port })),
  childProcess: () => import('node:child_process'),
  childProcessRequired: () => require('node:child_process') as unknown,
  childProcessBuiltin: () => process.getBuiltinModule('node:child_process'),
  thread: () => import('node:worker_threads'),
  dns: () => import('node:dns'),
  dnsPromises: () => import('node:dns/promises'),
  datagram: () => import('node:dgram'),
  tls: () => import('node:tls'),
  http2: () => import('node:http2'),
  sqlite: () => import('node:sqlite'),
  inspector: () => import('node:inspector'),
}

async function tryAll(ways: Ways, port: number): Promise<Attempts> {
  const outcome: Attempts = {}
  for (const [name, way] of Object.entries(ways)) outcome[name] = await attempt(() => way(port))
  return outcome
}

/** Takes memory for good, and time; returns the process id. */
async function growFor(megabytes: number, ms: number): Promise<number> {
  kept.push(Buffer.alloc(megabytes * MEGABYTE, 1))
  await new Promise((resolve) => setTimeout(resolve, ms))
  return process.pid
}

/** Jobs that try to bring down, stall, leave or cheat the process around them. */
export const hostileJobs = {
  echo: async (input: unknown) => input,
  pid: async () => process.pid,
  /** Jobs whose engines it was to load before it was ready. */
  loaded: async () => process.argv.slice(2),
  hold: async (ms: number) =>
    await new Promise((resolve) => setTimeout(() => resolve(process.pid), ms)),
  sleep: async (ms: number) => await new Promise((resolve) => setTimeout(() => resolve(ms), ms)),
  /** Reports progress so many times, also after its end. */
  progress: async (count: number, report: ReportProgress) => {
    for (let done = 1; done <= count; done++) report(done, count)
    setTimeout(() => report(count, count), 1)
    return 'done'
  },
  /** Sends progress of a job that is not its own, then waits. */
  foreignProgress: async () => {
    sendFramed({ id: 1e9, kind: 'progress', done: 1, total: 1 })
    await new Promise(() => {})
  },
  /** Sleeps, and reports its start and end. */
  interval: async (ms: number): Promise<Interval> => {
    const fromMs = Date.now()
    await new Promise((resolve) => setTimeout(resolve, ms))
    return { fromMs, toMs: Date.now() }
  },
  /** Tries to read each file. */
  read: async (files: readonly string[]) =>
    Promise.all(files.map((file) => attempt(() => readFileSync(file)))),
  environment: async () => Object.keys(process.env),
  globals: async () => [typeof fetch, typeof WebSocket, typeof EventSource],
  protoIsGone: async () => !('__proto__' in {}),
  permissions: async () =>
    ['fs.write', 'child', 'worker', 'addons', 'wasi'].filter((scope) =>
      process.permission.has(scope),
    ),
  attempts: async ({ port }: { port: number }) => tryAll({ ...fileWays, ...otherWays }, port),
  attemptsWithoutFiles: async ({ port }: { port: number }) => tryAll(otherWays, port),
  refuse: async () => {
    throw new OperationError('needs_javascript', 'An empty shell.', {
      hint: 'Try the feed.',
      fields: { bytes: 12 },
      cause: new Error('inner reason'),
    })
  },
  throwPlain: async () => {
    throw new TypeError('a hostile detail of the document')
  },
  missingModule: async () => {
    const name = 'no-such-parser'
    await import(name)
  },
  spin: async () => forever(),
  /** Spins, and shows in a file that it still does. */
  beat: async (file: string) => {
    for (;;) appendFileSync(file, '.')
  },
  backtrack: async () => /^(a+)+$/.test(`${'a'.repeat(64)}!`),
  deafSpin: async () => {
    process.on('SIGTERM', () => {})
    forever()
  },
  /** Makes objects that live for a while; returns the largest room that new ones had, in bytes. */
  youngHeap: async () => {
    const live: object[] = []
    let largest = 0
    for (let n = 0; n < YOUNG_OBJECTS; n += 1) {
      live[n % YOUNG_LIVE] = { n, list: [n] }
      if (n % YOUNG_LIVE === 0) largest = Math.max(largest, newSpaceBytes())
    }
    return largest
  },
  heapPush: async () => {
    for (;;) kept.push(1.5)
  },
  heapFill: async () => {
    for (;;) kept.push(Array.from<number>({ length: 1e8 }).fill(1.5))
  },
  heapFillHoley: async () => {
    // oxlint-disable-next-line unicorn/no-new-array -- this shape is the bomb.
    for (;;) kept.push(new Array<number>(1e8).fill(1.5))
  },
  heapMap: async () => {
    const map = new Map<number, object>()
    for (let index = 0; ; index++) map.set(index, {})
  },
  heapStrings: async () => {
    let text = 'abc'
    for (;;) {
      text += text
      kept.push(Array.from(text))
    }
  },
  heapSplit: async () => {
    const text = 'a,'.repeat(5e7)
    for (;;) kept.push(text.split(','))
  },
  heapMatch: async () => {
    const text = 'a'.repeat(1e8)
    for (;;) kept.push(text.match(/a/g))
  },
  buffers: async () => {
    for (let count = 0; count < 40; count++) kept.push(Buffer.alloc(64 * MEGABYTE, 1))
    return kept.length
  },
  grow: async (megabytes: number) => {
    kept.push(Buffer.alloc(megabytes * MEGABYTE, 1))
    return process.pid
  },
  /** Takes memory as engines do: once, for as long as the child lives. */
  loadOnce: async (megabytes: number) => {
    if (kept.length === 0) kept.push(Buffer.alloc(megabytes * MEGABYTE, 1))
    return process.pid
  },
  growAndHold: async (megabytes: number) => growFor(megabytes, 1_500),
  growFor: async ([megabytes, ms]: [number, number]) => growFor(megabytes, ms),
  exit: async () => process.exit(0),
  abort: async () => process.abort(),
  lateThrow: async () => {
    setTimeout(() => {
      throw new Error('nobody catches this')
    }, 1)
    await new Promise(() => {})
  },
  nestingStack: async () => {
    const down = (depth: number): number => down(depth + 1) + 1
    return down(0)
  },
  nestingJson: async () => JSON.parse('['.repeat(5e6)) as unknown,
  result: async (megabytes: number) => 'x'.repeat(megabytes * MEGABYTE),
  unsendable: async () => () => 1,
  garbage: async () => {
    // Announces 60 bytes of a message that is none.
    const bytes = Buffer.alloc(64, 7)
    bytes.writeUInt32BE(60)
    sendRaw(bytes)
    forever()
  },
  announceHuge: async () => {
    sendRaw(Buffer.alloc(64, 0xff))
    forever()
  },
  forge: async () => {
    sendFramed({ id: 1e9, kind: 'value', value: 'forged', rssBytes: 0, cpuMs: 0 })
    forever()
  },
  badCode: async () => {
    throw new OperationError('no_such_code' as 'internal', 'made up')
  },
  print: async () => {
    process.stdout.write('THIS MUST NOT REACH STDOUT\n')
    console.log('THIS MUST NOT REACH STDOUT')
    return true
  },
}

function sendFramed(message: Parameters<typeof encode>[0]): void {
  const body = encode(message)
  sendRaw(Buffer.concat([frameHeader(body), body]))
}

function sendRaw(bytes: Uint8Array): void {
  if (parentPort) parentPort.postMessage(bytes)
  else writeSync(PIPE_FD, bytes)
}

lockdown()
serve(hostileJobs)
