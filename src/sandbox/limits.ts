import { FULL, REFUSED, WAITED, WAITS, type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const SANDBOX_LIMITS: Limits = []
const limit = limitsInto(SANDBOX_LIMITS)

const MEBIBYTE = 1024 * 1024

/** Time one job may take, from the moment a child has it. Waiting for a processor does not count, where the system tells it. */
export const JOB_DEADLINE_MS = limit(10_000, 'ms', 'parsing one document', {
  counts: 'call',
  over: '422 `unparsable`; the parser is ended',
})
/** Times a job is done: once more where its child was ended for the memory that others needed too. */
export const JOB_RUNS_MAX_COUNT = 2
/** V8 heap of a child, and the least of it where there is little memory; over it the child aborts. */
export const CHILD_HEAP_MAX_MB = limit(256, 'MiB', 'heap while parsing')
export const CHILD_HEAP_MIN_MB = 64
/** Half of what a child has for new objects: V8 takes up to four times as much where the machine is large, and keeps it. */
export const CHILD_SEMI_SPACE_MAX_MB = 16
/** Memory that a child may add to that of others, heap and buffers together; over it the child is killed. */
export const CHILD_MEMORY_MAX_BYTES = limit(
  700_000_000,
  'bytes',
  'memory while parsing one document, and at most that of all parsers',
  { counts: 'call', over: '422 `unparsable`; the parser is ended' },
)
/** Memory that a child usually adds, once it has loaded its engines. */
export const CHILD_USUAL_BYTES = 65_000_000
/** Memory for each parser beyond that of a child, for what it parses: large documents share it. */
export const CHILD_ROOM_BYTES = 40_000_000
/** Part of the memory there is that all children may add. */
export const CHILDREN_MEMORY_SHARE =
  limit(
    25,
    '%',
    'memory of all parsers together, idle ones included, of what the machine or its control group has; no more than its cores can use',
    {
      counts: 'server',
      over: 'those without work end, then the largest, whose document is parsed once more when there is room; 503 for its call if that fails too, 422 where no others came',
      setting: 'parser-memory-mb',
    },
  ) / 100
/** Memory of all children, however few parsers there are: that of one large document. */
export const CHILDREN_MEMORY_MIN_BYTES = 300_000_000
/** Memory that all children may take on a small machine: so much, or half of its memory where that is less. */
export const CHILDREN_MEMORY_FLOOR_BYTES = 200_000_000
/** Heap of a worker thread, where no child can be started. */
export const THREAD_HEAP_MAX_MB = 128
/** Largest job input, encoded: a 50 MiB document and what is said about it. */
export const JOB_INPUT_MAX_BYTES = 52 * MEBIBYTE
/** Largest job input in a worker thread, where a memory bomb would end this process. */
export const THREAD_INPUT_MAX_BYTES = 2 * MEBIBYTE
/** Largest result a child may send. */
export const JOB_RESULT_MAX_BYTES = 32 * MEBIBYTE
export const RESULTS_MAX_BYTES = limit(
  128_000_000,
  'bytes',
  'results of parsers until their calls are answered, of all callers',
  { counts: 'server', over: FULL },
)
export const RESULTS_PER_PRINCIPAL_MAX_BYTES = limit(
  40_000_000,
  'bytes',
  'results of parsers until their calls are answered, of one caller',
  { counts: 'principal', over: FULL },
)
/** Progress that one job may report. */
export const PROGRESS_MAX_COUNT = 10_000
/** Children beyond those of the cores, for short jobs and for those who have hardly used any. */
export const EXPRESS_MAX_RUNNING = limit(
  2,
  'documents',
  'documents parsed at once beside one on each core, if they are short or their caller has hardly used a parser',
  {
    counts: 'server',
    over: `${WAITS}; the next one is of who has used the parsers least, and nobody has all of them while others come`,
    setting: 'parsers',
  },
)
/** Documents that are parsed at once, together, unless each is small: one of the largest, or this part of the memory of all children. */
export const RUNNING_INPUT_MIN_BYTES = 64_000_000
export const RUNNING_INPUT_SHARE = 1 / 6
export const QUEUE_MAX_JOBS = limit(
  256,
  'documents',
  'documents that wait for a parser, of all callers',
  { counts: 'server', over: FULL },
)
export const QUEUE_PER_PRINCIPAL_MAX_JOBS = limit(
  48,
  'documents',
  'documents that wait for a parser, of one caller',
  { counts: 'principal', over: REFUSED },
)
/** Input bytes that may wait for a child in this process, and the part of the memory there is that they may take. */
export const QUEUE_MAX_BYTES = 256 * MEBIBYTE
export const QUEUE_MEMORY_SHARE = 1 / 8
/** Time a job may wait for a child, once or twice together. */
export const QUEUE_WAIT_MAX_MS = limit(10_000, 'ms', 'wait for a parser', {
  counts: 'call',
  over: WAITED,
})
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
  /** Memory that one child may add to that of others, and all together. */
  eachMaxBytes: number
  allMaxBytes: number
  /** Memory for which there must be room before a child is begun. */
  childUsualBytes: number
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
