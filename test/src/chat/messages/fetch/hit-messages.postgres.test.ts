// @module-tag full
import { expect, test } from 'vitest'
import { onPostgres } from '../../../../support/both-databases.ts'
import { type Answer, ok, type Person, startChatWorld } from '../../../../support/chat-world.ts'

await onPostgres(({ open, newLocation }) => {
  test('messages read in the query that finds them are those that are read by their ids, with all that belongs to them', async () => {
    const store = await open(newLocation())
    await using world = await startChatWorld({ store })
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const plain = await alice.say('plain')
    const edited = await alice.say('before')
    ok(await alice.patch(`/messages/${edited}`, { content: 'after' }))
    const loved = await bob.say('loved by @**Alice**')
    for (const [person, emoji] of [
      [alice, 'heart'],
      [bob, 'heart'],
      [bob, 'tada'],
    ] as const) {
      ok(await person.post(`/messages/${loved}/reactions`, { emoji_name: emoji }))
    }
    const poll = await alice.say('/poll Tea?\nyes\nno')
    const secret = await alice.whisper('secret', bob)
    ok(
      await bob.post('/messages/flags', {
        messages: [plain, secret],
        op: 'add',
        flag: 'starred',
      }),
    )
    ok(await bob.post('/messages/flags', { messages: [loved], op: 'remove', flag: 'read' }))
    const carol = await world.add('Carol')
    const late = await alice.say('for all three')

    const ids = [plain, edited, loved, poll, secret, late]
    const [ofBob] = await compare(bob, ids)
    expect(ofBob?.map(({ reactions }) => reactions.length)).toEqual([0, 0, 3, 0, 0, 0])
    expect(ofBob?.map(({ submessages }) => submessages.length)).toEqual([0, 0, 0, 1, 0, 0])
    expect(ofBob?.map(({ flags }) => flags.includes('starred'))).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
    ])
    expect(ofBob?.[1]).toHaveProperty('edit_history')
    const [, ofCarol] = await compare(carol, [plain, edited, loved, poll, late])
    expect(ofCarol?.map(({ flags }) => flags.includes('historical'))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    // One that is large: all are read as they are where they do not fit together.
    const large = await alice.say('long '.repeat(1_900))
    await compare(bob, [...ids, large])
    await compare(carol, [plain, edited, loved, poll, late, large])
  })
})

/** Fetches the newest messages with and without a channel, and compares them with the same by their ids. */
async function compare(person: Person, ids: readonly number[]): Promise<Answer[][]> {
  const seen: Answer[][] = []
  for (const narrow of [[], [['channel', 'general']]]) {
    for (const apply_markdown of [true, false]) {
      const found = ok(
        await person.get('/messages', {
          anchor: 'newest',
          num_before: 100,
          num_after: 0,
          narrow,
          apply_markdown,
        }),
      )['messages'] as Answer[]
      const same = ok(
        await person.get('/messages', {
          message_ids: found.map(({ id }) => id),
          narrow,
          apply_markdown,
        }),
      )['messages']
      expect(found).toEqual(same)
      seen.push(found)
    }
  }
  expect(seen.some((messages) => ids.every((id) => messages.some((one) => one['id'] === id)))).toBe(
    true,
  )
  return [seen[0] ?? [], seen[2] ?? []]
}
