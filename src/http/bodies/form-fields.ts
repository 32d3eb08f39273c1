import { OperationError } from '../../contract/errors.ts'
import { fieldTypesOf, typeOf } from '../../contract/field-types.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import type { ByteLease } from '../../lib/byte-budget.ts'
import { isJsonDeeperThan } from '../../lib/json-depth.ts'
import { REQUEST_BODY_MAX_BYTES, REQUEST_JSON_MAX_DEPTH } from '../limits.ts'
import { mayBeLarge, readLargeBody, readText } from './request-body.ts'

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

/** A decoded request: the input, still to be validated, and the names that the operation does not know. */
export interface DecodedForm {
  input: Record<string, unknown>
  ignored: string[]
}

/** Names under which clients of the public API send a field, whatever the operation. */
const COMMON_ALIASES: Readonly<Record<string, string>> = {
  client_gravatar: 'client_extavatar',
  pygments_language: 'highlighter_language',
}

/** Where older clients name themselves, in a request of any kind. */
export const CLIENT_FIELD = 'client'

/**
 * Reads the fields of a request as the operation's schema wants them: text as it is, everything else
 * from JSON text (chat spec 4.1, rule 2); clients write null for what they leave out. Throws `invalid_input` naming the parameter.
 */
export function decodeForm(
  operation: AnyOperation,
  fields: RawFields,
  path: Readonly<Record<string, string>>,
): DecodedForm {
  const { types, required } = fieldTypesOf(operation)
  const aliases = { ...COMMON_ALIASES, ...operation.http.aliases }
  const input: Record<string, unknown> = {}
  const ignored: string[] = []
  for (const [sent, raw] of fields) {
    const name = types.has(sent) ? sent : (aliases[sent] ?? sent)
    const typeNames = types.get(name)
    if (typeNames === undefined && sent === CLIENT_FIELD) continue
    else if (typeNames === undefined || Object.hasOwn(path, name)) ignored.push(sent)
    else if (raw === 'null' && !typeNames.has('string') && !typeNames.has('null')) continue
    else if (name === sent || !fields.has(name)) input[name] = decodeValue(sent, raw, typeNames)
  }
  for (const [name, raw] of Object.entries(path)) {
    input[name] = decodeValue(name, raw, types.get(name) ?? new Set(['string']))
  }
  const missing = required.find((name) => input[name] === undefined)
  if (missing !== undefined) {
    throw new OperationError('invalid_input', `Missing '${missing}' argument`, {
      specCode: operation.http.isSpecified ? 'BAD_REQUEST' : 'REQUEST_VARIABLE_MISSING',
      fields: { var_name: missing },
    })
  }
  return { input, ignored }
}

function decodeValue(name: string, raw: unknown, typeNames: ReadonlySet<string>): unknown {
  if (typeof raw === 'string' && raw.includes('\0')) throw badArgument(name, HOLDS_NULL)
  if (typeof raw !== 'string' || (typeNames.has('string') && typeNames.size === 1)) return raw
  if (typeNames.has('boolean') && /^(true|false)$/i.test(raw)) return /^t/i.test(raw)
  const parsed = parseJson(name, raw)
  if (parsed !== undefined && (typeNames.has('any') || typeNames.has(typeOf(parsed.value)))) {
    return parsed.value
  }
  if (typeNames.has('string') || typeNames.has('any')) return raw
  const problem = parsed === undefined ? 'is not valid JSON.' : 'has an invalid type.'
  throw badArgument(name, problem)
}

/** Not every database can keep them. */
const HOLDS_NULL = 'must not contain null bytes.'

function badArgument(name: string, problem: string): OperationError {
  return new OperationError('invalid_input', `Argument "${name}" ${problem}`, {
    specCode: 'BAD_REQUEST',
    fields: { var_name: name },
  })
}

/** The beginning of JSON: a failing parse takes longer than all else in a request. */
const MAY_BE_JSON = /^[ \t\n\r]*(?:[-0-9"[{]|(?:true|false|null)[ \t\n\r]*$)/

function parseJson(argument: string, text: string): { value: unknown } | undefined {
  if (!MAY_BE_JSON.test(text) || isJsonDeeperThan(REQUEST_JSON_MAX_DEPTH, text)) return undefined
  let holdsNull = false
  const look = (name: string, value: unknown): unknown => {
    holdsNull ||= name.includes('\0') || (typeof value === 'string' && value.includes('\0'))
    return value
  }
  try {
    const value: unknown = text.includes('\\u0000') ? JSON.parse(text, look) : JSON.parse(text)
    if (!holdsNull) return { value }
  } catch {
    return undefined
  }
  throw badArgument(argument, HOLDS_NULL)
}
