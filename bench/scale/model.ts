import { HOUR_SECONDS } from '../../src/lib/durations.ts'
import { table } from '../chat/table.ts'
import type { Delivery } from './delivery.ts'
import type { LockTime } from './lock.ts'
import type { Sending } from './sending.ts'

const MS_PER_SECOND = 1_000
/** Most sends that one commit holds. */
const BATCH = 128
/** How much of a core may be used, so that nobody waits. */
const USED_SHARE = 0.6
/** What people do in a busy hour: a message each, in a channel where so many others have the page open. */
const MESSAGES_AN_HOUR = 20
const RECEIVERS = 30
/** Seconds after which a poll ends and comes again. */
const HEARTBEAT_SECONDS = 47

/** What follows from the CPU time of operations and the time of the lock for processes with a core each. */
export function extrapolate({
  sending,
  delivery,
  lock,
}: {
  sending: readonly Sending[]
  delivery: readonly Delivery[]
  lock: readonly LockTime[]
}): string {
  const largest = lock.at(-1)
  const perSendMs = largest ? largest.ms / largest.sends : Number.NaN
  const database = MS_PER_SECOND / perSendMs
  const capacity = sending.map(
    ({ processes, busyCpuMs }) => (processes * MS_PER_SECOND) / busyCpuMs,
  )
  const one = Math.min(capacity[0] ?? Number.NaN, database)
  const rows = sending.map(({ processes }, at) => {
    const together = Math.min(capacity[at] ?? Number.NaN, database)
    return [
      String(processes),
      capacity[at]?.toFixed(0) ?? '',
      together.toFixed(0),
      (together / one).toFixed(2),
    ]
  })
  const dearest = Math.max(...delivery.map(({ cpuMs }) => cpuMs))
  const personMs = (MESSAGES_AN_HOUR * RECEIVERS * dearest) / HOUR_SECONDS
  const people = (USED_SHARE * MS_PER_SECOND) / (personMs + dearest / HEARTBEAT_SECONDS)
  return [
    `Writing takes turns: a batch of ${lock.map(({ sends, ms }) => `${sends.toFixed(0)} sends holds the lock for ${ms.toFixed(1)} ms`).join(', ')}. So the database takes ${database.toFixed(0)} sends a second in batches of ${BATCH}, whatever the number of processes, and each process what its core can do, with 64 senders for each:`,
    '',
    table(
      [
        'processes with a core each',
        'sends/s by their CPU',
        'with the limit of the database',
        'to one process',
      ],
      rows,
    ),
    '',
    `Somebody who writes ${MESSAGES_AN_HOUR} messages an hour, each of which ${RECEIVERS} others have open, takes ${personMs.toFixed(2)} ms of a core a second: ${Math.floor(people / 10) * 10} people, or agents that talk as much, for a core that is used to ${USED_SHARE * 100} %.`,
  ].join('\n')
}
