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

test('those count as kept for light principals that may have many more jobs of these', () => {
  const members = new Members<RunningTurn>({ recycleAfterJobs: 200, idleMs: 60_000 })
  const [first, second] = [idleCell(), idleCell()]
  const [worn, heavy] = [members.add(first, []), members.add(second, [])]
  expect(members.lastingCount).toBe(2)
  first.isSlow = true
  expect(members.lastingCount).toBe(1)
  first.isSlow = false
  worn.jobsDone = 200
  expect(members.lastingCount).toBe(1)
  worn.jobsDone = 0
  heavy.isForHeavy = true
  expect(members.lastingCount).toBe(1)
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

test('what is kept is a child with all engines that are needed again and again, however new it is', () => {
  const members = new Members<RunningTurn>({ recycleAfterJobs: 200, idleMs: 60_000 })
  for (const job of ['qr', 'page', 'qr', 'page']) members.noteRun(job, performance.now())
  const [first, second] = ['qr', 'page'].map((job) => members.add(idleCell(), [job, 'feed', 'pdf']))
  for (const member of [first!, second!]) member.jobsDone = 9
  const ready = members.add(idleCell(), members.listEnginesToLoad(performance.now()))
  expect([...ready.loaded]).toEqual(['qr', 'page'])
  expect(members.spares).not.toContain(ready)
  expect(members.isReady(performance.now())).toBe(false)
  members.add(idleCell(), ['qr', 'page'])
  expect(members.isReady(performance.now())).toBe(true)
  expect(members.listEnginesToLoad(performance.now())).toEqual([])
})
