import { expect, test } from 'vitest'
import type { Cell } from '../../../src/sandbox/cell.ts'
import type { RunningTurn } from '../../../src/sandbox/job-turns.ts'
import { Members } from '../../../src/sandbox/members.ts'

/** A child that does nothing. */
function idleCell(): Cell & { isSlow: boolean } {
  return {
    pid: 1,
    guarded: true,
    isSlow: false,
    send: () => {},
    kill: () => {},
    yieldToOthers: () => {},
    setWorking: () => {},
  }
}

test('a quick job has the child of heavy principals only as long as that is not slowed', () => {
  const members = new Members<RunningTurn>({ recycleAfterJobs: 200, idleMs: 60_000 })
  const cell = idleCell()
  const kept = members.add(cell, ['pdf'])
  kept.isForHeavy = true
  expect(members.choose('pdf', 'quick')).toBe(kept)
  cell.isSlow = true
  expect(members.choose('pdf', 'quick')).toBeUndefined()
  expect(members.choose('pdf', 'heavy')).toBe(kept)
})

test('as many live as are kept for light principals only if they may have many more jobs of these', () => {
  const members = new Members<RunningTurn>({ recycleAfterJobs: 200, idleMs: 60_000 })
  const [first, second] = [idleCell(), idleCell()]
  const [worn, heavy] = [members.add(first, []), members.add(second, [])]
  expect(members.isStocked).toBe(true)
  first.isSlow = true
  expect(members.isStocked).toBe(false)
  first.isSlow = false
  worn.jobsDone = 200
  expect(members.isStocked).toBe(false)
  worn.jobsDone = 0
  heavy.isForHeavy = true
  expect(members.isStocked).toBe(false)
})

test('only quick jobs have a child whose engines are loaded for others, and unknown ones another that has theirs', () => {
  const members = new Members<RunningTurn>({ recycleAfterJobs: 200, idleMs: 60_000 })
  const [first] = [members.add(idleCell(), ['page']), members.add(idleCell(), ['page', 'feed'])]
  expect(members.choose('page', 'long')).toBeUndefined()
  expect(members.choose('pdf', 'unknown')).toBeUndefined()
  expect(members.choose('page', 'unknown')).toBe(first)
  const fresh = members.add(idleCell(), [])
  expect(members.choose('page', 'long')).toBe(fresh)
  expect(members.choose('pdf', 'unknown')).toBe(fresh)
  expect(members.choose('pdf', 'quick')).toBe(members.choose('feed', 'quick'))
})
