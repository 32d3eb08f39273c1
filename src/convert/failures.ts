import { OperationError } from '../contract/errors.ts'
import { CONVERT_RESULT_MAX_BYTES, TABLE_FILLED_MAX_CELLS } from './limits.ts'

/** The refusal of data that is not what `from` says. Never quotes the data. */
export function badData(message: string, hint: string, fields = {}): OperationError {
  return new OperationError('invalid_input', message, { hint, fields })
}

/** The refusal of a table whose rows have little in common. */
export function tooSparse(): OperationError {
  return new OperationError('too_large', 'The table has too many empty cells.', {
    hint: 'Convert rows of one kind at a time.',
    fields: { maxFilledCells: TABLE_FILLED_MAX_CELLS },
  })
}

/** The refusal of a result that does not fit into one answer. */
export function tooLargeResult(bytes: number): OperationError {
  return new OperationError('too_large', 'The converted text is too large for one answer.', {
    hint: 'Split the data and convert the parts.',
    fields: { bytes, maxBytes: CONVERT_RESULT_MAX_BYTES },
  })
}
