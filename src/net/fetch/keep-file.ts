import { addAbortSignal, type Readable } from 'node:stream'
import { cancelled } from '../../contract/errors.ts'
import type { Fetched, FetchOptions } from '../../contract/net.ts'
import { STRANGER } from '../../contract/principal.ts'
import { timedOut, toFetchError } from '../guard/failures.ts'
import { FETCH_DEADLINE_MS, HTML_BODY_MAX_BYTES } from '../limits.ts'
import type { BodyRoom } from './body-room.ts'
import { readInto } from './body.ts'
import { Deadline } from './deadline.ts'

/** A file that is no address of the web: nothing about where it is came from input or content. */
export interface ReadableFile {
  /** Size of the file, where it is known. */
  bytes?: number | undefined
  open(options: { signal: AbortSignal; maxBytes: number }): Promise<Readable>
}

/** Reads one file into the room for bodies, within the deadline of a fetch. */
export async function keepFile(
  room: BodyRoom,
  file: ReadableFile,
  {
    signal,
    principal = STRANGER,
    hold = false,
    maxBytes = HTML_BODY_MAX_BYTES,
    ...options
  }: FetchOptions,
): Promise<Pick<Fetched, 'body' | 'held' | 'complete'>> {
  const stop = new AbortController()
  const cancel = (): void => stop.abort(cancelled(signal.reason))
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const deadline = new Deadline(FETCH_DEADLINE_MS, () => stop.abort(timedOut(FETCH_DEADLINE_MS)))
  const kept = room.keep({
    principalId: principal.id,
    hold,
    signal: stop.signal,
    waitFor: async (work) => deadline.pausedFor(work),
  })
  let wire: Readable | undefined
  try {
    stop.signal.throwIfAborted()
    wire = addAbortSignal(stop.signal, await file.open({ signal: stop.signal, maxBytes }))
    const size = file.bytes === undefined ? {} : { 'content-length': String(file.bytes) }
    const complete = await readInto(kept, wire, size, { ...options, maxBytes })
    const { bytes, held } = await kept.finish()
    stop.signal.throwIfAborted()
    return { body: bytes, complete, ...(held ? { held } : {}) }
  } catch (thrown) {
    kept.discard()
    throw stop.signal.aborted ? stop.signal.reason : toFetchError(thrown)
  } finally {
    wire?.destroy()
    deadline.stop()
    signal.removeEventListener('abort', cancel)
  }
}
