import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether each test runs for every client and arrangement, as the project `combinations` does. */
    everyCombination?: boolean
  }
}

/**
 * Combinations to run a costly suite with: all of them in the project `combinations`, elsewhere those at the positions.
 * Who chooses positions lets each value of each kind occur in some suite.
 */
export function chooseCombinations<T>(
  all: readonly T[],
  positions: readonly number[],
): readonly T[] {
  return inject('everyCombination') ? all : positions.map((position) => all[position]!)
}
