import { existsSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  memoryReader,
  MemoryWatch,
  parsePs,
  parseStatus,
  parseTasklist,
} from '../../../src/sandbox/memory.ts'

const GONE_PID = 2 ** 30
const POLL_MS = 5

/** Holds the timers of watches; the function lets them look some times. */
function holdTimers() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return async (times: number) => vi.advanceTimersByTimeAsync(times * POLL_MS)
}

test.skipIf(process.platform !== 'linux')('reads /proc on Linux', async () => {
  const sizes = await memoryReader('linux').read([process.pid, GONE_PID])
  expect([...sizes.keys()]).toEqual([process.pid])
  const { heapTotal, rss } = process.memoryUsage()
  expect(sizes.get(process.pid)).toBeGreaterThan(heapTotal * 0.7)
  // Not the program itself, which every process of it has once.
  expect(sizes.get(process.pid)).toBeLessThan(rss)
})

test('what a process adds is its own memory, that which it shares on purpose, and what was swapped out', () => {
  const kernel =
    'Name:\tnode\nVmRSS:\t  100 kB\nRssAnon:\t   30 kB\nRssFile:\t   60 kB\nRssShmem:\t   10 kB\nVmSwap:\t    5 kB\n'
  expect(parseStatus(kernel)).toBe(45 * 1024)
  // Before Linux 4.5.
  expect(parseStatus('VmRSS:\t  100 kB\nVmSwap:\t    5 kB\n')).toBe(105 * 1024)
  expect(parseStatus('Name:\tkthreadd\n')).toBe(0)
})

test.skipIf(!existsSync('/bin/ps'))('reads ps where there is no /proc', async () => {
  const sizes = await memoryReader('darwin').read([process.pid, GONE_PID])
  expect([...sizes.keys()]).toEqual([process.pid])
  expectOwnSize(sizes.get(process.pid))
})

function expectOwnSize(bytes: number | undefined): void {
  const ratio = (bytes ?? 0) / process.memoryUsage.rss()
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.4)
}

test('reads the columns of ps and of tasklist', () => {
  expect([...parsePs('  12  2048\n 130 1\n\n')]).toEqual([
    [12, 2048 * 1024],
    [130, 1024],
  ])
  const english = '"node.exe","4242","Console","1","12,345 K"\r\n'
  const german = '"node.exe","4243","Console","1","12.345 K"\r\n'
  const none = 'INFO: No tasks are running which match the specified criteria.\r\n'
  expect([...parseTasklist(english + german + none)]).toEqual([
    [4242, 12_345 * 1024],
    [4243, 12_345 * 1024],
  ])
})

test('tells once who is over the cap, and stops looking when told to', async () => {
  const look = holdTimers()
  let looks = 0
  const reader = {
    pollMs: POLL_MS,
    read: async (pids: readonly number[]) => {
      looks += 1
      return new Map(pids.map((pid) => [pid, pid]))
    },
  }
  const watch = new MemoryWatch(reader, { eachMaxBytes: 10, allMaxBytes: 1_000 })
  const over: [number, number][] = []
  for (const pid of [5, 11, 12]) watch.watch(pid, (bytes) => over.push([pid, bytes]))
  watch.forget(12)
  await look(10)
  expect([looks, over]).toEqual([10, [[11, 11]]])
  watch.forget(5)
  await look(10)
  expect(looks).toBe(10)
})

test('ends the largest while all together are over theirs', async () => {
  const look = holdTimers()
  const reader = {
    pollMs: POLL_MS,
    read: async (pids: readonly number[]) => new Map(pids.map((pid) => [pid, pid])),
  }
  const watch = new MemoryWatch(reader, { eachMaxBytes: 50, allMaxBytes: 100 })
  const over: [number, number, string][] = []
  for (const pid of [20, 40, 45, 30, 60])
    watch.watch(pid, (...report) => over.push([pid, ...report]))
  await look(10)
  expect(over).toEqual([
    [60, 60, 'each'],
    [45, 45, 'all'],
  ])
  for (const pid of [20, 40, 30]) watch.forget(pid)
})

test('ends those whose jobs are known to be quick after others, unless they are over the cap of each', async () => {
  const look = holdTimers()
  const reader = {
    pollMs: POLL_MS,
    read: async (pids: readonly number[]) => new Map(pids.map((pid) => [pid, pid])),
  }
  const watch = new MemoryWatch(reader, { eachMaxBytes: 80, allMaxBytes: 100 })
  const over: [number, string][] = []
  const work = (pid: number, isQuick: boolean) =>
    watch.watch(pid, (_, cap) => over.push([pid, cap]), { isQuick })
  for (const pid of [60, 90]) work(pid, true)
  for (const pid of [30, 40]) work(pid, false)
  await look(10)
  expect(over).toEqual([
    [40, 'all'],
    [30, 'all'],
    [90, 'each'],
  ])
  watch.forget(60)
})

test('counts those without work too, which make room before one at work ends', async () => {
  const reader = {
    pollMs: POLL_MS,
    read: async (pids: readonly number[]) => new Map(pids.map((pid) => [pid, pid])),
  }
  const reports: number[] = []
  let idle = [15, 25]
  const watch = new MemoryWatch(
    reader,
    { eachMaxBytes: 90, allMaxBytes: 100 },
    {
      pids: () => idle,
      fit: (bytes) => reports.push(bytes),
      makeRoom: () => (idle = idle.slice(1)),
    },
  )
  const over: string[] = []
  const work = (pid: number) => watch.watch(pid, (bytes, cap) => over.push(`${bytes} ${cap}`))
  for (const pid of [32, 33]) work(pid)
  // Of 105 those without work give 15: enough.
  await expect.poll(() => reports.at(-1)).toBe(90)
  expect([reports[0], idle, over]).toEqual([105, [25], []])
  for (const pid of [32, 33]) watch.forget(pid)
  work(80)
  await expect.poll(() => reports.at(-1)).toBe(80)
  expect([idle, over]).toEqual([[], []])
  watch.forget(80)
})

test('ends the one first that is furthest over what it was promised', async () => {
  const reader = {
    pollMs: POLL_MS,
    read: async (pids: readonly number[]) => new Map(pids.map((pid) => [pid, pid])),
  }
  const watch = new MemoryWatch(reader, { eachMaxBytes: 90, allMaxBytes: 100 })
  const over: number[] = []
  for (const [pid, promisedBytes] of [
    [62, 60],
    [41, 10],
  ] as const) {
    watch.watch(pid, () => over.push(pid), { promisedBytes })
  }
  await expect.poll(() => over).toEqual([41])
  expect([watch.sizeOf(62), watch.sizeOf(7)]).toEqual([62, 0])
  watch.forget(62)
})

test('while those at work keep to what they were promised, those without work that were kept for others end too', async () => {
  const reader = {
    pollMs: POLL_MS,
    read: async (pids: readonly number[]) => new Map(pids.map((pid) => [pid, pid])),
  }
  let idle = [25]
  const checks: boolean[] = []
  const standby = {
    pids: () => idle,
    fit: () => {},
    makeRoom(isOwed: boolean) {
      checks.push(isOwed)
      return isOwed ? (idle = []) : idle
    },
  }
  const watch = new MemoryWatch(reader, { eachMaxBytes: 90, allMaxBytes: 100 }, standby)
  const over: number[] = []
  const work = (pid: number, promisedBytes: number) =>
    watch.watch(pid, () => over.push(pid), { promisedBytes })
  work(81, 85)
  await expect.poll(() => idle).toEqual([])
  expect([checks, over]).toEqual([[true], []])
  watch.forget(81)
  idle = [25]
  work(82, 80)
  await expect.poll(() => over).toEqual([82])
  expect([checks, idle]).toEqual([[true, false], [25]])
})
