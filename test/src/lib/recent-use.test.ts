import { expect, test } from 'vitest'
import { RecentUse } from '../../../src/lib/recent-use.ts'

test('what was used counts half after each half-life', () => {
  const use = new RecentUse(1_000)
  use.add('ann', 8, 0)
  expect(use.of('ann', 0)).toBe(8)
  expect(use.of('ann', 1_000)).toBe(4)
  use.add('ann', 1, 2_000)
  expect(use.of('ann', 2_000)).toBe(3)
  expect(use.of('bob', 2_000)).toBe(0)
})

test('it knows who has used anything lately', () => {
  const use = new RecentUse(1_000)
  use.add('ann', 1, 500)
  use.add('bob', 2, 1_500)
  expect(use.since(500, 1_500)).toEqual([
    ['ann', 0.5],
    ['bob', 2],
  ])
  expect(use.since(501, 1_500)).toEqual([['bob', 2]])
})

test('the quietest owners are forgotten, and not those who came first', () => {
  const use = new RecentUse(1_000_000)
  for (let owner = 0; owner < 10_000; owner += 1) use.add(`owner ${owner}`, 1, owner)
  use.add('owner 0', 1, 10_000)
  use.add('one more', 1, 10_001)
  expect(use.of('owner 1', 10_001)).toBe(0)
  expect(use.of('owner 0', 10_001)).toBeGreaterThan(1)
  expect(use.of('one more', 10_001)).toBe(1)
  expect(use.since(0, 10_001).length).toBeLessThanOrEqual(10_000)
})
