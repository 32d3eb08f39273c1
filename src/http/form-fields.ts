import { OperationError } from '../errors.ts'
import { readBody } from './read-body.ts'

/** Fields of one request as they were sent: text, or whatever JSON held. The last of a name counts. */
export type RawFields = ReadonlyMap<string, unknown>

/**
 * Gathers the parameters of a request from its query and its body, which may be form-encoded,
 * multipart or a JSON object (chat spec 4.1, rule 2). Throws `invalid_input` for a body that is none.
 */
export async function readFields(request: Request): Promise<RawFields> {
  const fields = new Map<string, unknown>(new URL(request.url).searchParams)
  if (request.method === 'GET') return fields
  const bytes = await readBody(request)
  if (bytes.byteLength === 0) return fields
  const type = request.headers.get('content-type') ?? ''
  for (const [name, value] of await bodyFields(bytes, type)) fields.set(name, value)
  return fields
}

async function bodyFields(bytes: Buffer, type: string): Promise<Iterable<[string, unknown]>> {
  if (/^multipart\/form-data\b/i.test(type)) {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
      .formData()
      .catch((cause: unknown) => {
        throw new OperationError('invalid_input', 'Malformed multipart body', { cause })
      })
    return form.entries()
  }
  const text = bytes.toString('utf8')
  if (!/^application\/json\b/i.test(type)) return new URLSearchParams(text)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.entries(value)
    }
  } catch {
    // Said below, as for a value of another kind.
  }
  throw new OperationError('invalid_input', 'Malformed JSON')
}
