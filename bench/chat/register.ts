import { addChannel } from '../../src/chat/channels/add-channel.ts'
import { register } from '../../src/chat/events/register-queue.ts'
import { writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { quantile, table } from './table.ts'
import { addAccounts, openBenchChat, subscribeAll } from './world.ts'

const USERS = 1_000
const CHANNELS = 300
const SUBSCRIBERS_PER_CHANNEL = 100
const ROUNDS = 21
const PRESENCE_HISTORY_DAYS = 14

/** What registering costs in an organization of some size; a Markdown table. */
export async function measureRegister(): Promise<string> {
  await using world = await openBenchChat()
  const { chat, owner } = world
  const people = await addAccounts(chat, USERS - 2)
  for (let n = 1; n < CHANNELS; n += 1) {
    const { id } = await writeChat(chat, async (unit) =>
      addChannel(
        chat,
        { ...unit, emit() {} },
        {
          name: `channel ${n}`,
          description: 'One of many.',
          creator: owner.user,
          subscribers: [owner.user],
        },
      ),
    )
    const start = (n * 7) % (people.length - SUBSCRIBERS_PER_CHANNEL)
    await subscribeAll(chat, id, people.slice(start, start + SUBSCRIBERS_PER_CHANNEL))
  }
  const options = {
    applyMarkdown: true,
    clientExtavatar: true,
    slimPresence: true,
    allPublicStreams: false,
    narrow: [],
    capabilities: {},
  }
  const rows: string[][] = []
  for (const includeSubscribers of ['false', 'partial', 'true'] as const) {
    const times: number[] = []
    let bytes = 0
    for (let n = 0; n < ROUNDS; n += 1) {
      const startedAt = performance.now()
      const snapshot = await register(chat, owner, {
        options,
        fetchEventTypes: undefined,
        idleTimeout: undefined,
        includeSubscribers,
        clientExtavatar: true,
        slimPresence: true,
        presenceHistoryDays: PRESENCE_HISTORY_DAYS,
      })
      times.push(performance.now() - startedAt)
      bytes = JSON.stringify(snapshot).length
    }
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
    rows.push([includeSubscribers, p50.toFixed(0), p95.toFixed(0), (bytes / 1_024).toFixed(0)])
  }
  return table(['subscribers listed', 'p50, ms', 'p95, ms', 'answer, KiB'], rows)
}
