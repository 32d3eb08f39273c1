import { expect, test } from 'vitest'
import { ByteBudget } from '../../../src/lib/byte-budget.ts'

const never = new AbortController().signal
const budgetOf = (options: { waitMaxMs?: number } = {}): ByteBudget =>
  new ByteBudget({ maxBytes: 100, shareMaxBytes: 60, waitMaxMs: 5_000, ...options })

test('an owner has no more than a share, all together no more than there is', () => {
  const budget = budgetOf()
  const first = budget.lease('a')
  expect([first.tryGrow(60), first.tryGrow(1)]).toEqual([true, false])
  const second = budget.lease('b')
  expect([second.tryGrow(41), second.tryGrow(40)]).toEqual([false, true])
  expect(budget.usedBytes).toBe(100)
  first.shrinkTo(10)
  expect(budget.usedBytes).toBe(50)
  first.shrinkTo()
  first.shrinkTo()
  second.shrinkTo()
  expect(budget.usedBytes).toBe(0)
})

test('an owner has no more leases than may be, with room or waiting for it', async () => {
  const budget = new ByteBudget({
    maxBytes: 100,
    shareMaxBytes: 60,
    waitMaxMs: 20,
    leasesMaxCount: 2,
  })
  const [first, second, third] = [budget.lease('a'), budget.lease('a'), budget.lease('a')] as const
  expect(first.tryGrow(60)).toBe(true)
  const waiting = second.grow(10, never)
  expect(await third.grow(0, never)).toBe(false)
  expect(budget.lease('b').tryGrow(10)).toBe(true)
  expect(await waiting).toBe(false)
  expect(third.tryGrow(0)).toBe(true)
  first.shrinkTo(50)
  expect([second.tryGrow(5), third.tryGrow(5)]).toEqual([true, false])
  first.shrinkTo()
  expect(third.tryGrow(5)).toBe(true)
})

test('room is given in turns of the owners, however many wait for one of them', async () => {
  const budget = budgetOf()
  const all = [budget.lease('x'), budget.lease('y')]
  for (const lease of all) lease.tryGrow(50)
  const served: string[] = []
  const waiting = ['a', 'a', 'a', 'b', 'c'].map(async (owner) => {
    const lease = budget.lease(owner)
    expect(await lease.grow(50, never)).toBe(true)
    served.push(owner)
    lease.shrinkTo()
  })
  for (const lease of all) lease.shrinkTo()
  await Promise.all(waiting)
  expect(served).toEqual(['a', 'b', 'c', 'a', 'a'])
})

test('small wishes do not overtake a large one that waits for the others', async () => {
  const budget = budgetOf()
  const first = budget.lease('a')
  const second = budget.lease('b')
  first.tryGrow(50)
  second.tryGrow(30)
  const served: string[] = []
  const large = budget.lease('c')
  const small = budget.lease('d')
  const waiting = [
    large.grow(60, never).then(() => served.push('large')),
    small.grow(10, never).then(() => served.push('small')),
  ]
  first.shrinkTo()
  await Promise.all(waiting)
  expect(served).toEqual(['large', 'small'])
})

test('who has used up a share keeps nobody else waiting', async () => {
  const budget = budgetOf()
  const first = budget.lease('a')
  first.tryGrow(60)
  const greedy = budget.lease('a').grow(10, never)
  expect(await budget.lease('b').grow(40, never)).toBe(true)
  first.shrinkTo()
  expect(await greedy).toBe(true)
})

test('a wish ends in time, by its signal, and at once where it can never come true', async () => {
  const budget = budgetOf({ waitMaxMs: 20 })
  const lease = budget.lease('a')
  expect(await lease.grow(61, never)).toBe(false)
  lease.tryGrow(60)
  expect(await lease.grow(1, never)).toBe(false)
  const abort = new AbortController()
  const patient = budgetOf()
  patient.lease('a').tryGrow(60)
  const wish = patient.lease('a').grow(1, abort.signal)
  abort.abort()
  expect(await wish).toBe(false)
  expect(await patient.lease('b').grow(1, abort.signal)).toBe(false)
  expect([budget.usedBytes, patient.usedBytes]).toEqual([60, 60])
})

test('those behind one who gave up are served', async () => {
  const budget = budgetOf()
  budget.lease('a').tryGrow(60)
  const abort = new AbortController()
  const large = budget.lease('b').grow(50, abort.signal)
  const small = budget.lease('c').grow(40, never)
  abort.abort()
  expect(await Promise.all([large, small])).toEqual([false, true])
})
