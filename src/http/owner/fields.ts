import { OperationError } from '../../contract/errors.ts'
import type { RawFields } from '../bodies/form-fields.ts'

/** The amount in dollars in a field. Throws `invalid_input` for anything else. */
export function usdIn(fields: RawFields, name: string): string {
  const value = String(fields.get(name))
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(value)) return value
  throw invalid(`${name} is no amount in dollars, such as 0.50.`)
}

/** A whole number of a request. Throws `invalid_input` for anything else. */
export function wholeNumber(value: unknown, name: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw invalid(`${name} is no whole number.`)
}

/** The refusal of what a request says. */
export function invalid(message: string): OperationError {
  return new OperationError('invalid_input', message, { specCode: 'BAD_REQUEST' })
}
