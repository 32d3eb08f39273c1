// @module-tag full
import { expect, test } from 'vitest'
import { askThroughRestart } from '../../support/pending-question.ts'

test('a question whose server is stopped and started again gets its answer, and is asked once', async () => {
  expect(await askThroughRestart('SIGTERM')).toBe(1)
})
