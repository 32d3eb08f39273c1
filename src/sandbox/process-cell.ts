import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartFailure, type Cell, type CellEnd, type CellOptions, type Launch } from './cell.ts'
import type { Parcel } from './parcel.ts'
import { PIPE_FD } from './serve.ts'
import { decodeReady, FrameReader, frameHeader } from './wire.ts'

/** Spawn errors from exhausted resources, not from an unsuitable executable. */
const TRANSIENT_CODES = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'])

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
  return new Promise((resolve, reject) => {
    const child = spawn(launch.execPath, [...launch.flags, file], {
      env: launch.env,
      // A core dump or a search for executables must not happen in our working directory.
      cwd: dirname(file),
      stdio: ['ignore', 'ignore', 'ignore', 'overlapped'],
      windowsHide: true,
    })
    const pipe = child.stdio[PIPE_FD] as Socket | null | undefined
    let cell: Cell | undefined
    let over = false

    const stop = (): void => {
      over = true
      clearTimeout(deadline)
      child.kill('SIGKILL')
      pipe?.destroy()
    }
    const end = (how: CellEnd, conclusive: boolean): void => {
      if (over) return
      stop()
      if (cell) options.events.end(how)
      else reject(new StartFailure(how.detail, conclusive))
    }
    const deadline = setTimeout(
      () => end({ reason: 'exit', detail: 'not ready in time' }, false),
      options.startDeadlineMs,
    )
    const reader = new FrameReader(options.resultMaxBytes, (body) => {
      if (over) return
      if (cell) return options.events.body(body)
      const ready = decodeReady(body)
      if (!ready) return end({ reason: 'exit', detail: 'did not answer ready' }, true)
      clearTimeout(deadline)
      cell = {
        pid: child.pid,
        guarded: ready.guarded,
        send(parcel) {
          sendParcel(pipe, parcel).catch((error) =>
            end({ reason: 'unread', detail: String(error) }, false),
          )
        },
        kill: stop,
        keepAlive(yes) {
          if (yes) {
            child.ref()
            pipe?.ref()
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
    child.on('exit', (code, signal) =>
      end({ reason: 'exit', detail: `exit code ${code}, signal ${signal}` }, signal === null),
    )
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
      // A child that closes its line but lives on can never answer.
      if (cell) child.kill('SIGKILL')
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
