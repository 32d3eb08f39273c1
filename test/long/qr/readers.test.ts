import { describe, expect, test } from 'vitest'
import { fuzzTexts, roundTrip } from '../../support/qr-readers.ts'

const FUZZ_COUNT = 1_000
const FUZZ_SEED = 7

describe('a thousand texts at every level', () => {
  test.each(['L', 'M', 'Q', 'H'] as const)(
    'level %s: both readers read PNG and SVG identically',
    async (errorCorrection) => {
      const wrong: unknown[] = []
      for (const text of fuzzTexts(FUZZ_COUNT, FUZZ_SEED)) {
        const seen = await roundTrip({ text, errorCorrection })
        if (seen.some((one) => one !== text)) wrong.push({ text, seen })
      }
      expect(wrong).toEqual([])
    },
  )
})
