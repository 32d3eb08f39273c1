import type { ErrorCode, OperationError } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { requestIdField } from '../../lib/request.ts'

/** Codes of the specification for failures that do not name one (chat spec section 7). */
const CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthorized: 'UNAUTHORIZED',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  rate_limited: 'RATE_LIMIT_HIT',
  too_large: 'REQUEST_TOO_LARGE',
  unavailable: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
}

/** The code of any failure that only its message tells from others. */
const ANY_FAILURE_CODE = 'BAD_REQUEST'

/** The code that a failure has in routes of the `form` dialect: its own, or that of its kind. */
export function formCodeOf({ code, specCode }: OperationError): string {
  return specCode ?? CODES[code] ?? ANY_FAILURE_CODE
}

/** A failed call for programs: our code, and the one that the operation's specification documents, where it documents codes. */
interface ErrorFacts {
  code: ErrorCode
  documentedCode?: string
  retryable: boolean
  fields?: Readonly<Record<string, unknown>>
  requestId?: string
}

/** The facts of a failed call; the operation is absent where none was called. */
export function errorFacts(
  error: OperationError,
  operation?: Pick<AnyOperation, 'http'>,
): ErrorFacts {
  const { code, specCode, retryable, fields } = error
  const documentedCode = operation?.http.dialect === 'form' ? formCodeOf(error) : specCode
  return {
    code,
    ...(documentedCode === undefined ? {} : { documentedCode }),
    retryable,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...requestIdField('requestId'),
  }
}

/** A line for readers with the documented code; undefined where it says no more than our own. */
export function documentedLine({ code, specCode }: OperationError): string | undefined {
  if (specCode === undefined || specCode === ANY_FAILURE_CODE) return undefined
  return specCode === CODES[code] ? undefined : `Documented code: ${specCode}.`
}
