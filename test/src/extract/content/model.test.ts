import { describe, expect, test } from 'vitest'
import { packModel } from '../../../../bench/train/pack-model.ts'
import { judge, LEAF, type Forest } from '../../../../src/extract/content/forest.ts'
import { unpackModel, type Model } from '../../../../src/extract/content/model.ts'

/** Two trees: `x0 <= 1 ? -1 : (x1 <= 5 ? 2 : 3)` and `x1 <= 0 ? 0.5 : 0`. */
const forest: Forest = {
  base: 0.25,
  roots: Int32Array.of(0, 5),
  features: Uint8Array.of(0, LEAF, 1, LEAF, LEAF, 1, LEAF, LEAF),
  numbers: Float32Array.of(1, -1, 5, 2, 3, 0, 0.5, 0),
  lefts: Int32Array.of(1, 0, 3, 0, 0, 6, 5, 5),
}

test('a forest sums what the leaves of its trees say', () => {
  const rows = Float32Array.of(1, 9, 2, 5, 2, 6, 0, 0)
  const logits = [0.25 - 1, 0.25 + 2, 0.25 + 3, 0.25 - 1 + 0.5]
  const expected = logits.map((logit) => 1 / (1 + Math.exp(-logit)))
  const judged = judge(forest, rows, 4, 2)
  expect([...judged].map((value) => value.toFixed(5))).toEqual(
    expected.map((value) => value.toFixed(5)),
  )
})

describe('a packed model', () => {
  const model: Model = {
    threshold: 0.5,
    tables: {
      names: new Map([
        [-7, -1.5],
        [2_000_000_000, 7.875],
      ]),
      phrases: new Map(),
      prefixes: new Map([[3, 0.0625]]),
      words: new Map([[4, -7.875]]),
    },
    first: forest,
    second: { ...forest, base: -1 },
  }

  test('is the same when unpacked, and judges the same', () => {
    const unpacked = unpackModel(packModel(model))
    expect(unpacked.tables).toEqual(model.tables)
    expect(unpacked.threshold).toBe(0.5)
    expect(unpacked.second.base).toBe(-1)
    const rows = Float32Array.of(1, 9, 2, 5, 2, 6, 0, 0)
    expect(judge(unpacked.first, rows, 4, 2)).toEqual(judge(forest, rows, 4, 2))
  })

  test('is refused when it is cut short', () => {
    expect(() => unpackModel(packModel(model).slice(0, -3))).toThrow(RangeError)
  })
})
