import { DAY_MS, SECOND_MS } from '../../lib/durations.ts'
import type { GaugeReading } from '../../lib/metrics.ts'
import { once } from '../../lib/once.ts'
import { unitsToUsd } from '../../pay/protocol/money.ts'
import type { Store } from '../../store/port.ts'
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
  const loadLog = once(async () => import('../../chat/kernel/event-log.ts'))
  const loadUnits = once(async () => import('../../chat/kernel/unit-of-work.ts'))
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

/** Readings of money for `/metrics`, of all processes: what the wallet spends, and what is sold. */
export function moneyReadings(
  { store, now }: { store: () => Promise<Store>; now: () => Date },
  { spends, sells }: { spends: { usdPerDay: string } | undefined; sells: boolean },
): GaugeReading[] {
  const nowMs = (): number => now().getTime()
  const spending: GaugeReading[] = [
    {
      name: 'bellhop_spend_limit_usd',
      help: 'What the wallet may spend in 24 hours.',
      read: async () => Number(spends?.usdPerDay),
    },
    {
      name: 'bellhop_spent_day_usd',
      help: 'What the wallet has spent in the last 24 hours, with what is signed and may still be taken.',
      async read() {
        const { db } = await store()
        const { units } = await db
          .selectFrom('buyer_authorization')
          .select((eb) => eb.fn.sum<number | string | null>('units').as('units'))
          .where('state', 'in', ['open', 'spent'])
          .where('signed_ms', '>', nowMs() - DAY_MS)
          .executeTakeFirstOrThrow()
        return dollars(units)
      },
    },
  ]
  const selling: GaugeReading[] = [
    {
      name: 'bellhop_earned_day_usd',
      help: 'What calls were sold for in the last 24 hours, as far as it was settled.',
      async read() {
        const { db } = await store()
        const { units } = await db
          .selectFrom('seller_payment')
          .select((eb) => eb.fn.sum<number | string | null>('units').as('units'))
          .where('state', '=', 'settled')
          .where('closed_ms', '>', nowMs() - DAY_MS)
          .executeTakeFirstOrThrow()
        return dollars(units)
      },
    },
    {
      name: 'bellhop_settlement_oldest_seconds',
      help: 'Since when the oldest payment waits that was worked for and is not settled; 0 without one.',
      async read() {
        const { db } = await store()
        const { since } = await db
          .selectFrom('seller_payment')
          .select((eb) => eb.fn.min('created_ms').as('since'))
          .where('state', '=', 'settling')
          .executeTakeFirstOrThrow()
        return since === null ? 0 : Math.max(0, nowMs() - since) / SECOND_MS
      },
    },
    {
      name: 'bellhop_selling_stopped',
      help: 'Whether nothing is sold now, since payments are not settled: 1, else 0.',
      async read() {
        const { countStops } = await import('../../pay/seller/kept-words.ts')
        return countStops(await store())
      },
    },
    {
      name: 'bellhop_settlements_refused_day',
      help: 'Payments of the last 24 hours that could not be settled: nothing was delivered for them.',
      async read() {
        const { db } = await store()
        const { count } = await db
          .selectFrom('seller_payment')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('state', '=', 'refused')
          .where('closed_ms', '>', nowMs() - DAY_MS)
          .executeTakeFirstOrThrow()
        return count
      },
    },
  ]
  return [...(spends ? spending : []), ...(sells ? selling : [])]
}

/** A sum of atomic units in dollars. Postgres returns it as text, and both databases null for none. */
function dollars(units: number | string | null): number {
  return Number(unitsToUsd(Number(units ?? 0)))
}
