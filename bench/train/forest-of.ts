import { LEAF, nodeOf, type Forest } from '../../src/extract/content/model/forest.ts'
import type { Tree } from './gbt.ts'

/** Puts grown trees into the arrays that the product reads. */
export function forestOf(trees: readonly Tree[], base: number): Forest {
  let start = 0
  const roots = Int32Array.from(trees, ({ feature }) => {
    start += feature.length
    return start - feature.length
  })
  return {
    base,
    roots,
    nodes: Int32Array.from(
      trees.flatMap(({ feature, left }, tree) =>
        [...feature].map((number, at) =>
          number < 0 ? LEAF : nodeOf(number, roots[tree]! + left[at]!),
        ),
      ),
    ),
    numbers: Float32Array.from(
      trees.flatMap(({ feature, threshold, value }) =>
        [...feature].map((number, at) => (number < 0 ? value[at]! : threshold[at]!)),
      ),
    ),
  }
}
