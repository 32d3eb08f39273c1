import { expect, test } from 'vitest'
import { endedJob } from '../../../src/sandbox/verdict.ts'

test('a job is at fault for its own memory, and not for that of all', () => {
  expect(endedJob('memory', '1 byte')).toMatchObject({ code: 'unparsable', retryable: false })
  expect(endedJob('crowded', '1 byte')).toMatchObject({ code: 'unavailable', retryable: true })
})
