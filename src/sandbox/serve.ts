import { Socket } from 'node:net'
import { inspect } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { OperationError } from '../contract/errors.ts'
import type { JobHandler, ReportProgress } from '../contract/sandbox.ts'
import {
  encode,
  FrameReader,
  frameHeader,
  REASON_MAX_CHARS,
  type JobCost,
  type JobOutcome,
  type JobReply,
  type JobRequest,
  RequestReader,
} from './wire.ts'

/** File descriptor of the pipe between a child process and its parent. */
export const PIPE_FD = 3

/** What a child does for its parent: name to handler. */
export type JobHandlers = Readonly<Record<string, JobHandler<never, unknown>>>

/** Loads what a job needs, if that has not been done. */
export type LoadEngine = (job: string) => Promise<void>

/** Serves the parent's requests from the table until the parent exits. Call it once, last. */
export function serve(
  jobs: JobHandlers,
  load: LoadEngine = async () => {},
  readCpu: typeof process.cpuUsage = (since) => process.cpuUsage(since),
): void {
  const requests = new RequestReader((request) => void respond(jobs, load, request, send, readCpu))
  const send = openLine((message) => requests.push(message))
  send(encode({ kind: 'ready', guarded: isGuarded() }))
}

/** Runs one job, sending what it reports of its progress and then its reply. */
async function respond(
  jobs: JobHandlers,
  load: LoadEngine,
  request: JobRequest,
  send: (body: Uint8Array) => void,
  readCpu: typeof process.cpuUsage,
): Promise<void> {
  let isOver = false
  // All jobs that follow use it, so it is no cost of this one. What fails to load fails again in the job, which tells.
  await load(request.job).catch(() => {})
  const began = readCpu()
  const outcome = await answer(jobs, request, (done, total) => {
    // Work that outlives its job cannot report.
    if (!isOver) send(encode({ id: request.id, kind: 'progress', done, total }))
  })
  isOver = true
  send(encodeReply({ id: request.id, ...costOf(readCpu(began)), ...outcome }))
}

async function answer(
  jobs: JobHandlers,
  request: JobRequest,
  report: ReportProgress,
): Promise<JobOutcome> {
  const job = Object.hasOwn(jobs, request.job) ? jobs[request.job] : undefined
  try {
    if (!job) throw new OperationError('internal', 'The sandbox knows no such job.')
    const value = await job(request.input as never, report)
    return { kind: 'value', value }
  } catch (thrown) {
    return describe(thrown)
  }
}

function encodeReply(reply: JobReply): Uint8Array {
  try {
    return encode(reply)
  } catch (thrown) {
    const { id, rssBytes, cpuMs } = reply
    return encode({ id, rssBytes, cpuMs, ...describe(thrown) })
  }
}

function describe(thrown: unknown): JobOutcome {
  if (thrown instanceof OperationError) {
    const { code, message, hint, fields } = thrown
    const error = { code, message, hint, fields }
    return { kind: 'refused', error, reason: reasonOf(thrown.cause) }
  }
  const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : ''
  const errorCode = typeof code === 'string' ? code : ''
  return { kind: 'threw', errorCode, reason: reasonOf(thrown) }
}

/** Whether Node's permission model is in force; a runtime may lack it. */
function isGuarded(): boolean {
  const permission = process.permission as typeof process.permission | undefined
  return permission !== undefined && !permission.has('fs.write')
}

/** What a job has taken that used the processor for so long. */
function costOf({ user, system }: NodeJS.CpuUsage): JobCost {
  return { rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 }
}

function reasonOf(thrown: unknown): string {
  if (thrown === undefined) return ''
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown)
  return text.slice(0, REASON_MAX_CHARS)
}

/** Opens the line to the parent, a thread's port or a process's pipe; returns how to send. */
function openLine(onBody: (body: Uint8Array) => void): (body: Uint8Array) => void {
  const port = parentPort
  if (port) {
    port.on('message', onBody)
    return (body) => port.postMessage(body)
  }
  const pipe = new Socket({ fd: PIPE_FD, readable: true, writable: true })
  const reader = new FrameReader(Number.POSITIVE_INFINITY, onBody)
  pipe.on('data', (chunk: Buffer) => reader.push(chunk))
  // Without a parent, no process enforces the limits.
  pipe.on('close', () => process.exit(0))
  pipe.on('error', () => process.exit(0))
  return (body) => {
    pipe.cork()
    pipe.write(frameHeader(body))
    pipe.write(body)
    pipe.uncork()
  }
}
