import { OperationError } from '../../contract/errors.ts'
import { canReadChannel, loadKnownChannels, type SeenChannel } from '../channels/access.ts'
import { isGuest, type Requester } from '../kernel/requester.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Term } from './term.ts'

/** The messages a narrow selects from: the whole history of channels, or what a user received and may still read. */
export type Scope =
  | { kind: 'history'; user: User | undefined; channels: readonly number[] }
  | { kind: 'personal'; user: User; readable: readonly number[] }

/** Operators whose tests do not depend on a user's personal state. */
const NOT_PERSONAL = new Set(['resolved'])

/**
 * The scope of a narrow. The history of a channel is open where a term names it, the requester may read it
 * and it is shared; without an account, that of web-public channels.
 */
export async function loadScope(
  db: Reader,
  requester: Requester,
  terms: readonly Term[],
  named: SeenChannel | undefined,
): Promise<Scope> {
  const { user } = requester
  if (!user) {
    const channels = (await loadKnownChannels(db, requester)).filter(
      ({ channel }) => channel.is_web_public,
    )
    return { kind: 'history', user, channels: idsOf(channels) }
  }
  const isPersonal = testsPersonalState(terms)
  if (named && !isPersonal && hasOpenHistory(requester, named)) {
    return { kind: 'history', user, channels: [named.channel.id] }
  }
  const readable = (await loadKnownChannels(db, requester)).filter((seen) =>
    canReadChannel(requester, seen),
  )
  const wantsPublic = terms.some(
    ({ operator, operand, negated }) => operator === 'channels' && operand === 'public' && !negated,
  )
  if (wantsPublic && !isPersonal && !isGuest(requester)) {
    const open = readable.filter(({ channel }) => !channel.is_private)
    return { kind: 'history', user, channels: idsOf(open) }
  }
  return { kind: 'personal', user, readable: idsOf(readable) }
}

/** Whether a narrow tests a user's personal state of messages, which only exists for received ones. */
export function testsPersonalState(terms: readonly Term[]): boolean {
  return terms.some(
    ({ operator, operand }) => operator === 'is' && !NOT_PERSONAL.has(String(operand)),
  )
}

/** The received part of a scope. */
export function receivedOnly(scope: Scope, user: User): Scope {
  const readable = scope.kind === 'history' ? scope.channels : scope.readable
  return { kind: 'personal', user, readable }
}

function hasOpenHistory(requester: Requester, seen: SeenChannel): boolean {
  return seen.channel.has_shared_history === 1 && canReadChannel(requester, seen)
}

function idsOf(channels: readonly SeenChannel[]): number[] {
  return channels.map(({ channel }) => channel.id)
}

/** Operators that do not concern a user. */
const OPERATORS: ReadonlySet<Term['operator']> = new Set([
  'channel',
  'channels',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'date',
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

/** The error for narrows that need an account. */
export function notSignedIn(): OperationError {
  return new OperationError(
    'unauthorized',
    'Not logged in: API authentication or user session required',
    { hint: 'Sign in, or narrow to `channels:web-public`.' },
  )
}
