import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../../../../bench/train/gbt.ts'
import { packModel } from '../../../../../bench/train/pack-model.ts'
import { NODE_BYTES } from '../../../../../src/extract/content/model/forest-nodes.ts'
import {
  featureOf,
  type Forest,
  LEAF,
  leftOf,
  nodeOf,
  predict,
} from '../../../../../src/extract/content/model/forest.ts'
import { unpackModel, type Model } from '../../../../../src/extract/content/model/model.ts'
import { PAGE_TYPES } from '../../../../../src/extract/content/model/page-type.ts'
import { WeightTable } from '../../../../../src/extract/content/model/weight-table.ts'

/** Two trees: `x0 <= 1 ? -1 : (x1 <= 5 ? 2 : 3)` and `x1 <= 0 ? 0.5 : 0`. */
const forest: Forest = {
  base: 0.25,
  roots: Int32Array.of(0, 5),
  nodes: Int32Array.of(nodeOf(0, 1), LEAF, nodeOf(1, 3), LEAF, LEAF, nodeOf(1, 6), LEAF, LEAF),
  numbers: Float32Array.of(1, -1, 5, 2, 3, 0, 0.5, 0),
}

function tableOf(...entries: [key: number, steps: number][]): WeightTable {
  return new WeightTable(
    Int32Array.from(entries, ([key]) => key),
    Int8Array.from(entries, ([, steps]) => steps),
  )
}

test('a table finds each of many keys, and no other one', () => {
  const keys = Array.from({ length: 3000 }, (_, at) => Math.imul(at - 1500, 65_536))
  const table = tableOf(...keys.map((key, at): [number, number] => [key, (at % 127) + 1]))
  expect(keys.every((key, at) => table.get(key) === ((at % 127) + 1) / 16)).toBe(true)
  expect(table.get(7)).toBe(0)
})

test('a forest sums what the leaves of its trees say', () => {
  const rows = Float32Array.of(1, 9, 2, 5, 2, 6, 0, 0)
  const logits = [0.25 - 1, 0.25 + 2, 0.25 + 3, 0.25 - 1 + 0.5]
  const expected = logits.map((logit) => 1 / (1 + Math.exp(-logit)))
  const judged = predict([forest], rows, 4, 2)
  expect([...judged].map((value) => value.toFixed(5))).toEqual(
    expected.map((value) => value.toFixed(5)),
  )
})

test('a forest judges many rows like each of them alone', () => {
  const rows = Float32Array.from({ length: 2 * 11 }, (_, at) => (at * 7) % 5)
  const alone = Array.from(
    { length: 11 },
    (_, row) => predict([forest], rows.slice(2 * row, 2 * row + 2), 1, 2)[0],
  )
  expect([...predict([forest], rows, 11, 2)]).toEqual(alone)
})

test.each([1, 2, 3])('a forest judges as its trees say (seed %i)', (seed) => {
  const random = randomFrom(seed)
  const stride = 9
  const count = 8 * 12 + 5
  const rows = Float32Array.from({ length: count * stride }, () => Math.fround(random() * 4 - 2))
  const grown = randomForest(random, stride)
  const { base, roots, nodes, numbers } = grown
  const alone = Array.from({ length: count }, (_, row) => {
    let sum = Math.fround(base)
    for (const root of roots) {
      let at = root
      while (nodes[at] !== LEAF) {
        const isRight = rows[row * stride + featureOf(nodes[at]!)]! > numbers[at]!
        at = leftOf(nodes[at]!) + Number(isRight)
      }
      sum = Math.fround(sum + numbers[at]!)
    }
    return Math.fround(1 / (1 + Math.exp(-sum)))
  })
  expect([...predict([grown], rows, count, stride)]).toEqual(alone)
})

test('forests that need more memory than there is make room for each other', () => {
  const random = randomFrom(4)
  const rows = Float32Array.from({ length: 9 }, () => Math.fround(random() * 4 - 2))
  const forests = Array.from({ length: 60 }, () => randomForest(random, 9, 400))
  const first = forests.map((each) => predict([each], rows, 1, 9)[0])
  expect(forests.map((each) => predict([each], rows, 1, 9)[0])).toEqual(first)
  const bytes = forests.reduce((sum, { nodes }) => sum + nodes.length * NODE_BYTES, 0)
  expect(bytes).toBeGreaterThan(4 * 2 ** 20)
  const largest = { ...forests[0]!, nodes: new Int32Array(300_000).fill(LEAF) }
  expect(() => predict([largest], rows, 1, 9)).toThrow(RangeError)
})

/** Trees that are deep at random places. */
function randomForest(random: () => number, features: number, trees = 40): Forest {
  const roots: number[] = []
  const nodes: number[] = []
  const numbers: number[] = []
  const grow = (at: number, depth: number): void => {
    numbers[at] = Math.fround(random() * 2 - 1)
    nodes[at] = LEAF
    if (depth === 0 || random() < 0.2) return
    const left = nodes.length
    nodes[at] = nodeOf(Math.floor(random() * features), left)
    nodes.push(LEAF, LEAF)
    grow(left, depth - 1)
    grow(left + 1, depth - 1)
  }
  for (let tree = 0; tree < trees; tree += 1) {
    roots.push(nodes.length)
    nodes.push(LEAF)
    grow(nodes.length - 1, 6)
  }
  return {
    base: random(),
    roots: Int32Array.from(roots),
    nodes: Int32Array.from(nodes),
    numbers: Float32Array.from(numbers),
  }
}

test('several forests judge by the mean of their log odds', () => {
  const rows = Float32Array.of(1, 9)
  const [judged] = predict([forest, { ...forest, base: 1.25 }], rows, 1, 2)
  expect(judged).toBeCloseTo(1 / (1 + Math.exp(-(0.75 - 1))))
})

describe('a packed model', () => {
  const model: Model = {
    strictness: 0.5,
    tables: {
      names: tableOf([-7, -24], [2_000_000_000, 126]),
      phrases: tableOf(),
      prefixes: tableOf([3, 1]),
      words: tableOf([4, -126]),
    },
    first: forest,
    seconds: [forest, { ...forest, base: -1 }],
    types: { tokens: tableOf([9, 3]), forests: PAGE_TYPES.map(() => forest) },
  }

  test('is the same when unpacked, and judges the same', () => {
    const unpacked = unpackModel(packModel(model))
    expect(unpacked.tables.names.get(-7)).toBe(-1.5)
    expect(unpacked.tables.names.get(2_000_000_000)).toBe(7.875)
    expect(unpacked.tables.names.get(3)).toBe(0)
    expect(unpacked.tables.prefixes.get(3)).toBe(0.0625)
    expect(unpacked.tables.words.get(4)).toBe(-7.875)
    expect(unpacked.tables.phrases.get(4)).toBe(0)
    expect(unpacked.strictness).toBe(0.5)
    expect(unpacked.seconds.map(({ base }) => base)).toEqual([0.25, -1])
    const rows = Float32Array.of(1, 9, 2, 5, 2, 6, 0, 0)
    expect(predict([unpacked.first], rows, 4, 2)).toEqual(predict([forest], rows, 4, 2))
  })

  test('is refused when it is cut short, wherever that is', () => {
    const bytes = packModel(model)
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => unpackModel(bytes.slice(0, length))).toThrow(RangeError)
    }
  })
})
