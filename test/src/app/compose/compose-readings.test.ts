import { expect, test } from 'vitest'
import { eventReadings, moneyReadings } from '../../../../src/app/compose/compose-readings.ts'
import { findNewestEventId } from '../../../../src/chat/kernel/event-log.ts'
import type { Chat } from '../../../../src/chat/kernel/types.ts'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { Journal } from '../../../../src/pay/buyer/journal.ts'
import { Ledger } from '../../../../src/pay/seller/ledger.ts'
import { openStore } from '../../../../src/store/open.ts'
import { startChatWorld } from '../../../support/chat-world.ts'
import { authorization, policy } from '../../../support/journal-suite.ts'
import { payment } from '../../../support/ledger-suite.ts'
import { quietLog } from '../../../support/store-backend.ts'

test('metrics tell how many queues there are, and how far behind a process shows events', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  const read = async (name: string, source: Chat = chat) => {
    const readings = eventReadings(
      async () => chat.store,
      async () => source,
    )
    return readings.find((one) => one.name === name)?.read()
  }
  expect(await read('bellhop_event_queues')).toBe(0)
  await owner.register()
  expect(await read('bellhop_event_queues')).toBe(1)
  await owner.say('hello')
  const newest = await findNewestEventId(reader(chat))
  const lagOf = async (known: number | undefined) =>
    read('bellhop_event_log_lag', {
      ...chat,
      eventLogCache: { ...chat.eventLogCache, known: () => known },
    })
  expect(await lagOf(undefined)).toBe(0)
  expect(await lagOf(newest)).toBe(0)
  expect(await lagOf(newest - 1)).toBe(1)
})

test('metrics tell what was spent and earned in a day, and what is not settled', async () => {
  const store = await openStore({ location: ':memory:', log: quietLog })
  const open = async () => store
  let nowMs = Date.UTC(2026, 0, 2)
  const read = async ({ spends, sells }: { spends: boolean; sells: boolean }) => {
    const parts = { spends: spends ? { usdPerDay: '1' } : undefined, sells }
    const readings = moneyReadings({ store: open, now: () => new Date(nowMs) }, parts)
    return Object.fromEntries(
      await Promise.all(readings.map(async (one) => [one.name, await one.read()] as const)),
    )
  }
  const both = { spends: true, sells: true }
  const nothing = {
    bellhop_spend_limit_usd: 1,
    bellhop_spent_day_usd: 0,
    bellhop_earned_day_usd: 0,
    bellhop_settlement_oldest_seconds: 0,
    bellhop_selling_stopped: 0,
    bellhop_settlements_refused_day: 0,
  }
  expect(await read(both)).toEqual(nothing)
  expect(await read({ spends: false, sells: false })).toEqual({})
  const journal = new Journal(open, 'mine', () => nowMs)
  // What has expired is released once our clock says so too.
  const expired = authorization('c', { signed_ms: nowMs, valid_before_ms: nowMs - 60_000 })
  for (const one of [
    authorization('a', { signed_ms: nowMs }),
    authorization('b', { signed_ms: nowMs }),
    expired,
  ])
    await journal.reserve(one, policy)
  await journal.close('c', { state: 'released', reason: 'expired' })
  const ledger = new Ledger(open, 'mine', () => nowMs)
  for (const id of ['d', 'e', 'f', 'g']) await ledger.claim(payment(id))
  await store.write(async (tx) => {
    const set = async (id: string, state: 'settled' | 'refused' | 'settling') =>
      tx
        .updateTable('seller_payment')
        .set({ state, closed_ms: state === 'settling' ? null : nowMs })
        .where('id', '=', id)
        .execute()
    await set('d', 'settled')
    await set('e', 'refused')
    await set('f', 'settling')
  })
  nowMs += 90_000
  expect(await read(both)).toEqual({
    bellhop_spend_limit_usd: 1,
    bellhop_spent_day_usd: 0.004,
    bellhop_earned_day_usd: 0.002,
    bellhop_settlement_oldest_seconds: 90,
    bellhop_selling_stopped: 0,
    bellhop_settlements_refused_day: 1,
  })
  nowMs += 86_400_000
  expect(await read(both)).toEqual({ ...nothing, bellhop_settlement_oldest_seconds: 86_490 })
  await store.close()
})
