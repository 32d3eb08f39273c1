import { OperationError } from '../../errors.ts'
import type { Term } from './term.ts'

/** Operators that say nothing of a user. */
const OPERATORS: ReadonlySet<Term['operator']> = new Set([
  'channel',
  'channels',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
])

/**
 * Whether a narrow makes sense without an account: it is about web-public channels, or a channel, and
 * asks nothing personal. What it names must still be open to visitors.
 */
export function isAnonymousNarrow(terms: readonly Term[]): boolean {
  const isOpen = terms.some(
    ({ operator, operand, negated }) =>
      !negated && (operator === 'channel' || (operator === 'channels' && operand === 'web-public')),
  )
  return (
    isOpen &&
    terms.every(
      ({ operator, operand }) =>
        OPERATORS.has(operator) || (operator === 'is' && operand === 'resolved'),
    )
  )
}

/** Without an account there is nothing to read there. */
export function notSignedIn(): OperationError {
  return new OperationError(
    'unauthorized',
    'Not logged in: API authentication or user session required',
    { hint: 'Sign in, or narrow to `channels:web-public`.' },
  )
}
