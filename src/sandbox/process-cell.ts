import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Cell, CellEnd, CellOptions, Launch } from './cell.ts'
import { emptyFolder } from './empty-folder.ts'
import {
  afterOwnTime,
  CHILD_NICENESS,
  HEAVY_NICENESS,
  LONG_JOB_NICENESS,
  lowerPriority,
  type Timer,
} from './processor.ts'
import { PIPE_FD } from './serve.ts'
import { NOT_READY, StartFailure } from './verdict.ts'
import { decodeReady, frameHeader, FrameReader, type Parcel } from './wire.ts'

/** Spawn errors from exhausted resources, not from an unsuitable executable. */
const TRANSIENT_CODES = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'])
/** Time a child may live on without its line. */
const LINE_GRACE_MS = 1_000
/** Exit codes above this are how a program that starts another tells the signal that ended it. */
const SIGNAL_CODE_BASE = 128
/** Time after which a job is a long one. */
const LONG_JOB_MS = 1_000

/**
 * Starts a child process and resolves when it is ready; rejects with StartFailure. The line is a pipe
 * of our own: Node's IPC channel throws in the parent, past any handler, when a child writes garbage
 * to it, and reads a message of any size.
 */
export function startProcess(
  launch: Launch & { kind: 'process' },
  options: CellOptions,
): Promise<Cell> {
  const file = fileURLToPath(options.entry)
  const [program, ...args] = launch.command
  return new Promise((resolve, reject) => {
    const folder = emptyFolder(dirname(file))
    const child = spawn(program, [...args, file, ...options.loads], {
      env: launch.env,
      // A core dump or a search for executables must not happen in our working directory.
      cwd: folder.path,
      stdio: ['ignore', 'ignore', 'ignore', 'overlapped'],
      windowsHide: true,
    })
    // What it starts inherits this.
    if (child.pid !== undefined) lowerPriority(child.pid, CHILD_NICENESS)
    // Without files to open there is nothing of it, whatever the types say: its error follows.
    const stdio = child.stdio as typeof child.stdio | undefined
    const pipe = stdio?.[PIPE_FD] as Socket | null | undefined
    let cell: Cell | undefined
    let over = false
    let isSlow = false
    let slowing: Timer | undefined

    const stop = (): void => {
      over = true
      deadline.clear()
      slowing?.clear()
      child.kill('SIGKILL')
      pipe?.destroy()
      folder.remove()
    }
    const end = (how: CellEnd, conclusive: boolean): void => {
      if (over) return
      stop()
      if (cell) options.events.end(how)
      else reject(new StartFailure(how.detail, conclusive))
    }
    const deadline = afterOwnTime(child.pid, options.startDeadlineMs, () =>
      end({ reason: 'exit', detail: NOT_READY }, false),
    )
    const reader = new FrameReader(options.resultMaxBytes, (body) => {
      if (over) return
      if (cell) return options.events.body(body)
      const ready = decodeReady(body)
      if (!ready) return end({ reason: 'exit', detail: 'did not answer ready' }, true)
      deadline.clear()
      const pid = workerOf(child.pid, launch)
      if (pid === undefined) return end({ reason: 'exit', detail: 'cannot be watched' }, true)
      const slowDown = (niceness: number): void => {
        // Once lowered, it stays so.
        if (!isSlow) lowerPriority(pid, niceness)
        isSlow = true
      }
      cell = {
        pid,
        guarded: ready.guarded,
        get isSlow() {
          return isSlow
        },
        send(parcel) {
          sendParcel(pipe, parcel).catch((error) =>
            end({ reason: 'unread', detail: String(error) }, false),
          )
        },
        kill: stop,
        yieldToOthers: () => slowDown(HEAVY_NICENESS),
        setWorking(isWorking) {
          slowing?.clear()
          if (isWorking) {
            child.ref()
            pipe?.ref()
            slowing = afterOwnTime(pid, LONG_JOB_MS, () => slowDown(LONG_JOB_NICENESS))
          } else {
            child.unref()
            pipe?.unref()
          }
        },
      }
      resolve(cell)
    })

    child.on('error', (error: NodeJS.ErrnoException) =>
      end({ reason: 'exit', detail: error.message }, !TRANSIENT_CODES.has(error.code ?? '')),
    )
    child.on('exit', (code, signal) => {
      folder.remove()
      const conclusive = code !== null && code <= SIGNAL_CODE_BASE
      end({ reason: 'exit', detail: `exit code ${code}, signal ${signal}` }, conclusive)
    })
    pipe?.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk)
      } catch (oversize) {
        end({ reason: 'oversize', detail: String(oversize) }, true)
      }
    })
    // A write to a child that has just died; its exit event reports the rest.
    pipe?.on('error', () => {})
    pipe?.on('end', () => {
      // A child that closes its line but lives on can never answer. One that ends closes it first, and says how it ended
      // through what it was started with.
      if (cell) setTimeout(() => child.kill('SIGKILL'), LINE_GRACE_MS).unref()
    })
  })
}

/** Sends a message and, piece by piece as the child takes them, the document that goes with it. */
async function sendParcel(
  pipe: Socket | null | undefined,
  { message, document }: Parcel,
): Promise<void> {
  pipe?.cork()
  pipe?.write(frameHeader(message))
  pipe?.write(message)
  if (document) pipe?.write(frameHeader(document))
  pipe?.uncork()
  if (!document) return
  for await (const piece of document.pieces()) {
    if (!(await isWritten(pipe, piece))) return
  }
}

/** Waits until a piece was written; false when the child has ended, which its own event reports. */
async function isWritten(pipe: Socket | null | undefined, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    if (pipe) pipe.write(piece, (error) => resolve(!error))
    else resolve(false)
  })
}

/**
 * The process at the end of those that a child was started through, as this process numbers it; undefined
 * where the system does not tell. With process ids of its own, a child is not the process that was spawned.
 */
function workerOf(spawned: number | undefined, { isolation }: Launch): number | undefined {
  if (spawned === undefined || !isolation.layers.includes('processes')) return spawned
  let pid = spawned
  try {
    for (;;) {
      const child = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1'), 10)
      if (Number.isNaN(child)) return pid === spawned ? undefined : pid
      pid = child
    }
  } catch {
    return undefined
  }
}
