// @module-tag full
import { expect, test } from 'vitest'
import { compareClients } from '../../support/event-histories.ts'

test.each([1, 2])(
  'what clients know by events is what a new one is told at once: %i',
  async (seed) => {
    expect(await compareClients(seed)).toEqual([])
  },
)
