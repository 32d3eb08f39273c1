import type { SeenChannel } from '../channels/access.ts'
import type { Scope } from './scope.ts'
import type { SearchQuery } from './search-query.ts'

/** The test of one narrow term, with names resolved. */
export type Test =
  | { is: 'in-channels'; ids: readonly number[] }
  | { is: 'in-topic'; key: string }
  | { is: 'in-conversation'; id: number }
  /** A direct message; with a given user or in a group, if stated. */
  | { is: 'direct'; withUser: number | undefined; isGroup: boolean }
  | { is: 'sent-by'; user: number }
  | { is: 'flagged'; bit: number }
  | { is: 'mentioned' }
  | { is: 'mentioning'; user: number }
  | { is: 'unread' }
  | { is: 'resolved' }
  | { is: 'followed' }
  /** Muted by its topic; by its channel too, unless the narrow is about one channel. */
  | { is: 'muted'; byChannel: boolean }
  | { is: 'having'; what: 'attachment' | 'image' | 'link' | 'reaction' }
  | { is: 'id'; id: number }
  /** Words, and the matching messages not indexed yet. */
  | { is: 'found'; query: SearchQuery; unindexed: readonly number[] }
  | { is: 'anything' }

/** A test, possibly negated. */
export interface Clause {
  test: Test
  negated: boolean
}

/** A test of a certain kind. */
export type TestOf<Kind extends Test['is']> = Extract<Test, { is: Kind }>

/** The first test of a kind that messages must pass; undefined where there is none. */
export function requiredTest<Kind extends Test['is']>(
  clauses: readonly Clause[],
  kind: Kind,
): TestOf<Kind> | undefined {
  const found = clauses.find(({ test, negated }) => !negated && test.is === kind)
  return found?.test as TestOf<Kind> | undefined
}

/** A narrow with every name looked up: its tests and its scope. */
export interface Narrow {
  clauses: readonly Clause[]
  scope: Scope
  /** Whether it tests state that only received messages have. */
  isPersonal: boolean
  /** The channel that it is about; undefined without one. */
  channel: SeenChannel | undefined
  /** The searches that messages must match, for marking what they found. */
  searches: readonly SearchQuery[]
}
