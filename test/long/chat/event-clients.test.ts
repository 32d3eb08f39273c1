import { expect, test } from 'vitest'
import { compareClients } from '../../support/event-histories.ts'

const SEEDS = Array.from({ length: 200 }, (_, index) => 1_000 + index)

test.each(SEEDS)(
  'what clients know by events is what a new one is told at once: %i',
  async (seed) => {
    expect(await compareClients(seed)).toEqual([])
  },
)
