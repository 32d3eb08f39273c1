import { Worker } from 'node:worker_threads'
import type { Cell, CellEnd, CellOptions } from './cell.ts'
import { THREAD_HEAP_MAX_MB } from './limits.ts'
import { NOT_READY, StartFailure } from './verdict.ts'
import { decodeReady, type Parcel } from './wire.ts'

/**
 * Starts a worker thread, the weaker isolation for a machine where no child process can be started:
 * it has the deadline, but some memory bombs end the whole process, buffers are not counted and the
 * file system is open. Resolves when it is ready; rejects with StartFailure.
 */
export function startThread(options: CellOptions): Promise<Cell> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(options.entry, {
      argv: [...options.loads],
      env: {},
      execArgv: [],
      // Kept from this process's stdout, which belongs to JSON-RPC.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MAX_MB },
    })
    worker.stdout.resume()
    worker.stderr.resume()
    let cell: Cell | undefined
    let over = false

    const stop = (): void => {
      over = true
      clearTimeout(deadline)
      void worker.terminate()
    }
    const end = (how: CellEnd): void => {
      if (over) return
      stop()
      if (cell) options.events.end(how)
      else reject(new StartFailure(how.detail, true))
    }
    const deadline = setTimeout(
      () => end({ reason: 'exit', detail: NOT_READY }),
      options.startDeadlineMs,
    )
    worker.on('message', (body: unknown) => {
      if (over) return
      if (!(body instanceof Uint8Array)) return end({ reason: 'exit', detail: 'not a message' })
      if (body.byteLength > options.resultMaxBytes) {
        return end({ reason: 'oversize', detail: `a message of ${body.byteLength} bytes` })
      }
      if (cell) return options.events.body(body)
      if (!decodeReady(body)) return end({ reason: 'exit', detail: 'did not answer ready' })
      clearTimeout(deadline)
      cell = {
        pid: undefined,
        guarded: false,
        send(parcel) {
          postParcel(worker, parcel).catch((error) =>
            end({ reason: 'unread', detail: String(error) }),
          )
        },
        kill: stop,
        yieldToOthers: () => {},
        isSlow: false,
        setWorking: (isWorking) => (isWorking ? worker.ref() : worker.unref()),
      }
      resolve(cell)
    })
    worker.on('error', (error) => end({ reason: 'exit', detail: String(error) }))
    worker.on('exit', (code) => end({ reason: 'exit', detail: `exit code ${code}` }))
  })
}

async function postParcel(worker: Worker, { message, document }: Parcel): Promise<void> {
  worker.postMessage(message)
  if (!document) return
  const bytes = new Uint8Array(document.byteLength)
  let at = 0
  for await (const piece of document.pieces()) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  worker.postMessage(bytes, [bytes.buffer])
}
