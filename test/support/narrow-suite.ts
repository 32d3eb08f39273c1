import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../src/store/port.ts'
import { ok, type Person, startChatWorld } from './chat-world.ts'
import { idsOf, NEWEST_ANCHOR } from './fetching.ts'
import {
  contradicts,
  type ModelTerm,
  type ModelWorld,
  naiveFirstUnread,
  naiveIds,
} from './narrow-model.ts'
import { modelOf, narrows, play, scripts, termOf } from './narrow-worlds.ts'

/** What narrows promise, whichever database is behind them. */
export function narrowSuite(openStore: (() => Promise<Store>) | undefined, numRuns: number): void {
  test('a narrow answers what a look at every message would, to everybody', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(scripts, narrows, fc.nat(60), async (script, termLists, place) => {
        const store = openStore && (await openStore())
        await using world = await startChatWorld(store ? { store } : {})
        const played = await play(world, script)
        for (const requester of played.people) {
          const model = await modelOf(world, requester)
          for (const terms of termLists) {
            const both = terms.map((term) => termOf(played, term))
            compared += await compare(
              model,
              requester,
              both.map((term) => term.model),
              both.map(({ sent }) => sent),
              place,
            )
          }
        }
      }),
      { numRuns },
    )
    expect(compared).toBeGreaterThan(numRuns)
  }, 300_000)
}

/** Compares one narrow; returns how many messages it held. */
async function compare(
  model: ModelWorld,
  requester: Person,
  terms: readonly ModelTerm[],
  narrow: readonly unknown[],
  place: number,
): Promise<number> {
  const get = async (fields: object) => requester.get('/messages', { narrow, ...fields })
  const context = JSON.stringify({ requester: requester.user.full_name, narrow })
  const whole = await get({ anchor: 'oldest', num_before: 0, num_after: 1_000 })
  const hidden = terms.some((term) => term.op === 'channel' && !isKnown(model, term.id))
  if (hidden || contradicts(terms)) {
    if (whole.status === 400 && whole['code'] === 'BAD_NARROW') return 0
    throw new Error(`Not refused: ${context}`)
  }
  const expected = naiveIds(model, terms)
  expect(idsOf(whole), context).toEqual(expected)

  const numBefore = place % 4
  const numAfter = place % 3
  const around = ok(await get({ anchor: place, num_before: numBefore, num_after: numAfter }))
  const before = expected.filter((id) => id < place)
  const after = expected.filter((id) => id > place)
  expect(idsOf(around), context).toEqual([
    ...(numBefore === 0 ? [] : before.slice(-numBefore)),
    ...expected.filter((id) => id === place),
    ...after.slice(0, numAfter),
  ])
  expect(around, context).toMatchObject({
    anchor: place,
    found_anchor: expected.includes(place),
    found_oldest: place === 0 || before.length < numBefore,
    found_newest: after.length < numAfter,
  })

  const unread = ok(await get({ anchor: 'first_unread', num_before: 0, num_after: 0 }))
  expect(unread['anchor'], context).toBe(naiveFirstUnread(model, terms) ?? NEWEST_ANCHOR)

  const ids = model.messages.map(({ id }) => id)
  expect(idsOf(ok(await get({ message_ids: ids }))), context).toEqual(
    naiveIds(model, terms, 'asked for'),
  )
  const matches = ok(await requester.get('/messages/matches_narrow', { msg_ids: ids, narrow }))
  const received = naiveIds(model, terms, 'received')
  expect(Object.keys(matches['messages']).map(Number), context).toEqual(received)
  return expected.length
}

function isKnown({ requester, channels, subscriptions }: ModelWorld, id: number): boolean {
  const channel = channels.get(id)
  if (subscriptions.get(id)?.is_active === 1 || channel?.is_web_public === 1) return true
  return requester.user.role < 600 && channel?.is_private === 0
}
