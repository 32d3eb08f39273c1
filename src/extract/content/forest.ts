/** What `Forest.nodes` holds for a leaf. */
export const LEAF = -1
/** Features are numbered below this. */
export const FEATURES_MAX_COUNT = 256
const FEATURE_BITS = 8

/** Trees of one model in arrays, all nodes of all trees behind each other. */
export interface Forest {
  /** Sum before the first tree. */
  base: number
  /** Index of the root of each tree. */
  roots: Int32Array
  /** For each node, by `nodeOf`, the feature that it looks at and its left child; the right one follows that. */
  nodes: Int32Array
  /** Greatest value that goes left; of a leaf what it adds. */
  numbers: Float32Array
}

/** A node in one number: fewer reads make the judgement faster than anything else does. */
export function nodeOf(feature: number, left: number): number {
  return (left << FEATURE_BITS) | feature
}

/** The feature of a node that is no leaf. */
export function featureOf(node: number): number {
  return node & (FEATURES_MAX_COUNT - 1)
}

/** The index of the left child of a node that is no leaf. */
export function leftOf(node: number): number {
  return node >> FEATURE_BITS
}

/** The probability for each row of a matrix with `stride` numbers per row. */
export function judge(
  forest: Forest,
  rows: Float32Array,
  count: number,
  stride: number,
): Float32Array {
  const sums = new Float32Array(count).fill(forest.base)
  // Tree by tree: the nodes of one tree stay in the processor's cache for all rows.
  for (const root of forest.roots) addTree(forest, root, rows, stride, sums)
  for (let row = 0; row < count; row += 1) sums[row] = 1 / (1 + Math.exp(-sums[row]!))
  return sums
}

/** A function of its own, since V8 compiles one that is called often better than one that loops long. */
function addTree(
  { nodes, numbers }: Forest,
  root: number,
  rows: Float32Array,
  stride: number,
  sums: Float32Array,
): void {
  for (let row = 0, at = 0; row < sums.length; row += 1, at += stride) {
    let index = root
    let node = nodes[index]!
    while (node !== LEAF) {
      index = leftOf(node) + (rows[at + featureOf(node)]! <= numbers[index]! ? 0 : 1)
      node = nodes[index]!
    }
    sums[row]! += numbers[index]!
  }
}
