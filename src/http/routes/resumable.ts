import type { Readable } from 'node:stream'
import { DataStore, MemoryLocker, Server, Upload } from '@tus/server'
import type { LocalAccount, ResumableUploads } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import type { Services } from '../../contract/operation.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import { retryAfterOf } from '../bodies/envelope.ts'
import type { RequestRoom } from '../bodies/request-body.ts'

/** How long a request that has the upload may go on when another one wants it. */
const LOCK_DRAIN_MS = 500

/** An offset that is not that of the upload any more, as the library answers it; clients ask for the right one then. */
class OffsetConflict extends Error {
  readonly status_code = 409
  readonly body = 'Upload-Offset conflict\n'
}

/** Serves requests for resumable uploads of an actor; without one, only the server's capabilities. */
export type ResumableEndpoint = (
  request: Request,
  actor: LocalAccount | undefined,
) => Promise<Response>

/** Speaks tus 1.0 (chat spec 4.6): creation, with or without bytes, termination, expiration. */
export function createResumableEndpoint(
  { chat, log }: Services,
  room: RequestRoom,
): ResumableEndpoint {
  const locker = new MemoryLocker()
  return async (request, actor) => {
    const { resumable } = (await chat()).fileAccess
    let retryAfter: string | undefined
    const server = new Server({
      path: '/api/v1/tus',
      datastore: new ActorsUploads(resumable, actor, room),
      locker,
      lockDrainTimeout: LOCK_DRAIN_MS,
      maxSize: resumable.maxBytes,
      relativeLocation: true,
      disableTerminationForFinishedUploads: true,
      // Pages of other origins may not use this endpoint.
      allowedOrigins: [],
      async onUploadFinish({ method }, { id }) {
        const uploaded = await resumable.finish(known(actor), id)
        return {
          status_code: method === 'POST' ? 201 : 200,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(uploaded),
        }
      },
      onResponseError(_, thrown) {
        // The library throws objects that are no Error and carry the response.
        if (!(thrown instanceof Error) || 'status_code' in thrown) return undefined
        const error = logFailure(log, thrown, { path: '/api/v1/tus' }, request.signal)
        retryAfter = retryAfterOf(error)
        return { status_code: error.status, body: `${error.message}\n` }
      },
    })
    const response = await server.handleWeb(request)
    if (retryAfter !== undefined) response.headers.set('retry-after', retryAfter)
    if (request.method === 'HEAD' && isComplete(response.headers)) {
      // The process that received the last byte may have died before storing the file.
      await resumable.finish(known(actor), request.url.split('/').at(-1) ?? '')
    }
    return response
  }
}

function isComplete(headers: Headers): boolean {
  const length = headers.get('upload-length')
  return length !== null && length === headers.get('upload-offset')
}

function known(actor: LocalAccount | undefined): LocalAccount {
  if (actor) return actor
  throw new OperationError('unauthorized', 'Not logged in.')
}

/** The uploads of one actor, as the library wants them. */
class ActorsUploads extends DataStore {
  readonly #uploads: ResumableUploads
  readonly #actor: LocalAccount | undefined
  readonly #room: RequestRoom
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']

  constructor(uploads: ResumableUploads, actor: LocalAccount | undefined, room: RequestRoom) {
    super()
    this.#uploads = uploads
    this.#actor = actor
    this.#room = room
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size: bytes = 0, metadata } = upload
    const name = metadata?.['filename'] ?? metadata?.['name'] ?? ''
    await this.#uploads.create(known(this.#actor), { id, name, bytes })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#uploads.find(known(this.#actor), id)
    const { name: filename, bytes: size, offset, ageMs } = found
    return new Upload({
      id,
      size,
      offset,
      metadata: { filename },
      // The library reads the clock of the machine.
      creation_date: new Date(Date.now() - ageMs).toISOString(),
    })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const actor = known(this.#actor)
    const bytes = this.#room.pace(principalOfUser(actor.user.id).id, stream)
    const end = await this.#uploads.append(actor, id, offset, bytes)
    if (end === undefined) throw new OffsetConflict()
    return end
  }

  override async remove(id: string): Promise<void> {
    await this.#uploads.remove(known(this.#actor), id)
  }

  override getExpiration(): number {
    return this.#uploads.lifeMs
  }
}
