import {
  ANSWER_STALLED_MAX_MS,
  ANSWERS_UNREAD_MAX_MB,
  LARGE_BODIES_MAX_BYTES,
  LARGE_BODIES_PER_PRINCIPAL_MAX_BYTES,
  LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT,
  OWN_OPEN_FILES_COUNT,
  SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES,
} from '../../http/limits.ts'
import { PACE_BURST_BYTES, PACE_HALF_LIFE_MS } from '../../lib/byte-pace.ts'
import { BUSY_MIN_LOAD } from '../../lib/loop-load.ts'
import { REFUSED, type Share } from './share.ts'

const WAITS = 'it waits its turn, then 429'

/** What requests hold while they arrive and are answered. */
export const requestShares: readonly Share[] = [
  {
    meaning:
      'files (`ulimit -n`) that connections leave to all else; an address has half of the rest',
    value: OWN_OPEN_FILES_COUNT,
    unit: 'files',
    counts: 'server',
    over: 'the connection is closed',
  },
  {
    meaning: 'small bodies of requests, from before they arrive until they are answered',
    value: SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES,
    unit: 'bytes',
    counts: 'principal',
    over: REFUSED,
  },
  {
    meaning: 'large bodies of requests, until they are answered, of all callers',
    value: LARGE_BODIES_MAX_BYTES,
    unit: 'bytes',
    counts: 'server',
    over: WAITS,
  },
  {
    meaning: 'large bodies of requests, until they are answered, of one caller',
    value: LARGE_BODIES_PER_PRINCIPAL_MAX_BYTES,
    unit: 'bytes',
    counts: 'principal',
    over: WAITS,
  },
  {
    meaning: 'such bodies that arrive or wait for room at once',
    value: LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT,
    unit: 'bodies',
    counts: 'principal',
    over: REFUSED,
  },
  {
    meaning:
      `uploads, and apart from these fetched bodies, while the server works for over ${BUSY_MIN_LOAD * 100} % of its time, ` +
      `counting half after ${PACE_HALF_LIFE_MS / 1_000} seconds`,
    value: PACE_BURST_BYTES,
    unit: 'bytes',
    counts: 'principal',
    over: 'they are taken more slowly',
  },
]

/** What answers hold until their clients have taken them. */
export const answerShares: readonly Share[] = [
  {
    meaning: 'answers over HTTP that their clients have not taken yet',
    value: ANSWERS_UNREAD_MAX_MB,
    unit: 'MB',
    counts: 'server',
    over: 'one caller has a quarter of it; the newest of who has more, or most, are cut off',
    setting: 'answer-memory-mb',
  },
  {
    meaning: 'time in which a client takes nothing of an answer',
    value: ANSWER_STALLED_MAX_MS,
    unit: 'ms',
    counts: 'call',
    over: 'the answer is cut off',
  },
]
