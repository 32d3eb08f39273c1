/** Feature number that marks a leaf. */
export const LEAF = 255

/** Trees of one model in arrays, all nodes of all trees behind each other. */
export interface Forest {
  /** Sum before the first tree. */
  base: number
  /** Index of the root of each tree. */
  roots: Int32Array
  /** Feature that a node looks at; `LEAF` for a leaf. */
  features: Uint8Array
  /** Greatest value that goes left; of a leaf what it adds. */
  numbers: Float32Array
  /** Index of the left child; the right one follows it. */
  lefts: Int32Array
}

/** The probability for each row of a matrix with `stride` numbers per row. */
export function judge(
  forest: Forest,
  rows: Float32Array,
  count: number,
  stride: number,
): Float32Array {
  const { base, roots, features, numbers, lefts } = forest
  const sums = new Float32Array(count).fill(base)
  // Tree by tree: the nodes of one tree stay in the processor's cache for all rows.
  for (const root of roots) {
    for (let row = 0, at = 0; row < count; row += 1, at += stride) {
      let node = root
      let feature = features[node]!
      while (feature !== LEAF) {
        node = lefts[node]! + (rows[at + feature]! <= numbers[node]! ? 0 : 1)
        feature = features[node]!
      }
      sums[row]! += numbers[node]!
    }
  }
  for (let row = 0; row < count; row += 1) sums[row] = 1 / (1 + Math.exp(-sums[row]!))
  return sums
}
