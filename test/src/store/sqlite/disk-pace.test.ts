import { expect, test } from 'vitest'
import { DiskPace } from '../../../../src/store/sqlite/sqlite-wal.ts'

test('a disk is quick until a sync takes long, and again after a while', () => {
  const pace = new DiskPace()
  expect(pace.isQuick(0)).toBe(true)
  pace.note(20, 1_000)
  expect(pace.isQuick(1_000)).toBe(true)
  pace.note(21, 2_000)
  expect(pace.isQuick(5_999)).toBe(false)
  expect(pace.isQuick(6_000)).toBe(true)
})

test('the while gets longer each time that the disk is slow again, and short after it was quick for as long', () => {
  const pace = new DiskPace()
  const whiles: number[] = []
  let nowMs = 0
  const slow = () => {
    pace.note(300, nowMs)
    const fromMs = nowMs
    while (!pace.isQuick(nowMs)) nowMs += 1_000
    whiles.push((nowMs - fromMs) / 1_000)
  }
  for (let n = 0; n < 7; n += 1) slow()
  expect(whiles).toEqual([4, 8, 16, 32, 64, 64, 64])
  pace.note(1, nowMs + 64_000)
  slow()
  expect(whiles.at(-1)).toBe(64)
  nowMs += 64_001
  pace.note(1, nowMs)
  slow()
  expect(whiles.at(-1)).toBe(4)
})
