/** What `Forest.nodes` holds for a leaf; negative, and like a node that looks at feature 0. */
export const LEAF = -256
/** Features are numbered below this. */
export const FEATURES_MAX_COUNT = 256
const FEATURE_BITS = 8
/** Not exported, as are all numbers of the hot loop: V8 knows their values then. */
const FEATURE_MASK = FEATURES_MAX_COUNT - 1
/** Rows of some 900 bytes: 32 of them are a first-level cache. */
const ROWS_AT_ONCE = 32

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
  return node & FEATURE_MASK
}

/** The index of the left child of a node that is no leaf. */
export function leftOf(node: number): number {
  return node >> FEATURE_BITS
}

/** The probability for each row of a matrix with `stride` numbers per row: that of the mean of the forests, in log odds. */
export function predict(
  forests: readonly Forest[],
  rows: Float32Array,
  count: number,
  stride: number,
): Float32Array {
  const sums = new Float32Array(count).fill(forests.reduce((sum, { base }) => sum + base, 0))
  // As many rows as stay in the processor's cache go through all trees, then the next ones.
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const to = Math.min(count, from + ROWS_AT_ONCE)
    for (const forest of forests) {
      for (let tree = 0; tree < forest.roots.length; tree += 1) {
        addTree(forest, forest.roots[tree]!, rows, stride, sums, from, to)
      }
    }
  }
  for (let row = 0; row < count; row += 1) {
    sums[row] = 1 / (1 + Math.exp(-sums[row]! / forests.length))
  }
  return sums
}

/**
 * A function of its own, since V8 compiles one that is called often better than one that loops long. It takes eight
 * rows down a tree at once: a step waits for the memory that the one before it named, and meanwhile those of other
 * rows can go on.
 */
function addTree(
  { nodes, numbers }: Forest,
  root: number,
  rows: Float32Array,
  stride: number,
  sums: Float32Array,
  from: number,
  to: number,
): void {
  let row = from
  let at = from * stride
  for (; row + 7 < to; row += 8, at += 8 * stride) {
    const at1 = at + stride
    const at2 = at1 + stride
    const at3 = at2 + stride
    const at4 = at3 + stride
    const at5 = at4 + stride
    const at6 = at5 + stride
    const at7 = at6 + stride
    let index0 = root
    let index1 = root
    let index2 = root
    let index3 = root
    let index4 = root
    let index5 = root
    let index6 = root
    let index7 = root
    for (;;) {
      const node0 = nodes[index0]!
      const node1 = nodes[index1]!
      const node2 = nodes[index2]!
      const node3 = nodes[index3]!
      const node4 = nodes[index4]!
      const node5 = nodes[index5]!
      const node6 = nodes[index6]!
      const node7 = nodes[index7]!
      if ((node0 & node1 & node2 & node3 & node4 & node5 & node6 & node7) < 0) break
      index0 = next(index0, node0, rows[at + featureOf(node0)]!, numbers[index0]!)
      index1 = next(index1, node1, rows[at1 + featureOf(node1)]!, numbers[index1]!)
      index2 = next(index2, node2, rows[at2 + featureOf(node2)]!, numbers[index2]!)
      index3 = next(index3, node3, rows[at3 + featureOf(node3)]!, numbers[index3]!)
      index4 = next(index4, node4, rows[at4 + featureOf(node4)]!, numbers[index4]!)
      index5 = next(index5, node5, rows[at5 + featureOf(node5)]!, numbers[index5]!)
      index6 = next(index6, node6, rows[at6 + featureOf(node6)]!, numbers[index6]!)
      index7 = next(index7, node7, rows[at7 + featureOf(node7)]!, numbers[index7]!)
    }
    sums[row]! += numbers[index0]!
    sums[row + 1]! += numbers[index1]!
    sums[row + 2]! += numbers[index2]!
    sums[row + 3]! += numbers[index3]!
    sums[row + 4]! += numbers[index4]!
    sums[row + 5]! += numbers[index5]!
    sums[row + 6]! += numbers[index6]!
    sums[row + 7]! += numbers[index7]!
  }
  for (; row < to; row += 1, at += stride) {
    let index = root
    for (let node = nodes[index]!; node >= 0; node = nodes[index]!) {
      index = next(index, node, rows[at + featureOf(node)]!, numbers[index]!)
    }
    sums[row]! += numbers[index]!
  }
}

/** The node below, or the leaf itself: without a jump, which the processor would guess wrong half the time. */
function next(index: number, node: number, value: number, greatestLeft: number): number {
  const isLeaf = node >> 31
  return (index & isLeaf) | ((leftOf(node) + +(value > greatestLeft)) & ~isLeaf)
}
