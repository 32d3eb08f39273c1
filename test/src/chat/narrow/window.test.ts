// @module-tag full
import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { idsOf, NEWEST_ANCHOR } from '../../../support/fetching.ts'

const MESSAGES = 40

/** How many before and after the anchor. */
const WINDOWS = [
  [1, 0],
  [3, 0],
  [0, 1],
  [0, 3],
  [2, 2],
] as const

test('a window is full and without gaps, however far apart its messages are among others', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const { owner } = world
  ok(await owner.post('/channels/create', { name: 'den', invite_only: true, subscribers: [1] }))
  ok(await owner.post('/channels/create', { name: 'side', subscribers: [1] }))
  const [hers, open]: [number[], number[]] = [[], []]
  for (let n = 0; n < MESSAGES; n += 1) {
    // Close together, then ever farther apart.
    const isHers = n < 4 || n === 9 || n === 10 || n === 21 || n === MESSAGES - 2
    const to = isHers ? 'general' : n % 10 === 5 ? 'side' : 'den'
    const id = await owner.say(`${n}`, { to })
    if (isHers) hers.push(id)
    if (to !== 'den') open.push(id)
  }
  // What she keeps without having received it is hers too.
  const kept = open.find((id) => !hers.includes(id)) ?? 0
  ok(await alice.post('/messages/flags', { messages: [kept], op: 'add', flag: 'starred' }))
  const mine = [...hers, kept].toSorted((a, b) => a - b)
  const first = mine[0] ?? 0
  const anchors = Array.from({ length: MESSAGES + 2 }, (_, n) => first - 1 + n)
  for (const [narrow, ids] of [
    [[], mine],
    [[{ operator: 'channels', operand: 'public' }], open],
  ] as const) {
    for (const anchor of [...anchors, NEWEST_ANCHOR]) {
      for (const [num_before, num_after] of WINDOWS) {
        const answer = await alice.get('/messages', { narrow, anchor, num_before, num_after })
        const before = ids.filter((id) => id < anchor).slice(-num_before || ids.length)
        const expected = [
          ...(num_before === 0 ? [] : before),
          ...ids.filter((id) => id === anchor),
          ...ids.filter((id) => id > anchor).slice(0, num_after),
        ]
        expect(idsOf(answer), JSON.stringify({ narrow, anchor, num_before })).toEqual(expected)
      }
    }
  }
})
