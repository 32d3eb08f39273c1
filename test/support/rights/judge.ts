import { setTimeout } from 'node:timers/promises'
import type { End } from './ends.ts'
import {
  type Credential,
  nextRequest,
  type OpenRequest,
  type Setting,
  type Thing,
} from './things.ts'

/** What came of histories. */
export interface Outcome {
  faults: string[]
  things: number
  /** Of these, those that were open when their right ended. */
  ended: number
  delivered: number
  /** How long it took until they were closed, at most, and how long a plain request. */
  slowestMs: number
  slowestRequestMs: number
}

/** What happened to somebody, as far as they are judged by it. */
interface Past {
  personId: number
  isActive: boolean
  setting: Setting
  stage: { closeMaxMs?: number | undefined; settleMs: number }
  credentials: readonly Credential[]
  opened: readonly Thing[]
  ends: readonly End[]
  /** When the account was deactivated, each time. */
  leftMs: readonly number[]
  /** When ends were seen, by their number. */
  seenMs: ReadonlyMap<number, number>
  /** All that was done. */
  notices: readonly string[]
  slowestRequestMs: number
}

/** Compares what was delivered and closed with when rights ended. */
export async function judge(past: Past): Promise<Outcome> {
  const { ends, leftMs, setting, slowestRequestMs } = past
  const user = `user ${past.personId}`
  const stays = ends.filter(({ mark }) => /^(user|back) /.test(mark))
  const outcome: Outcome = {
    faults: [],
    things: past.opened.length,
    ended: 0,
    delivered: 0,
    slowestMs: 0,
    slowestRequestMs,
  }
  const fault = (thing: Thing, text: string) => {
    outcome.faults.push(`${thing.what}: ${text}\n  ${past.notices.join('\n  ')}`)
  }
  for (const thing of past.opened) {
    for (const request of thing.requests) {
      const { delivered } = request
      const ids = [...delivered].map((one) =>
        typeof one === 'number' ? one : (setting.places.get(one) ?? 0),
      )
      outcome.delivered += ids.length
      const end = endOf(past, thing.by, request)
      const late = ids.filter((id) => end !== undefined && id > end.at && id <= end.until)
      if (late.length > 0) fault(thing, `delivered ${late.join(', ')} after ${end?.at}`)
    }
    const last = thing.requests.at(-1)
    const end = last && endOf(past, thing.by, last)
    // The queues of an account that was away are gone.
    const isDropped = () => thing.closing?.code === 'BAD_EVENT_QUEUE_ID' && leftMs.length > 0
    if (!end || end.until < Infinity) {
      const { closing } = thing
      const atRequest = stays.findLast(({ seq }) => seq <= (last?.seq ?? 0))
      if (closing && !isDropped() && atRequest?.mark !== user && !end) {
        fault(thing, `closed with ${closing.status} ${closing.code} while its right held`)
      }
      continue
    }
    outcome.ended += 1
    const closing = await Promise.race([
      thing.closed,
      setTimeout(10_000, undefined, { ref: false }),
    ])
    if (!closing) {
      fault(thing, 'still open')
      continue
    }
    const seenMs = past.seenMs.get(end.seq) ?? closing.atMs
    const tookMs = closing.atMs - Math.max(seenMs, last?.atMs ?? 0)
    outcome.slowestMs = Math.max(outcome.slowestMs, tookMs)
    const { closeMaxMs = Infinity } = past.stage
    if (tookMs > closeMaxMs + slowestRequestMs) fault(thing, `closed after ${tookMs} ms`)
    if (!mayClose(thing) && !isDropped()) {
      fault(thing, `closed with ${closing.status} ${closing.code}`)
    }
  }
  for (const by of past.credentials) {
    const isOver = ends.some(({ mark }) => mark === by.mark)
    const next = await nextRequest(by, setting)
    const isFine =
      isOver || !past.isActive ? isRefused(next) : next.status === 200 && next.code === ''
    if (!isFine) {
      outcome.faults.push(`${by.kind} is answered ${next.status} ${next.code}, over: ${isOver}`)
    }
  }
  return outcome
}

/**
 * The first end of what a request stood on. For an account that came back nobody outside can tell whether a late request was let
 * in before or after: of that, only what was written `until` it was back must not be delivered.
 */
function endOf(
  { personId, ends, leftMs, stage: { settleMs } }: Past,
  by: Credential,
  { seq, atMs }: OpenRequest,
): (End & { until: number }) | undefined {
  const left = ends.filter(({ mark }) => mark === `user ${personId}`)
  for (const end of ends) {
    if (end.mark === by.mark) return { ...end, until: Infinity }
    if (end.mark !== `user ${personId}` || end.seq <= seq) continue
    const back = ends.find((other) => other.mark === `back ${personId}` && other.seq > end.seq)
    const wasIn = settleMs > 0 && atMs < (leftMs[left.indexOf(end)] ?? 0) - settleMs / 2
    return { ...end, until: back && !wasIn ? back.at : Infinity }
  }
  return undefined
}

const REFUSALS = new Set(['UNAUTHORIZED', 'USER_DEACTIVATED', 'unauthorized'])

function isRefused({ status, code }: { status: number; code: string }): boolean {
  // What is refused while it opens.
  if (code.startsWith('unauthorized: ')) return true
  return REFUSALS.has(code) && (status === 401 || (status === 200 && code === 'unauthorized'))
}

/** Whether something has closed as its next request would be answered: streams just end. */
function mayClose({ what, closing }: Thing): boolean {
  if (!closing) return false
  if (isRefused(closing)) return true
  return /^(listen|session)/.test(what) && closing.code === 'ended'
}
