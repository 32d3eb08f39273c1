import { OperationError } from '../../contract/errors.ts'
import { fieldTypesOf } from '../../contract/field-types.ts'
import type { AnyOperation, HttpMethod } from '../../contract/operation.ts'
import type { FilePart } from './multipart.ts'
import { toPublicName, toPublicPath } from './public-names.ts'

/** One request to a chat server. */
export interface ChatRequest {
  method: HttpMethod
  /** Below the base of the API, with values in place of its parameters. */
  path: string
  fields: Readonly<Record<string, string>>
  /** Makes the body multipart. */
  file?: FilePart
}

/**
 * Writes a call as its route takes it: fields as text, everything else as JSON text (chat spec 4.1, rule 2).
 * Throws `invalid_input` for a value that would change the path.
 */
export function encodeCall(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  usesPublicNames: boolean,
): ChatRequest {
  const { method, path } = operation.http
  const { types } = fieldTypesOf(operation)
  const inPath = new Set<string>()
  const filled = (usesPublicNames ? toPublicPath(path) : path).replaceAll(
    /\{(\w+)(\+?)\}/g,
    (_, name: string, rest: string) => {
      inPath.add(name)
      const text = String(input[name])
      return (rest ? text.split('/') : [text]).map((part) => segment(name, part)).join('/')
    },
  )
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || inPath.has(name)) continue
    const [sent, said] = usesPublicNames ? toPublicName(name, value) : [name, value]
    fields[sent] = encodeText(said, types.get(name))
  }
  return { method, path: filled, fields }
}

/** Dots are not encoded, and would lead to another route. */
function segment(name: string, text: string): string {
  if (/^(\.|%2e){0,2}$/i.test(text)) {
    throw new OperationError('invalid_input', `${name} must not be empty, "." or "..".`)
  }
  return encodeURIComponent(text)
}

/** Text as it is, unless the server would take it for the number or list that it spells. */
function encodeText(value: unknown, types: ReadonlySet<string> = new Set()): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return types.size > 1 && isJson(value) ? JSON.stringify(value) : value
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
