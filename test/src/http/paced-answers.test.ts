import { expect, test } from 'vitest'
import {
  LARGE_ANSWERS_BURST_CHARS,
  LARGE_ANSWERS_CHARS_PER_SECOND,
} from '../../../src/http/limits.ts'
import { alice, startChatForEach } from '../../support/chat-people.ts'

startChatForEach('Alice')

/** More than the burst, by what takes some time. */
const ASKED_CHARS = LARGE_ANSWERS_BURST_CHARS + 2.5 * LARGE_ANSWERS_CHARS_PER_SECOND

test('who asks for one large answer after another is sent no more than their pace', async () => {
  const content = '$$\\sqrt2$$ '.repeat(900)
  for (let n = 0; n < 4; n += 1) {
    await alice.post('/messages', { type: 'channel', to: 'general', topic: 't', content })
  }
  const range = { anchor: 'newest', num_before: 10, num_after: 0 }
  const startedMs = performance.now()
  let read = 0
  while (read < ASKED_CHARS) read += JSON.stringify(await alice.get('/messages', range)).length
  const allowed =
    LARGE_ANSWERS_BURST_CHARS +
    ((performance.now() - startedMs) / 1_000) * LARGE_ANSWERS_CHARS_PER_SECOND
  // What it was sent last was begun within its pace.
  expect(read).toBeLessThan(allowed + 2_500_000)
})
