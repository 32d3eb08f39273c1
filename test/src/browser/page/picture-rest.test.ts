import { expect, test } from 'vitest'
import { pictureRests } from '../../../../src/browser/page/picture-rest.ts'
import { stopClock } from '../../../support/stopped-clock.ts'

test('what is drawn is waited for until it stands, and no longer than allowed', async () => {
  using clock = stopClock()
  const beganMs = performance.now()
  const sleep = async (ms: number) => clock.pass(ms)
  const rests = async (drawnMs: number) =>
    pictureRests({
      capture: async () => String(Math.min(drawnMs, performance.now() - beganMs)),
      untilMs: beganMs + 3_000,
      sleep,
    })
  expect(await rests(1_000)).toBe(true)
  expect(performance.now() - beganMs).toBeGreaterThan(1_000)
  expect(await rests(100_000)).toBe(false)
  expect(await pictureRests({ capture: async () => undefined, untilMs: 0, sleep })).toBe(false)
})
