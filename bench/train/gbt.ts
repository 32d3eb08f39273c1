/** How a forest is grown. */
export interface ForestOptions {
  trees: number
  leaves: number
  learningRate: number
  /** Least sum of second derivatives in a leaf. */
  leafMinWeight: number
  l2: number
  /** Shares of rows and of features that each tree sees. */
  rowShare: number
  featureShare: number
  seed: number
}

/** One tree: a split sends a row left when its value is at most the threshold; a leaf has feature -1. */
export interface Tree {
  feature: Int16Array
  threshold: Float32Array
  left: Int16Array
  right: Int16Array
  value: Float32Array
}

/** Rows of a table, binned: at most `BINS` values for each column. */
export interface Binned {
  rows: number
  columns: Uint8Array[]
  /** For each column the greatest value of each bin but the last. */
  edges: Float32Array[]
}

const BINS = 64
const SAMPLE_ROWS = 60_000

/** Deterministic random numbers (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Bins the columns `from` to `to` of chosen rows of a row-major matrix by quantiles. */
export function binned(
  matrix: Float32Array,
  stride: number,
  chosen: Int32Array,
  from: number,
  to: number,
): Binned {
  const columns: Uint8Array[] = []
  const edges: Float32Array[] = []
  const step = Math.max(1, Math.floor(chosen.length / SAMPLE_ROWS))
  const values = new Float32Array(chosen.length)
  for (let column = from; column < to; column += 1) {
    chosen.forEach((row, at) => {
      values[at] = matrix[row * stride + column]!
    })
    const sample = values.filter((_, at) => at % step === 0)
    const own = edgesOf(sample.sort())
    edges.push(own)
    columns.push(Uint8Array.from(values, (value) => binOf(own, value)))
  }
  return { rows: chosen.length, columns, edges }
}

function edgesOf(sorted: Float32Array): Float32Array {
  const distinct: number[] = []
  for (const value of sorted)
    if (distinct.at(-1) !== value && distinct.length <= BINS) distinct.push(value)
  const edges: number[] = []
  if (distinct.length <= BINS) {
    for (let at = 1; at < distinct.length; at += 1)
      edges.push((distinct[at - 1]! + distinct[at]!) / 2)
  } else {
    for (let bin = 1; bin < BINS; bin += 1) {
      const value = sorted[Math.floor((bin * sorted.length) / BINS)]!
      if (edges.at(-1) !== value) edges.push(value)
    }
  }
  return Float32Array.from(edges)
}

function binOf(edges: Float32Array, value: number): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= edges[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

/** A node that may still be split. */
interface Growing {
  node: number
  start: number
  end: number
  sumG: number
  sumH: number
  histogram: Float64Array
  gain: number
  feature: number
  bin: number
}

/** What a forest learns from: the label and the weight of each row of `data`, and the rows that it may see. */
export interface Lesson {
  data: Binned
  labels: Uint8Array
  weights: Float32Array
  rows: Int32Array
}

/** Grows a forest for weighted logistic loss. */
export function growForest(
  { data, labels, weights, rows }: Lesson,
  options: ForestOptions,
): { trees: Tree[]; base: number; gains: Float64Array } {
  const random = randomFrom(options.seed)
  let positive = 0
  let total = 0
  for (const row of rows) {
    total += weights[row]!
    positive += weights[row]! * labels[row]!
  }
  const base = Math.log(positive / (total - positive))
  const scores = new Float32Array(data.rows).fill(base)
  const gradient = new Float32Array(data.rows)
  const hessian = new Float32Array(data.rows)
  const pool: Float64Array[] = []
  const gains = new Float64Array(data.columns.length)
  const trees: Tree[] = []
  for (let index = 0; index < options.trees; index += 1) {
    for (const row of rows) {
      const p = 1 / (1 + Math.exp(-scores[row]!))
      gradient[row] = weights[row]! * (p - labels[row]!)
      hessian[row] = weights[row]! * p * (1 - p)
    }
    const drawn = rows.filter(() => random() < options.rowShare)
    const grower = new TreeGrower(data, drawn, { gradient, hessian }, options, random, gains, pool)
    const tree = grower.grow()
    trees.push(tree.tree)
    addScores(data, rows, tree, scores)
  }
  return { trees, base, gains }
}

function addScores(
  data: Binned,
  rows: Int32Array,
  { tree, bins }: { tree: Tree; bins: Uint8Array },
  scores: Float32Array,
): void {
  const { feature, left, right, value } = tree
  for (const row of rows) {
    let node = 0
    while (feature[node]! >= 0) {
      node = data.columns[feature[node]!]![row]! <= bins[node]! ? left[node]! : right[node]!
    }
    scores[row]! += value[node]!
  }
}

class TreeGrower {
  readonly #data: Binned
  readonly #options: ForestOptions
  readonly #rows: Int32Array
  readonly #spare: Int32Array
  readonly #features: number[]
  readonly #gradient: Float32Array
  readonly #hessian: Float32Array
  readonly #gains: Float64Array
  readonly #g: Float32Array
  readonly #h: Float32Array

  /** Histograms that are free to be used again. */
  readonly #pool: Float64Array[]

  constructor(
    data: Binned,
    rows: Int32Array,
    { gradient, hessian }: { gradient: Float32Array; hessian: Float32Array },
    options: ForestOptions,
    random: () => number,
    gains: Float64Array,
    pool: Float64Array[],
  ) {
    this.#data = data
    this.#options = options
    this.#gradient = gradient
    this.#hessian = hessian
    this.#gains = gains
    this.#pool = pool
    this.#rows = rows
    this.#spare = new Int32Array(rows.length)
    const columns = data.columns.map((_, index) => ({ index, order: random() }))
    this.#features = columns
      .toSorted((one, other) => one.order - other.order)
      .slice(0, Math.ceil(options.featureShare * columns.length))
      .map(({ index }) => index)
    this.#g = new Float32Array(rows.length)
    this.#h = new Float32Array(rows.length)
  }

  grow(): { tree: Tree; bins: Uint8Array } {
    const { leaves, learningRate, l2 } = this.#options
    const size = 2 * leaves
    const tree: Tree = {
      feature: new Int16Array(size).fill(-1),
      threshold: new Float32Array(size),
      left: new Int16Array(size),
      right: new Int16Array(size),
      value: new Float32Array(size),
    }
    const bins = new Uint8Array(size)
    let nodes = 1
    const open = [this.#growing(0, 0, this.#rows.length)]
    for (let made = 1; made < leaves;) {
      let best: Growing | undefined
      for (const growing of open) if (!best || growing.gain > best.gain) best = growing
      if (!best || best.gain <= 0) break
      open.splice(open.indexOf(best), 1)
      const middle = this.#partition(best)
      tree.feature[best.node] = best.feature
      tree.threshold[best.node] = this.#data.edges[best.feature]![best.bin]!
      bins[best.node] = best.bin
      this.#gains[best.feature]! += best.gain
      tree.left[best.node] = nodes
      tree.right[best.node] = nodes + 1
      open.push(...this.#children(best, middle, nodes))
      nodes += 2
      made += 1
    }
    for (const { node, sumG, sumH, histogram } of open) {
      this.#pool.push(histogram)
      tree.value[node] = (-learningRate * sumG) / (sumH + l2)
    }
    return {
      bins: bins.subarray(0, nodes),
      tree: {
        feature: tree.feature.slice(0, nodes),
        threshold: tree.threshold.slice(0, nodes),
        left: tree.left.slice(0, nodes),
        right: tree.right.slice(0, nodes),
        value: tree.value.slice(0, nodes),
      },
    }
  }

  /** The smaller child is counted, the other one is what is left of the parent. */
  #children(parent: Growing, middle: number, node: number): Growing[] {
    const isLeftSmaller = middle - parent.start < parent.end - middle
    const small = isLeftSmaller
      ? this.#growing(node, parent.start, middle)
      : this.#growing(node + 1, middle, parent.end)
    const histogram = parent.histogram
    for (let at = 0; at < histogram.length; at += 1) histogram[at]! -= small.histogram[at]!
    const large: Growing = {
      node: isLeftSmaller ? node + 1 : node,
      start: isLeftSmaller ? middle : parent.start,
      end: isLeftSmaller ? parent.end : middle,
      sumG: parent.sumG - small.sumG,
      sumH: parent.sumH - small.sumH,
      histogram,
      gain: 0,
      feature: -1,
      bin: 0,
    }
    this.#setSplit(large)
    return [small, large]
  }

  #growing(node: number, start: number, end: number): Growing {
    const histogram =
      this.#pool.pop()?.fill(0) ?? new Float64Array(this.#features.length * BINS * 2)
    let sumG = 0
    let sumH = 0
    const rows = this.#rows
    const g = this.#g
    const h = this.#h
    for (let at = start; at < end; at += 1) {
      const row = rows[at]!
      sumG += g[at] = this.#gradient[row]!
      sumH += h[at] = this.#hessian[row]!
    }
    for (let index = 0; index < this.#features.length; index += 1) {
      const column = this.#data.columns[this.#features[index]!]!
      count(histogram, index * BINS * 2, column, rows, g, h, start, end)
    }
    const growing = { node, start, end, sumG, sumH, histogram, gain: 0, feature: -1, bin: 0 }
    this.#setSplit(growing)
    return growing
  }

  #setSplit(growing: Growing): void {
    const { l2, leafMinWeight } = this.#options
    const { histogram, sumG, sumH } = growing
    if (sumH < 2 * leafMinWeight) return
    const whole = (sumG * sumG) / (sumH + l2)
    for (let index = 0; index < this.#features.length; index += 1) {
      const feature = this.#features[index]!
      const edges = this.#data.edges[feature]!.length
      const base = index * BINS * 2
      let leftG = 0
      let leftH = 0
      for (let bin = 0; bin < edges; bin += 1) {
        leftG += histogram[base + bin * 2]!
        leftH += histogram[base + bin * 2 + 1]!
        if (leftH < leafMinWeight) continue
        if (sumH - leftH < leafMinWeight) break
        const rightG = sumG - leftG
        const gain =
          (leftG * leftG) / (leftH + l2) + (rightG * rightG) / (sumH - leftH + l2) - whole
        if (gain > growing.gain) {
          growing.gain = gain
          growing.feature = feature
          growing.bin = bin
        }
      }
    }
  }

  /** Sorts the rows of a node into those that go left and those that go right, each in their order. */
  #partition({ start, end, feature, bin }: Growing): number {
    const column = this.#data.columns[feature]!
    const rows = this.#rows
    const spare = this.#spare
    let left = start
    let right = 0
    for (let at = start; at < end; at += 1) {
      const row = rows[at]!
      if (column[row]! <= bin) {
        rows[left] = row
        left += 1
      } else {
        spare[right] = row
        right += 1
      }
    }
    rows.set(spare.subarray(0, right), left)
    return left
  }
}

function count(
  histogram: Float64Array,
  base: number,
  column: Uint8Array,
  rows: Int32Array,
  g: Float32Array,
  h: Float32Array,
  start: number,
  end: number,
): void {
  for (let at = start; at < end; at += 1) {
    const slot = base + (column[rows[at]!]! << 1)
    histogram[slot]! += g[at]!
    histogram[slot + 1]! += h[at]!
  }
}
