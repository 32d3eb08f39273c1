import { availableParallelism } from 'node:os'

const MEBIBYTE = 1024 * 1024

/** Wall-clock time one job may take, from the moment a child has it. */
export const JOB_DEADLINE_MS = 10_000
/** V8 heap of a child; over it the child aborts. */
export const CHILD_HEAP_MAX_MB = 256
/** Half of what a child has for new objects: V8 takes up to four times as much where the machine is large, and keeps it. */
export const CHILD_SEMI_SPACE_MAX_MB = 16
/** Resident memory of a child, heap and buffers together; over it the child is killed. */
export const CHILD_RSS_MAX_BYTES = 700_000_000
/** Resident memory of all children that run a job, in MB, unless set otherwise; over it the largest is killed. */
export const CHILDREN_RSS_MAX_MB = 400
/** Heap of a worker thread, where no child can be started. */
export const THREAD_HEAP_MAX_MB = 128
/** Largest job input, encoded: a 50 MiB document and what is said about it. */
export const JOB_INPUT_MAX_BYTES = 52 * MEBIBYTE
/** Largest job input in a worker thread, where a memory bomb would end this process. */
export const THREAD_INPUT_MAX_BYTES = 2 * MEBIBYTE
/** Largest result a child may send. */
export const JOB_RESULT_MAX_BYTES = 32 * MEBIBYTE
/** Results that calls hold in this process until they are answered, of all principals and of one. */
export const RESULTS_MAX_BYTES = 128_000_000
export const RESULTS_PER_PRINCIPAL_MAX_BYTES = 40_000_000
/** Progress that one job may report. */
export const PROGRESS_MAX_COUNT = 10_000
/** Children beyond those of the cores, for short jobs and for those who have hardly used any. */
export const EXPRESS_MAX_RUNNING = 2
/** Documents that are parsed at once, together, unless each is small: one of the largest. */
export const RUNNING_INPUT_MAX_BYTES = 64_000_000
/** Jobs that may wait for a child, of all principals and of one. */
export const QUEUE_MAX_JOBS = 256
export const QUEUE_PER_PRINCIPAL_MAX_JOBS = 48
/** Input bytes that may wait for a child. */
export const QUEUE_MAX_BYTES = 256 * MEBIBYTE
/** Time a job may wait for a child. */
export const QUEUE_WAIT_MAX_MS = 10_000
/** A child is replaced after this many jobs. */
export const RECYCLE_AFTER_JOBS = 200
/** A child that is larger than this after a job is replaced. */
export const RECYCLE_RSS_BYTES = 150_000_000
/** A child without work ends itself after this time. */
export const SANDBOX_IDLE_MS = 60_000
/** Time a child may take until it answers ready. */
export const START_DEADLINE_MS = 10_000
/** Children that may fail to start, one after the other, before waiting jobs are given up. */
export const START_FAILURES_MAX = 3

/** Every bound of the sandbox that a test or an operator may want to change. */
export interface SandboxLimits {
  /** Jobs that run at the same time. */
  maxRunning: number
  /** Jobs that run beyond those, where they are short or their principal has hardly used the sandbox. */
  expressMaxRunning: number
  /** Size of all inputs at work together; small ones do not count. */
  runningInputMaxBytes: number
  jobDeadlineMs: number
  heapMaxMb: number
  rssMaxBytes: number
  allRssMaxBytes: number
  inputMaxBytes: number
  threadInputMaxBytes: number
  resultMaxBytes: number
  progressMaxCount: number
  queueMaxJobs: number
  queuePerPrincipalMaxJobs: number
  queueMaxBytes: number
  queueWaitMaxMs: number
  recycleAfterJobs: number
  recycleRssBytes: number
  idleMs: number
  startDeadlineMs: number
}

/** The default limits; one running job per core. */
export function defaultLimits(): SandboxLimits {
  return {
    maxRunning: availableParallelism(),
    expressMaxRunning: EXPRESS_MAX_RUNNING,
    runningInputMaxBytes: RUNNING_INPUT_MAX_BYTES,
    jobDeadlineMs: JOB_DEADLINE_MS,
    heapMaxMb: CHILD_HEAP_MAX_MB,
    rssMaxBytes: CHILD_RSS_MAX_BYTES,
    allRssMaxBytes: CHILDREN_RSS_MAX_MB * 1_000_000,
    inputMaxBytes: JOB_INPUT_MAX_BYTES,
    threadInputMaxBytes: THREAD_INPUT_MAX_BYTES,
    resultMaxBytes: JOB_RESULT_MAX_BYTES,
    progressMaxCount: PROGRESS_MAX_COUNT,
    queueMaxJobs: QUEUE_MAX_JOBS,
    queuePerPrincipalMaxJobs: QUEUE_PER_PRINCIPAL_MAX_JOBS,
    queueMaxBytes: QUEUE_MAX_BYTES,
    queueWaitMaxMs: QUEUE_WAIT_MAX_MS,
    recycleAfterJobs: RECYCLE_AFTER_JOBS,
    recycleRssBytes: RECYCLE_RSS_BYTES,
    idleMs: SANDBOX_IDLE_MS,
    startDeadlineMs: START_DEADLINE_MS,
  }
}
