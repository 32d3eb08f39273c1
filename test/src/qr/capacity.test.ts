import { expect, test } from 'vitest'
import { requireFit, type ErrorCorrection } from '../../../src/qr/capacity.ts'
import { qrJob } from '../../../src/qr/qr-job.ts'

const fits = (text: string, level: ErrorCorrection) => {
  try {
    requireFit(text, level)
    return true
  } catch {
    return false
  }
}

/** Characters of one kind that fit at each level (ISO/IEC 18004, table 7). */
const LIMITS: readonly [string, ErrorCorrection, number][] = [
  ['1', 'L', 7089],
  ['1', 'M', 5596],
  ['1', 'Q', 3993],
  ['1', 'H', 3057],
  ['A', 'L', 4296],
  ['A', 'H', 1852],
  ['x', 'L', 2953],
  ['x', 'M', 2331],
  ['x', 'Q', 1663],
  ['x', 'H', 1273],
  ['é', 'M', 1165],
]

test.each(LIMITS)('%s at level %s fits %i times and not once more', async (char, level, count) => {
  expect([fits(char.repeat(count), level), fits(char.repeat(count + 1), level)]).toEqual([
    true,
    false,
  ])
  const job = async (text: string) =>
    qrJob({ text, errorCorrection: level, format: 'svg' }).then(
      () => true,
      () => false,
    )
  expect(await job(char.repeat(count))).toBe(true)
  expect(await job(char.repeat(count + 1))).toBe(false)
})
