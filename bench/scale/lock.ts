import { send } from '../../src/chat/messages/send/send-message.ts'
import { createLog } from '../../src/lib/log.ts'
import { PostgresBatches } from '../../src/store/postgres/postgres-batch.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { TestPostgres } from '../../test/support/postgres.ts'
import { quantile } from '../chat/table.ts'
import { openBenchChat } from '../chat/world.ts'

const SIZES = [1, 16, 64, 128]
const WARM_UP_BATCHES = 30
const BATCHES = 60

/** How long one batch of so many sends keeps all other processes from writing. */
export interface LockTime {
  sends: number
  ms: number
}

/** Measures from the answer to `begin` to that to `commit`: what no number of processes makes shorter. */
export async function measureLock(postgres: TestPostgres): Promise<LockTime[]> {
  const store = await openPostgres({ url: postgres.newUrl(), log: createLog('warn') })
  await using world = await openBenchChat(store)
  const { chat, owner } = world
  const times: number[] = []
  let beganAt = 0
  const { begin, commit } = PostgresBatches.prototype
  PostgresBatches.prototype.begin = async function () {
    await begin.call(this)
    beganAt = performance.now()
  }
  PostgresBatches.prototype.commit = async function (...how) {
    const isDurable = await commit.apply(this, how)
    times.push(performance.now() - beganAt)
    return isDurable
  }
  const sendTogether = async (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) =>
        send(chat, owner, { to: { channel: 'general', topic: `t ${n}` }, content: `message ${n}` }),
      ),
    )
  const rows: LockTime[] = []
  for (const sends of SIZES) {
    for (let n = 0; n < WARM_UP_BATCHES; n += 1) await sendTogether(sends)
    times.length = 0
    for (let n = 0; n < BATCHES; n += 1) await sendTogether(sends)
    const batches = times.length / BATCHES
    // Sends that did not come to one batch count for what they took together.
    rows.push({ sends: sends / batches, ms: quantile(times, 0.5) })
  }
  Object.assign(PostgresBatches.prototype, { begin, commit })
  return rows
}
