import { expect, test } from 'vitest'
import { readLargeAnswers } from '../../support/large-answers.ts'

/** Longest time that 99 of 100 small calls take while somebody reads large answers. */
const OTHERS_P99_MAX_MS = 100

test('400 messages, 500 edits and 390 scheduled messages that render large', async () => {
  const { others, ...seen } = await readLargeAnswers({
    messages: 400,
    edits: 500,
    scheduled: 390,
  })
  const { times, failures } = others
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0
  console.log('small calls beside large answers:', { calls: times.length, p99, max: times.at(-1) })
  expect(failures).toBe(0)
  expect(seen.byIds.body['messages']).toHaveLength(400)
  expect(seen.history.body['message_history']).toHaveLength(seen.edits + 1)
  expect(seen.scheduled.body['scheduled_messages']).toHaveLength(seen.schedules)
  expect(p99).toBeLessThan(OTHERS_P99_MAX_MS)
})
