import { expect, test } from 'vitest'
import {
  FETCH_MAX_BYTES,
  HISTORY_MAX_BYTES,
  SCHEDULED_MAX_BYTES,
} from '../../../src/chat/limits.ts'
import { readLargeAnswers } from '../../support/large-answers.ts'

/** What JSON adds to HTML, where each quotation mark gets a backslash. */
const JSON_FACTOR = 1.3

test(
  'messages that render large end no server and keep nobody waiting',
  { timeout: 180_000 },
  async () => {
    const seen = await readLargeAnswers({ messages: 75, edits: 40, scheduled: 80 })
    const ids = (answer: { body: Record<string, unknown> }) =>
      (answer.body['messages'] as { id: number }[]).map(({ id }) => id)

    expect(seen.messageIds).toHaveLength(75)
    expect(seen.newest.bytes).toBeLessThan(FETCH_MAX_BYTES * JSON_FACTOR)
    expect(seen.newest.body).toMatchObject({ found_newest: true, found_oldest: false })
    expect(seen.older.body).toMatchObject({ found_newest: false, found_oldest: true })
    expect([...ids(seen.older), ...ids(seen.newest)]).toEqual(seen.messageIds)
    expect(ids(seen.byIds)).toEqual(seen.messageIds)

    expect(seen.refusedEdit?.body['msg']).toContain('edited too often')
    expect(seen.history.body['message_history']).toHaveLength(seen.edits + 1)
    expect(seen.history.bytes).toBeLessThan(2 * HISTORY_MAX_BYTES * JSON_FACTOR + 1_000_000)

    expect(seen.refusedSchedule?.body['msg']).toContain('Too much text in scheduled messages')
    expect(seen.scheduled.body['scheduled_messages']).toHaveLength(seen.schedules)
    expect(seen.scheduled.bytes).toBeLessThan(SCHEDULED_MAX_BYTES * JSON_FACTOR)
    expect(seen.snapshot.body['scheduled_messages']).toHaveLength(seen.schedules)

    expect(seen.others.times.length).toBeGreaterThan(0)
    expect(seen.others.failures).toBe(0)
  },
)
