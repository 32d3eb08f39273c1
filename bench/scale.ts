import { startPostgres } from '../test/support/postgres.ts'
import { table } from './chat/table.ts'
import { machineLine, recordSection } from './record.ts'
import { measureDelivery } from './scale/delivery.ts'
import { measureIdle } from './scale/idle.ts'
import { measureLock } from './scale/lock.ts'
import { measureMemory } from './scale/memory.ts'
import { extrapolate } from './scale/model.ts'
import { measureSending } from './scale/sending.ts'

/** Of the ten processes that run at once, each with a pool and three connections beside it. */
const MAX_CONNECTIONS = 150

/** Measures what any number of processes on one Postgres take, in CPU time and memory, and what follows for more cores than here. */
export async function run(): Promise<void> {
  await using postgres = await startPostgres({ isSynced: true, maxConnections: MAX_CONNECTIONS })
  if (!postgres) {
    console.error('There is no Postgres here.')
    return
  }
  const idle = await measureIdle(postgres)
  const sending = await measureSending(postgres)
  const delivery = await measureDelivery(postgres)
  const lock = await measureLock(postgres)
  const memory = await measureMemory(postgres)
  const report = [
    machineLine(),
    '',
    'Processes, Postgres and clients share the machine, so that more processes do not raise rates here: the CPU time of an operation counts. "Idle" is 50 polls that wait for a minute, with one heartbeat each.',
    '',
    table(
      [
        'processes',
        'idle, transactions/s',
        'sends/s, 64 senders',
        'p95, ms',
        'CPU of processes, ms a send',
        'CPU of Postgres, ms a send',
        'CPU of processes with 64 senders for each, ms a send',
        'a message at 16 polls of others: p50, ms',
        'p95, ms',
        'CPU of processes, ms a poll that hears of it',
      ],
      sending.map((row, at) => [
        String(row.processes),
        idle[at]?.toFixed(1) ?? '',
        row.perSecond.toFixed(0),
        row.p95Ms.toFixed(0),
        row.cpuMs.toFixed(3),
        row.postgresCpuMs.toFixed(3),
        row.busyCpuMs.toFixed(3),
        delivery[at]?.p50Ms.toFixed(1) ?? '',
        delivery[at]?.p95Ms.toFixed(1) ?? '',
        delivery[at]?.cpuMs.toFixed(2) ?? '',
      ]),
    ),
    '',
    extrapolate({ sending, delivery, lock }),
    '',
    memory,
  ].join('\n')
  console.log(report)
  recordSection('scale', 'Several processes: what they take', report)
}
