import { availableParallelism } from 'node:os'
import type { Capacity } from '../contract/sandbox.ts'
import { readMachineMemory, type MachineMemory } from '../lib/machine-memory.ts'
import {
  CHILD_HEAP_MAX_MB,
  CHILD_HEAP_MIN_MB,
  CHILD_MEMORY_MAX_BYTES,
  CHILD_ROOM_BYTES,
  CHILD_USUAL_BYTES,
  CHILDREN_MEMORY_FLOOR_BYTES,
  CHILDREN_MEMORY_MIN_BYTES,
  CHILDREN_MEMORY_SHARE,
  EXPRESS_MAX_RUNNING,
  JOB_DEADLINE_MS,
  JOB_INPUT_MAX_BYTES,
  JOB_RESULT_MAX_BYTES,
  PROGRESS_MAX_COUNT,
  QUEUE_MAX_BYTES,
  QUEUE_MAX_JOBS,
  QUEUE_MEMORY_SHARE,
  QUEUE_PER_PRINCIPAL_MAX_JOBS,
  QUEUE_WAIT_MAX_MS,
  RECYCLE_AFTER_JOBS,
  RECYCLE_RSS_BYTES,
  RUNNING_INPUT_MIN_BYTES,
  RUNNING_INPUT_SHARE,
  SANDBOX_IDLE_MS,
  type SandboxLimits,
  START_DEADLINE_MS,
  THREAD_INPUT_MAX_BYTES,
} from './limits.ts'

const MEBIBYTE = 1024 * 1024

/** What the number of parsers and their memory follow from. */
export interface Machine {
  cores: number
  memory: MachineMemory
}

/** What an operator has set instead. */
export interface RequestedCapacity {
  parsers?: number | undefined
  memoryMaxBytes?: number | undefined
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  return { cores: availableParallelism(), memory: readMachineMemory() }
}

/**
 * The limits of a machine: a parser for each core and memory for so many, of which there is never more than a part of what the
 * machine has. The others follow: fewer parsers where there is no memory for a child of each, and what one child may take.
 */
export function limitsOf(
  { cores, memory }: Machine,
  requested: RequestedCapacity = {},
): SandboxLimits {
  const parsers = requested.parsers ?? cores
  const allMaxBytes = requested.memoryMaxBytes ?? memoryFor(parsers, memory.bytes)
  const fitting = Math.max(1, Math.floor(allMaxBytes / CHILD_USUAL_BYTES))
  const expressMaxRunning = Math.min(EXPRESS_MAX_RUNNING, fitting - 1)
  // What a child has besides its heap: buffers, and the engine itself.
  const heapMb = Math.floor((allMaxBytes - CHILD_USUAL_BYTES) / MEBIBYTE)
  return {
    maxRunning: Math.min(parsers, fitting - expressMaxRunning),
    expressMaxRunning,
    runningInputMaxBytes: Math.max(RUNNING_INPUT_MIN_BYTES, allMaxBytes * RUNNING_INPUT_SHARE),
    jobDeadlineMs: JOB_DEADLINE_MS,
    heapMaxMb: Math.max(CHILD_HEAP_MIN_MB, Math.min(CHILD_HEAP_MAX_MB, heapMb)),
    eachMaxBytes: Math.min(CHILD_MEMORY_MAX_BYTES, allMaxBytes),
    allMaxBytes,
    childUsualBytes: CHILD_USUAL_BYTES,
    inputMaxBytes: JOB_INPUT_MAX_BYTES,
    threadInputMaxBytes: THREAD_INPUT_MAX_BYTES,
    resultMaxBytes: JOB_RESULT_MAX_BYTES,
    progressMaxCount: PROGRESS_MAX_COUNT,
    queueMaxJobs: QUEUE_MAX_JOBS,
    queuePerPrincipalMaxJobs: QUEUE_PER_PRINCIPAL_MAX_JOBS,
    // Room for one of the largest at least.
    queueMaxBytes: Math.max(
      JOB_INPUT_MAX_BYTES,
      Math.min(QUEUE_MAX_BYTES, memory.bytes * QUEUE_MEMORY_SHARE),
    ),
    queueWaitMaxMs: QUEUE_WAIT_MAX_MS,
    recycleAfterJobs: RECYCLE_AFTER_JOBS,
    recycleRssBytes: RECYCLE_RSS_BYTES,
    idleMs: SANDBOX_IDLE_MS,
    startDeadlineMs: START_DEADLINE_MS,
  }
}

/** The figures of a machine, with what they follow from. */
export function capacityOf(machine: Machine, requested: RequestedCapacity = {}): Capacity {
  const { maxRunning, expressMaxRunning, allMaxBytes } = limitsOf(machine, requested)
  return {
    parsers: maxRunning,
    expressParsers: expressMaxRunning,
    memoryMaxBytes: allMaxBytes,
    cores: machine.cores,
    machineMemory: machine.memory,
    isBoundByMemory: maxRunning < (requested.parsers ?? machine.cores),
  }
}

function memoryFor(parsers: number, machineBytes: number): number {
  const children = (parsers + EXPRESS_MAX_RUNNING) * CHILD_USUAL_BYTES
  const preferred = Math.max(CHILDREN_MEMORY_MIN_BYTES, children + parsers * CHILD_ROOM_BYTES)
  const floor = Math.min(CHILDREN_MEMORY_FLOOR_BYTES, machineBytes / 2)
  return Math.floor(Math.max(floor, Math.min(preferred, machineBytes * CHILDREN_MEMORY_SHARE)))
}
