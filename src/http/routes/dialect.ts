import type { Context } from 'hono'
import type { CallCourse } from '../../contract/call-course.ts'
import { type ErrorCode, OperationError } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'

/** Context of one request besides its content. */
export interface Visit {
  /** What limits count the caller by; undefined where there is no connection. */
  peer: string | undefined
  /** Called with an error outcome: payment required, or settlement pending. */
  note(outcome: ErrorCode): void
  /** Takes what is learned of the call. */
  course: CallCourse
}

/** An HTTP dialect: how calls are decoded, and how results and failures are written. */
export interface Dialect {
  /** Prefix of all its paths, without a slash at the end; may be empty. */
  base: string
  serve(c: Context, operation: AnyOperation, visit: Visit): Promise<Response>
  /** Returns the response for an error, also for unknown paths below the base. */
  fail(c: Context, error: OperationError): Response
}

/** Where an operation is served, as hono's router writes paths and the parameters in them. */
export function routePaths(base: string, operation: AnyOperation): string[] {
  const { path, otherPaths = [] } = operation.http
  return [path, ...otherPaths].map((template) => {
    const written = template.replaceAll(/\{(\w+)(\+?)\}/g, (_, name: string, rest: string) => {
      if (rest) return `:${name}{.+}`
      return isInteger(operation, name) ? `:${name}{[0-9]+}` : `:${name}`
    })
    return `${base}${written}`
  })
}

/** Routes with fewer and later parameters first: `/users/me` must be asked before `/users/{email}`. */
export function compareSpecificity(a: AnyOperation, b: AnyOperation): number {
  const [keyA, keyB] = [specificity(a), specificity(b)]
  return keyA === keyB ? 0 : keyA < keyB ? -1 : 1
}

/** One digit per segment: 0 for a word, 1 for a number, 2 for anything, 3 for the rest of the path. */
function specificity(operation: AnyOperation): string {
  const ranks = operation.http.path.split('/').map((segment) => {
    const [, name, rest] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? []
    if (name === undefined) return '0'
    if (rest) return '3'
    return isInteger(operation, name) ? '1' : '2'
  })
  return ranks.join('')
}

function isInteger(operation: AnyOperation, name: string): boolean {
  const field = (operation.input.shape as Record<string, { def?: { type?: string } }>)[name]
  return field?.def?.type === 'number'
}

/** The refusal of a method that the path does not take. */
export function methodNotAllowed(method: string): OperationError {
  return new OperationError('method_not_allowed', `This route takes ${method} only.`, {
    hint: `Call it with ${method} and a JSON object as body.`,
  })
}

/** The refusal of an unknown path. */
export function notFound(): OperationError {
  return new OperationError('not_found', 'There is no such route.', {
    hint: 'GET /openapi.json lists all routes.',
  })
}
