import { expect, test } from 'vitest'
import { AnswerTurns } from '../../../../src/http/fairness/answer-turns.ts'
import { LARGE_ANSWERS_WAITING_MAX_COUNT } from '../../../../src/http/limits.ts'

const { signal } = new AbortController()

test('one caller has one turn at a time, in the order of the calls, and nobody else waits for them', async () => {
  const turns = new AnswerTurns()
  const order: string[] = []
  const end = await turns.take('a', signal)
  const second = turns.take('a', signal).then((next) => (order.push('second'), next))
  const third = turns.take('a', signal).then((next) => (order.push('third'), next))
  const endOther = await turns.take('b', signal)
  expect(order).toEqual([])
  end()
  end()
  const endSecond = await second
  expect(order).toEqual(['second'])
  endSecond()
  const endThird = await third
  endThird()
  endOther()
  await turns.take('a', signal)
})

test('who has too many waiting is asked to come again', async () => {
  const turns = new AnswerTurns()
  await turns.take('a', signal)
  for (let n = 0; n < LARGE_ANSWERS_WAITING_MAX_COUNT; n += 1) void turns.take('a', signal)
  await expect(turns.take('a', signal)).rejects.toMatchObject({
    code: 'rate_limited',
    fields: { 'retry-after': expect.any(Number) },
  })
})

test('a call that is given up waits no longer', async () => {
  const turns = new AnswerTurns()
  const end = await turns.take('a', signal)
  const gone = new AbortController()
  const second = turns.take('a', gone.signal)
  const third = turns.take('a', signal)
  gone.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  end()
  expect(await third).toBeTypeOf('function')
})

test('callers without a turn are forgotten when there are many, and those with one are not', async () => {
  const turns = new AnswerTurns()
  await turns.take('a', signal)
  for (let n = 0; n < 2_500; n += 1) (await turns.take(`other ${n}`, signal))()
  let hasTurn = false
  void turns.take('a', signal).then(() => (hasTurn = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasTurn).toBe(false)
  expect(turns.size).toBeLessThan(1_100)
})
