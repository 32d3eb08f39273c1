import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { OperationError } from '../../contract/errors.ts'
import type { IncomingFile } from '../../contract/operation.ts'
import type { ByteLease } from '../../lib/byte-budget.ts'
import { type RawFields, readFields } from './form-fields.ts'
import { endedEarly } from './request-body.ts'

/** Limits of the multipart parts around a file. */
const LIMITS = {
  files: 1,
  fields: 50,
  parts: 51,
  fieldSize: 65_536,
  headerPairs: 50,
  headerSize: 16_384,
}

/** Parameters of a request, and the file that came with them. */
export interface UploadBody {
  fields: RawFields
  file: IncomingFile | undefined
}

/**
 * Reads a multipart body as far as its file, whose bytes arrive as they are asked for and are never in memory as a
 * whole, and no faster than `pace` passes them on. Fields behind the file are not read. A body of another kind holds no file, and takes room of the lease where it is large.
 * Throws `invalid_input`.
 */
export async function readUpload(
  request: Request,
  lease: ByteLease,
  pace: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Promise<UploadBody> {
  const type = request.headers.get('content-type') ?? ''
  if (!request.body || !/^multipart\/form-data\b/i.test(type)) {
    return { fields: await readFields(request, lease), file: undefined }
  }
  const { Busboy } = await import('@fastify/busboy')
  const fields = new Map<string, unknown>(new URL(request.url).searchParams)
  const announced = request.headers.get('content-length')
  const maxBytes = announced === null ? undefined : Number(announced)
  let several = false
  const parser = startParser(
    () => new Busboy({ headers: { 'content-type': type }, limits: LIMITS }),
  )
  // The types of the language and of Node describe the same streams.
  const body = Readable.fromWeb(request.body as ReadableStream<Uint8Array>)
  return new Promise((resolve, reject) => {
    parser.on('field', (name, value) => void fields.set(name, value))
    parser.on('filesLimit', () => {
      several = true
    })
    parser.on('file', (_, stream, name: string | undefined) => {
      // Errors of a file that nobody reads yet would end the process; a reader gets them through `whole`.
      stream.on('error', () => {})
      whole.catch((error: Error) => stream.destroy(error))
      async function* bytes() {
        yield* stream as AsyncIterable<Uint8Array>
        await whole
        if (several) throw malformed('You may only upload one file at a time')
      }
      resolve({ fields, file: { name: name ?? '', maxBytes, bytes: bytes() } })
    })
    const whole = pipeline(arriving(body), pace, parser).catch((thrown: unknown) => {
      // Only the parser says what the body is.
      throw thrown instanceof OperationError
        ? thrown
        : malformed('Malformed multipart body', thrown)
    })
    whole.then(() => resolve({ fields, file: undefined }), reject)
  })
}

/**
 * Passes on what arrives of a body. Throws `cancelled` when it ends early.
 *
 * @yields the pieces as they come.
 */
async function* arriving(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw endedEarly(cause)
  }
}

function startParser<T>(start: () => T): T {
  try {
    return start()
  } catch (cause) {
    throw malformed('Malformed multipart body', cause)
  }
}

function malformed(message: string, cause?: unknown): OperationError {
  return new OperationError('invalid_input', message, { specCode: 'BAD_REQUEST', cause })
}
