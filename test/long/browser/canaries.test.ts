import { describe, test } from 'vitest'
import { PROXIED } from '../../support/hostile-rendering-ways.ts'
import { expectNothingReached, NETWORK_FLAGS } from '../../support/hostile-rendering.ts'

describe('a hostile page reaches nothing', () => {
  test.each([
    ['http', { ways: PROXIED }],
    ['https', { ways: PROXIED }],
    ['http', {}],
    ['https', {}],
  ] as const)('over %s, from a browser started with %o', async (scheme, launch) => {
    await expectNothingReached(scheme, launch)
  })

  describe.each(['http', 'https'] as const)('over %s', (scheme) => {
    test.each(NETWORK_FLAGS)('from a browser in a network of its own, without %s', async (flag) => {
      await expectNothingReached(scheme, { leaveOutFlags: [flag] })
    })
  })
})
