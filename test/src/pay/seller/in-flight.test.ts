import { expect, test } from 'vitest'
import { InFlightCalls } from '../../../../src/pay/seller/in-flight.ts'

const { signal } = new AbortController()
const done = Promise.resolve()

test('identical callers share one run, and another binding is told that the key is taken', async () => {
  const inFlight = new InFlightCalls<string>(() => new Error('taken'))
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const begin = async () => {
    runs += 1
    await gate.promise
    return { outcome: 'answer', finished: done }
  }
  const first = inFlight.join('key', 'a', signal, begin)
  const second = inFlight.join('key', 'a', signal, begin)
  await expect(inFlight.join('key', 'b', signal, begin)).rejects.toThrow('taken')
  expect(inFlight.keys).toEqual(['key'])
  gate.resolve()
  expect(await first).toEqual({ outcome: 'answer', isFirst: true })
  expect(await second).toEqual({ outcome: 'answer', isFirst: false })
  expect(runs).toBe(1)
})

test('what has landed is waited for, and the key is free only when its writing is finished', async () => {
  const inFlight = new InFlightCalls<string>(() => new Error('taken'))
  const writing = Promise.withResolvers<void>()
  const begin = async () => ({ outcome: 'refused', finished: writing.promise })
  await inFlight.join('key', 'a', signal, begin)
  let isOther = false
  const other = inFlight.join('key', 'b', signal, async () => {
    isOther = true
    return { outcome: 'answer', finished: done }
  })
  await new Promise(setImmediate)
  expect([isOther, inFlight.keys]).toEqual([false, ['key']])
  writing.resolve()
  expect(await other).toEqual({ outcome: 'answer', isFirst: true })
})

test('the key is free again after a failure', async () => {
  const inFlight = new InFlightCalls<string>(() => new Error('taken'))
  const failing = inFlight.join('key', 'a', signal, async () => {
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  await expect.poll(() => inFlight.keys).toEqual([])
})

test('work is told to stop only when every caller has gone', async () => {
  const inFlight = new InFlightCalls<string>(() => new Error('taken'))
  const [one, two] = [new AbortController(), new AbortController()]
  const gate = Promise.withResolvers<void>()
  let givenSignal: AbortSignal | undefined
  const begin = async (abandoned: AbortSignal) => {
    givenSignal = abandoned
    await gate.promise
    return { outcome: 'answer', finished: done }
  }
  const first = inFlight.join('key', 'a', one.signal, begin)
  const second = inFlight.join('key', 'a', two.signal, begin)
  one.abort()
  expect(givenSignal?.aborted).toBe(false)
  two.abort()
  expect(givenSignal?.aborted).toBe(true)
  gate.resolve()
  await Promise.all([first, second])
})

test('whoever comes when work has been told to stop does not get its failure, but new work', async () => {
  const inFlight = new InFlightCalls<string>(() => new Error('taken'))
  const gone = new AbortController()
  let runs = 0
  const begin = async (abandoned: AbortSignal) => {
    runs += 1
    if (runs > 1) return { outcome: 'answer', finished: done }
    await new Promise((resolve) => {
      abandoned.addEventListener('abort', resolve)
    })
    await new Promise(setImmediate)
    throw new Error('stopped')
  }
  const first = inFlight.join('key', 'a', gone.signal, begin)
  gone.abort()
  const again = inFlight.join('key', 'a', signal, begin)
  await expect(first).rejects.toThrow('stopped')
  expect(await again).toEqual({ outcome: 'answer', isFirst: true })
})
