import { expect, test } from 'vitest'
import { partsOf, sendInParts } from '../../../../src/chat/agent/send-in-parts.ts'
import { OperationError } from '../../../../src/contract/errors.ts'

const { signal } = new AbortController()

test('a text that is too long is refused with its length, the limit and what to do', () => {
  expect(() => partsOf({ content: 'x'.repeat(25_000) })).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: expect.stringContaining('(limit: 10000 characters): it has 25000'),
      hint: expect.stringContaining('split: true to send it as 3 messages'),
      fields: { chars: 25_000, max_chars: 10_000, parts: 3 },
    }),
  )
  expect(partsOf({ content: `${'x'.repeat(10_000)}  \n` })).toHaveLength(1)
})

test('where a part cannot be sent, it is told which ones were', async () => {
  let next = 7
  const sent = sendInParts(['a', 'b', 'c'], signal, async (content) => {
    if (content === 'c') {
      throw new OperationError('rate_limited', 'Too fast.', { specCode: 'RATE_LIMIT_HIT' })
    }
    return { id: next++ }
  })
  await expect(sent).rejects.toMatchObject({
    code: 'rate_limited',
    specCode: 'RATE_LIMIT_HIT',
    message: 'Only 2 of 3 parts were sent, as messages 7, 8. The next one failed: Too fast.',
    fields: { sent_ids: [7, 8], parts: 3 },
  })
})

test('what fails at once is told as it is, and what is cancelled goes no further', async () => {
  const refused = new OperationError('invalid_input', 'No.')
  await expect(sendInParts(['a'], signal, () => Promise.reject(refused))).rejects.toBe(refused)
  const stop = new AbortController()
  const sent = sendInParts(['a', 'b'], stop.signal, async () => {
    stop.abort()
    return { id: 1 }
  })
  await expect(sent).rejects.toMatchObject({ code: 'cancelled', fields: { sent_ids: [1] } })
})
