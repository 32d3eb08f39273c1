import { expect, test } from 'vitest'
import { CallLog } from '../../../src/app/call-log.ts'

const call = (operation: string, more: object = {}) => ({
  surface: 'mcp',
  operation,
  usesChat: true,
  startedMs: 1,
  ...more,
})

test('tells what an account waits for, and what it did last', () => {
  const log = new CallLog()
  const end = log.follow(call('ask', { account: 7 }))
  log.follow(call('send_message', { account: 7 }))({ outcome: 'ok', seconds: 1 })
  const { last, running } = log.activity().get(7) ?? {}
  expect([last?.operation, running?.map(({ operation }) => operation)]).toEqual([
    'send_message',
    ['ask'],
  ])
  end({ outcome: 'cancelled', seconds: 2 })
  expect(log.activity().get(7)).toMatchObject({ last: { operation: 'ask' }, running: [] })
})

test('learns who calls while the call is under way', () => {
  const log = new CallLog()
  const course: ReturnType<typeof call> & { account?: number } = call('ask')
  log.follow(course)
  expect(log.activity().size).toBe(0)
  course.account = 9
  expect([...log.activity().keys()]).toEqual([9])
})

test('keeps what took part in the chat or cost money, the newest first, and every failure', () => {
  const log = new CallLog()
  const ended = { outcome: 'ok', seconds: 1 }
  log.follow(call('extract', { usesChat: false }))(ended)
  log.follow(call('qr', { usesChat: false, paid: ['0.01'] }))(ended)
  log.follow(call('send_message', { account: 1 }))(ended)
  const error = { message: 'Too large.', hint: 'Ask for less.' }
  log.follow(call('rss_to_json', { usesChat: false }))({ outcome: 'too_large', seconds: 1, error })
  expect(log.calls(10).map(({ operation }) => operation)).toEqual(['send_message', 'qr'])
  expect(log.calls(10, 1).map(({ operation }) => operation)).toEqual(['send_message'])
  expect(log.failures(10)).toMatchObject([{ operation: 'rss_to_json', error }])
})

test('keeps no more than it has room for', () => {
  const log = new CallLog()
  for (let n = 0; n < 6_000; n += 1) {
    log.follow(call(`n${n}`, { account: n }))({ outcome: 'failed', seconds: 1 })
  }
  expect(log.calls(10_000)).toHaveLength(2_000)
  expect(log.failures(10_000)).toHaveLength(200)
  expect(log.activity().size).toBe(5_000)
  expect(log.activity().has(0)).toBe(false)
})
