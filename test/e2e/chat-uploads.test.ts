import { expect, test } from 'vitest'
import { uploadUnderFire } from '../support/tus-kill.ts'

test('an upload that a client of tus goes on with after each kill of the server arrives byte by byte', async () => {
  const report = await uploadUnderFire(24, 2)
  expect(report).toMatchObject({ kills: 2, isExact: true })
  expect(report.resumedAt.length).toBeGreaterThanOrEqual(2)
  // It went on where it was, rather than from the beginning.
  expect(report.resumedAt.at(-1)).toBeGreaterThan(0)
})
