import { OperationError } from '../../contract/errors.ts'
import type { ByteLease } from '../../lib/byte-budget.ts'
import { isJsonDeeperThan } from '../../lib/json-depth.ts'
import { mayBeLarge } from '../fairness/request-room.ts'
import { REQUEST_BODY_MAX_BYTES, REQUEST_JSON_MAX_DEPTH } from '../limits.ts'
import { readLargeBody, readText } from './read-body.ts'

/** Fields of one request as they were sent: text, or whatever JSON held. The last of a name counts. */
export type RawFields = ReadonlyMap<string, unknown>

/**
 * Gathers the parameters of a request from its query and its body, which may be form-encoded,
 * multipart or a JSON object (chat spec 4.1, rule 2). A large body takes room of the lease (`readLargeBody`). Throws
 * `invalid_input` for a body that is none.
 */
export async function readFields(request: Request, lease: ByteLease): Promise<RawFields> {
  const fields = new Map<string, unknown>(queryOf(request.url))
  if (request.method === 'GET') return fields
  const type = request.headers.get('content-type') ?? ''
  const isMultipart = /^multipart\/form-data\b/i.test(type)
  const sent = isMultipart
    ? await multipartFields(request, type, lease)
    : await textFields(request, type, lease)
  for (const [name, value] of sent) fields.set(name, value)
  return fields
}

/** The parameters behind the question mark, without parsing the address around them. */
function queryOf(url: string): Iterable<[string, string]> {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? []
  return query === '' ? [] : new URLSearchParams(query)
}

async function multipartFields(
  request: Request,
  type: string,
  lease: ByteLease,
): Promise<Iterable<[string, unknown]>> {
  const bytes = await readLargeBody(request, REQUEST_BODY_MAX_BYTES, lease)
  if (bytes.byteLength === 0) return []
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new OperationError('invalid_input', 'Malformed multipart body', { cause })
    })
  return form.entries()
}

async function textFields(
  request: Request,
  type: string,
  lease: ByteLease,
): Promise<Iterable<[string, unknown]>> {
  const text = mayBeLarge(request)
    ? (await readLargeBody(request, REQUEST_BODY_MAX_BYTES, lease)).toString('utf8')
    : await readText(request)
  if (text === '') return []
  if (!/^application\/json\b/i.test(type)) return new URLSearchParams(text)
  try {
    const value: unknown = isJsonDeeperThan(REQUEST_JSON_MAX_DEPTH, text) ? [] : JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.entries(value)
    }
  } catch {
    // Reported below, like a value of another kind.
  }
  throw new OperationError('invalid_input', 'Malformed JSON')
}
