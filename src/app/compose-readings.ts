import type { GaugeReading } from '../lib/metrics.ts'
import { once } from '../lib/once.ts'
import type { Store } from '../store/port.ts'
import type { ComposedChat } from './compose-chat.ts'

/** What `/metrics` tells of the connections to a shared database. */
export function connectionReadings(store: () => Promise<Store>): GaugeReading[] {
  const kinds = [
    ['open', 'Open connections of this process to the database.'],
    ['idle', 'Connections to the database that nothing uses.'],
    ['waiting', 'Reads and writes that wait for a connection to the database.'],
  ] as const
  return kinds.map(([kind, help]) => ({
    name: `bellhop_database_connections_${kind}`,
    help,
    read: async () => (await store()).connections?.()[kind],
  }))
}

/** What `/metrics` tells of the events of the chat that is here. */
export function eventReadings(
  store: () => Promise<Store>,
  chat: ComposedChat['chat'],
): GaugeReading[] {
  const loadLog = once(async () => import('../chat/kernel/event-log.ts'))
  const loadUnits = once(async () => import('../chat/kernel/unit-of-work.ts'))
  return [
    {
      name: 'bellhop_event_queues',
      help: 'Event queues of clients, of all processes.',
      async read() {
        const { db } = await store()
        const { count } = await db
          .selectFrom('chat_queue')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return count
      },
    },
    {
      name: 'bellhop_event_log_lag',
      help: 'Events that this process has not shown yet to the polls that wait at it.',
      async read() {
        const here = await chat()
        const known = here.eventLogCache.known()
        if (known === undefined) return 0
        const [{ findNewestEventId }, { reader }] = [await loadLog(), await loadUnits()]
        return Math.max(0, (await findNewestEventId(reader(here))) - known)
      },
    },
  ]
}
