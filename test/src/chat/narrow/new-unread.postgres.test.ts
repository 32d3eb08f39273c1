// @module-tag full
import { expect, test } from 'vitest'
import { onPostgres } from '../../../support/both-databases.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { fetchAll, idsOf } from '../../../support/fetching.ts'

await onPostgres(({ open, newLocation }) => {
  test('unread messages of a topic are found that had none when it was last asked, and of many topics at once', async () => {
    const store = await open(newLocation())
    await using world = await startChatWorld({ store })
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const unread = async () => idsOf(await fetchAll(bob, [['is', 'unread']]))
    const firstUnread = async () =>
      ok(await bob.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0 }))[
        'anchor'
      ]
    const first = await alice.say('one', { topic: 'a' })
    expect(await unread()).toEqual([first])
    const second = await alice.say('two', { topic: 'b' })
    expect(await unread()).toEqual([first, second])
    ok(await bob.post('/messages/flags', { messages: [first, second], op: 'add', flag: 'read' }))
    expect(await unread()).toEqual([])
    const third = await alice.say('three', { topic: 'c' })
    expect(await firstUnread()).toBe(third)
    const later: number[] = [third]
    for (let n = 0; n < 5; n += 1) later.push(await alice.say('more', { topic: `d${n}` }))
    later.push(await alice.whisper('and this', bob))
    expect(await unread()).toEqual(later)
    expect(await firstUnread()).toBe(third)
  })
})
