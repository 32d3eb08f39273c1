import { expect, test } from 'vitest'
import { binned, growForest, randomFrom, type ForestOptions } from '../../../bench/train/gbt.ts'

const options: ForestOptions = {
  trees: 20,
  leaves: 4,
  learningRate: 0.3,
  leafMinWeight: 1,
  l2: 1,
  rowShare: 0.8,
  featureShare: 1,
  seed: 3,
}
const rows = 2000
const every = Int32Array.from({ length: rows }, (_, row) => row)
const random = randomFrom(5)
const matrix = Float32Array.from({ length: rows * 3 }, () => Math.floor(random() * 100))
/** True where exactly one of the first two columns is small; the third column is noise. */
const labels = Uint8Array.from({ length: rows }, (_, row) =>
  matrix[row * 3]! < 30 === matrix[row * 3 + 1]! < 60 ? 0 : 1,
)
const grown = (seed = 3): ReturnType<typeof growForest> =>
  growForest(
    {
      data: binned(matrix, 3, every, 0, 3),
      labels,
      weights: new Float32Array(rows).fill(1),
      rows: every,
    },
    { ...options, seed },
  )

test('a forest learns what no single column tells', () => {
  const { trees, base, gains } = grown()
  let right = 0
  for (let row = 0; row < rows; row += 1) {
    let sum = base
    for (const { feature, threshold, left, right: other, value } of trees) {
      let node = 0
      while (feature[node]! >= 0) {
        node = matrix[row * 3 + feature[node]!]! <= threshold[node]! ? left[node]! : other[node]!
      }
      sum += value[node]!
    }
    if (sum > 0 === (labels[row] === 1)) right += 1
  }
  expect(right / rows).toBeGreaterThan(0.98)
  expect(gains[2]).toBeLessThan(gains[0]! / 10)
})

test('the same seed gives the same forest, another one another', () => {
  expect(grown()).toEqual(grown())
  expect(grown(4)).not.toEqual(grown())
})
