import { expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { isNothingLikely, thresholdOf } from '../../../../../src/extract/content/keep/threshold.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

/** Blocks of ten words each. */
const { blocks } = readSignals(
  parsePage(`<p>${'word '.repeat(10)}</p>`.repeat(4)),
  'https://a.test/',
)
const threshold = (strictness: number, ...probabilities: number[]): number =>
  thresholdOf({ blocks }, Float32Array.from(probabilities), strictness)
const focused = (focus: number): number =>
  thresholdOf({ blocks }, Float32Array.of(1, 1, 1, 1), 1, focus)

test('is half the F1 that is to be expected', () => {
  // Keeping the first two promises 2 · 2 / (2 + 2) = 1.
  expect(threshold(1, 1, 1, 0, 0)).toBeCloseTo(0.5)
  // Keeping all promises 2 · 1.6 / (4 + 1.6), more than keeping fewer.
  expect(threshold(1, 0.4, 0.4, 0.4, 0.4)).toBeCloseTo(0.4 / 1.4)
  expect(threshold(0.8, 1, 1, 0, 0)).toBeCloseTo(0.4)
})

test('is never above the likeliest block, nor above one half', () => {
  expect(threshold(3, 0.3, 0.1, 0, 0)).toBeCloseTo(0.3)
  expect(threshold(3, 1, 1, 1, 1)).toBeCloseTo(0.5)
})

test('moves with the focus', () => {
  expect(focused(1.6)).toBeCloseTo(0.8)
  expect(focused(0.5)).toBeCloseTo(0.25)
  expect(focused(3)).toBeCloseTo(0.9)
})

test('nothing is likely where every block is hardly possible', () => {
  expect(isNothingLikely(Float32Array.of(0.01, 0.09))).toBe(true)
  expect(isNothingLikely(Float32Array.of(0.01, 0.11))).toBe(false)
})
