import { Buffer } from 'node:buffer'
import {
  FEATURE_BYTES_BITS,
  LEAF_BIT,
  NODE_BYTES,
  NUMBER_BYTES,
  THRESHOLD_AT,
  VALUE_AT,
} from './forest-nodes.ts'
import { FOREST_PROGRAM } from './forest-program.ts'

/** What `Forest.nodes` holds for a leaf; negative, as no other node is. */
export const LEAF = -256
/** Features are numbered below this. */
export const FEATURES_MAX_COUNT = 256
const FEATURE_BITS = 8
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

/** A node in one number. */
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

/** What the program exports: to walk through trees in it takes half of the time that it takes in JavaScript. */
interface Program {
  memory: { buffer: ArrayBuffer }
  /** Adds to each sum what the trees of some roots say of its row; all are addresses, ends excluded, and the stride is in bytes. */
  addTrees(
    roots: number,
    rootsEnd: number,
    rows: number,
    rowsEnd: number,
    stride: number,
    sums: number,
  ): void
}

/** Addresses of the roots of a forest in the memory of the program, the end excluded. */
interface Place {
  roots: number
  rootsEnd: number
}

/** Addresses of what is in the memory: rows, their sums, and then forests. */
const ROWS_AT = 0
const SUMS_AT = ROWS_AT + ROWS_AT_ONCE * FEATURES_MAX_COUNT * NUMBER_BYTES
const FORESTS_AT = SUMS_AT + ROWS_AT_ONCE * NUMBER_BYTES

const module = new WebAssembly.Module(Buffer.from(FOREST_PROGRAM, 'base64'))
const { memory, addTrees } = new WebAssembly.Instance(module).exports as unknown as Program
const bytes = new DataView(memory.buffer)
const numbers = new Float32Array(memory.buffer)

let places = new WeakMap<Forest, Place>()
let placesEnd = FORESTS_AT

/** The probability for each row of a matrix with `stride` numbers per row: that of the mean of the forests, in log odds. */
export function predict(
  forests: readonly Forest[],
  rows: Float32Array,
  count: number,
  stride: number,
): Float32Array {
  const placed = placeAll(forests)
  const base = forests.reduce((sum, forest) => sum + forest.base, 0)
  const chances = new Float32Array(count)
  const strideBytes = stride * NUMBER_BYTES
  const sumsAt = SUMS_AT / NUMBER_BYTES
  // As many rows as stay in the processor's cache go through all trees, then the next ones.
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const taken = Math.min(count - from, ROWS_AT_ONCE)
    numbers.set(rows.subarray(from * stride, (from + taken) * stride), ROWS_AT / NUMBER_BYTES)
    numbers.fill(base, sumsAt, sumsAt + taken)
    for (const { roots, rootsEnd } of placed) {
      addTrees(roots, rootsEnd, ROWS_AT, ROWS_AT + taken * strideBytes, strideBytes, SUMS_AT)
    }
    for (let row = 0; row < taken; row += 1) {
      const logOdds = numbers[sumsAt + row]! / forests.length
      chances[from + row] = 1 / (1 + Math.exp(-logOdds))
    }
  }
  return chances
}

/** Puts forests into the memory that are not there yet; those of before make room where there is none. */
function placeAll(forests: readonly Forest[]): Place[] {
  const missing = forests.filter((forest) => !places.has(forest))
  if (placesEnd + bytesOf(missing) <= bytes.byteLength) return forests.map(placeOf)
  if (FORESTS_AT + bytesOf(forests) > bytes.byteLength) throw new RangeError('Too large forests')
  places = new WeakMap()
  placesEnd = FORESTS_AT
  return forests.map(placeOf)
}

function bytesOf(forests: readonly Forest[]): number {
  return forests.reduce(
    (sum, { nodes, roots }) => sum + nodes.length * NODE_BYTES + roots.length * NUMBER_BYTES,
    0,
  )
}

function placeOf(forest: Forest): Place {
  const known = places.get(forest)
  if (known) return known
  const start = placesEnd
  const addressOf = (index: number): number => start + index * NODE_BYTES
  const roots = addressOf(forest.nodes.length)
  forest.nodes.forEach((node, index) => {
    const at = addressOf(index)
    const number = forest.numbers[index]!
    const isLeaf = node === LEAF
    const left = addressOf(isLeaf ? index : leftOf(node)) << FEATURE_BYTES_BITS
    bytes.setInt32(at, left | (isLeaf ? LEAF_BIT : featureOf(node) * NUMBER_BYTES), true)
    bytes.setFloat32(at + THRESHOLD_AT, isLeaf ? Infinity : number, true)
    bytes.setFloat32(at + VALUE_AT, isLeaf ? number : 0, true)
  })
  forest.roots.forEach((root, tree) => {
    bytes.setInt32(roots + tree * NUMBER_BYTES, addressOf(root), true)
  })
  placesEnd = roots + forest.roots.length * NUMBER_BYTES
  const place = { roots, rootsEnd: placesEnd }
  places.set(forest, place)
  return place
}
