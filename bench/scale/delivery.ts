import { setTimeout as sleep } from 'node:timers/promises'
import type { TestPostgres } from '../../test/support/postgres.ts'
import { quantile } from '../chat/table.ts'
import { follow, PROCESSES, startStage } from './stage.ts'

const POLLS = 16
const WARM_UP_MESSAGES = 30
const MESSAGES = 120
const PAUSE_MS = 40

/** How long messages take to polls, and what that costs. */
export interface Delivery {
  /** From sending to arrival at polls of other processes, where there are others. */
  p50Ms: number
  p95Ms: number
  /** Of all processes, for one message at one poll, with its sending. */
  cpuMs: number
}

/** Messages that polls at all processes wait for, by the number of processes. */
export async function measureDelivery(postgres: TestPostgres): Promise<Delivery[]> {
  const rows: Delivery[] = []
  for (const processes of PROCESSES) rows.push(await deliver(postgres, processes))
  return rows
}

async function deliver(postgres: TestPostgres, processes: number): Promise<Delivery> {
  await using stage = await startStage(postgres.newUrl(), processes, POLLS + 4)
  const { servers } = stage
  const sent = new Map<string, { at: number; from: number }>()
  const times: number[] = []
  let isOver = false
  for (let n = 0; n < POLLS; n += 1) {
    const at = n % processes
    const server = servers[at]
    const arrived = (content: string): void => {
      const message = sent.get(content)
      if (message && (processes === 1 || message.from !== at)) {
        times.push(performance.now() - message.at)
      }
    }
    // They end with their server.
    if (server) follow(server, arrived, () => isOver).catch(() => undefined)
  }
  const talk = async (count: number, isCounted: boolean): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const from = n % processes
      const content = `${isCounted ? 'message' : 'before'} ${n}`
      if (isCounted) sent.set(content, { at: performance.now(), from })
      const place = { type: 'channel', to: 'general', topic: 'bench' }
      await servers[from]?.post('/messages', { ...place, content })
      await sleep(PAUSE_MS)
    }
  }
  await talk(WARM_UP_MESSAGES, false)
  const before = stage.cpuMs()
  await talk(MESSAGES, true)
  const cpuMs = (stage.cpuMs() - before) / MESSAGES / POLLS
  isOver = true
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95), cpuMs }
}
