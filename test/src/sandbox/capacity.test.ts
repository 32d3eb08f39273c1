import { expect, test } from 'vitest'
import { type RequestedCapacity, capacityOf, limitsOf } from '../../../src/sandbox/capacity.ts'
import { CHILD_USUAL_BYTES, CHILDREN_MEMORY_FLOOR_BYTES } from '../../../src/sandbox/limits.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const MB = 1_000_000
const CORES = [1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128]
const MEMORY = [
  96, 128, 256, 400, 512, 537, 800, 1_074, 2_147, 4_000, 8_590, 16_000, 64_000, 1_000_000,
]

function limitsAt(cores: number, megabytes: number, requested: RequestedCapacity = {}) {
  return limitsOf({ cores, memory: { bytes: megabytes * MB, from: 'machine' } }, requested)
}

/** Machines of all sizes: those that there are, and any between. */
function machines(): [cores: number, megabytes: number][] {
  const random = seededRandom(47)
  const any = Array.from({ length: 500 }, (): [number, number] => [
    1 + Math.floor(random() * 128),
    Math.floor(96 * 2 ** (random() * 13)),
  ])
  return [...CORES.flatMap((cores) => MEMORY.map((mb): [number, number] => [cores, mb])), ...any]
}

test('parsers never get more memory than half of what there is, a quarter of it beyond a floor', () => {
  for (const [cores, megabytes] of machines()) {
    const { allMaxBytes } = limitsAt(cores, megabytes)
    const bytes = megabytes * MB
    expect(allMaxBytes, `${cores} ${megabytes}`).toBeLessThanOrEqual(bytes / 2)
    expect(allMaxBytes).toBeLessThanOrEqual(Math.max(bytes / 4, CHILDREN_MEMORY_FLOOR_BYTES))
  }
})

test('one job of the largest kind can always run: it may use all that parsers have, and its heap fits in', () => {
  for (const [cores, megabytes] of machines()) {
    const limits = limitsAt(cores, megabytes)
    const { maxRunning, expressMaxRunning, eachMaxBytes, allMaxBytes, heapMaxMb } = limits
    expect(maxRunning).toBeGreaterThanOrEqual(1)
    expect(expressMaxRunning).toBeGreaterThanOrEqual(0)
    expect(eachMaxBytes).toBe(Math.min(700 * MB, allMaxBytes))
    expect(heapMaxMb).toBeLessThanOrEqual(Math.max(64, allMaxBytes / MB))
    // Whoever may send it may also have it wait, and parsed.
    expect(limits.queueMaxBytes).toBeGreaterThanOrEqual(limits.inputMaxBytes)
    expect(limits.runningInputMaxBytes).toBeGreaterThanOrEqual(limits.inputMaxBytes)
  }
})

test('as many parsers run as there are cores, or as there is memory for', () => {
  for (const [cores, megabytes] of machines()) {
    const { maxRunning, expressMaxRunning, allMaxBytes } = limitsAt(cores, megabytes)
    expect(maxRunning).toBeLessThanOrEqual(cores)
    // One runs, however little memory there is.
    const others = maxRunning + expressMaxRunning - 1
    expect(others * CHILD_USUAL_BYTES).toBeLessThanOrEqual(allMaxBytes)
    const hasPlenty = megabytes >= 32_000 + cores * 1_000
    expect(maxRunning).toBeGreaterThanOrEqual(hasPlenty ? cores : 1)
  }
})

test('more cores and more memory never give less of anything', () => {
  const figures = (cores: number, megabytes: number) => {
    const limits = limitsAt(cores, megabytes)
    const { maxRunning, expressMaxRunning, eachMaxBytes, allMaxBytes, heapMaxMb } = limits
    const { queueMaxBytes, runningInputMaxBytes } = limits
    return {
      maxRunning,
      expressMaxRunning,
      eachMaxBytes,
      allMaxBytes,
      heapMaxMb,
      queueMaxBytes,
      runningInputMaxBytes,
    }
  }
  for (const [cores, megabytes] of machines()) {
    const own = figures(cores, megabytes)
    for (const larger of [figures(cores + 1, megabytes), figures(cores, megabytes * 1.1)]) {
      for (const [name, value] of Object.entries(own)) {
        expect(
          larger[name as keyof typeof own],
          `${name} ${cores} ${megabytes}`,
        ).toBeGreaterThanOrEqual(value)
      }
    }
  }
})

test('on two cores all parsers add what leaves a server within a gigabyte', () => {
  expect(limitsAt(2, 24_000)).toMatchObject({
    maxRunning: 2,
    expressMaxRunning: 2,
    allMaxBytes: 340 * MB,
    heapMaxMb: 256,
  })
})

test('an operator may say otherwise, and the other figures follow', () => {
  expect(limitsAt(2, 24_000, { parsers: 8 })).toMatchObject({
    maxRunning: 8,
    allMaxBytes: 970 * MB,
  })
  expect(limitsAt(8, 24_000, { memoryMaxBytes: 400 * MB })).toMatchObject({
    maxRunning: 4,
    allMaxBytes: 400 * MB,
    eachMaxBytes: 400 * MB,
  })
  const requested = { parsers: 1, memoryMaxBytes: 2_000 * MB }
  expect(limitsAt(8, 512, requested)).toMatchObject({ maxRunning: 1, eachMaxBytes: 700 * MB })
})

test('the figures are told with what they follow from', () => {
  const machine = { cores: 8, memory: { bytes: 512 * MB, from: 'cgroup' } } as const
  expect(capacityOf(machine)).toEqual({
    parsers: 1,
    expressParsers: 2,
    memoryMaxBytes: 200 * MB,
    cores: 8,
    machineMemory: { bytes: 512 * MB, from: 'cgroup' },
    isBoundByMemory: true,
  })
})
