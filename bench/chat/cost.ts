import { send } from '../../src/chat/messages/send/send-message.ts'
import { quantile, table } from './table.ts'
import { addAccounts, openBenchChat, subscribeAll } from './world.ts'

const SUBSCRIBERS = [10, 1_000, 10_000]
const WARM_UP_SENDS = 200
const BLOCKS = 15
const SENDS_PER_BLOCK = 64

/** What a message costs by the number of people who receive it; a Markdown table. */
export async function measureCost(): Promise<string> {
  const costs: number[] = []
  for (const subscribers of SUBSCRIBERS) costs.push(await costFor(subscribers))
  const [least = 1] = costs
  return table(
    ['subscribers', 'CPU ms a message', 'beside 10 subscribers', 'target'],
    costs.map((cost, index) => [
      String(SUBSCRIBERS[index]),
      cost.toFixed(3),
      (cost / least).toFixed(2),
      '≤ 2',
    ]),
  )
}

/** Median CPU time of a message, its commits shared by many senders. */
async function costFor(subscribers: number): Promise<number> {
  await using world = await openBenchChat()
  const { chat, owner } = world
  await subscribeAll(chat, 1, await addAccounts(chat, subscribers - 1))
  const block = async (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) =>
        send(chat, owner, { to: { channel: 'general', topic: 't' }, content: `message ${n}` }),
      ),
    )
  await block(WARM_UP_SENDS)
  const times: number[] = []
  for (let n = 0; n < BLOCKS; n += 1) {
    const before = process.cpuUsage()
    await block(SENDS_PER_BLOCK)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000 / SENDS_PER_BLOCK)
  }
  return quantile(times, 0.5)
}
