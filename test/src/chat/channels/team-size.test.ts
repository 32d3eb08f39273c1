// @module-tag full
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { countReads, type Reads } from '../../../support/count-reads.ts'
import { fillTeam, type TeamSize } from '../../../support/large-team.ts'

const SMALL: TeamSize = { users: 8, channels: 6, topicsPerChannel: 2, messages: 48 }
const LARGE: TeamSize = { users: 40, channels: 60, topicsPerChannel: 4, messages: 1_200 }
/** Fewer than a list of the large team has. */
const MORE_MAX_ROWS = 20

/** Actions of an administrator who was there before the team, in a channel that is no team's. */
const ACTIONS: Readonly<
  Record<string, (who: Person, others: readonly Person[], world: ChatWorld) => Promise<unknown>>
> = {
  'a new channel': async (who) =>
    who.post('/users/me/subscriptions', { subscriptions: [{ name: 'made' }] }),
  'subscribing three people': async (who, others) =>
    who.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'made' }],
      principals: others.map(({ id }) => id),
    }),
  joining: async (_, [someone]) =>
    someone?.post('/users/me/subscriptions', { subscriptions: [{ name: 'old' }] }),
  leaving: async (_, [someone]) =>
    someone?.delete('/users/me/subscriptions', { subscriptions: ['old'] }),
  'a new description': async (who, _, { chat }) => {
    const { id } = await chat.store.db
      .selectFrom('chat_channel')
      .select('id')
      .where('name', '=', 'old')
      .executeTakeFirstOrThrow()
    return who.patch(`/streams/${id}`, { description: 'new' })
  },
  'muting somebody': async (who, [someone]) => who.post(`/users/me/muted_users/${someone?.id}`),
  'a reaction': async (who) => {
    const id = await who.say('x', { to: 'old' })
    return who.post(`/messages/${id}/reactions`, { emoji_name: 'heart' })
  },
}

await onBothDatabases(({ open, newLocation }) => {
  /** A chat with somebody in a channel, old enough for a weekly average, to which a team has come. */
  async function startTeam(size: TeamSize) {
    const { store, take } = countReads(await open(newLocation()))
    const world = await startChatWorld({ store })
    const who = await world.add('Ann', { role: 200 })
    ok(await who.post('/users/me/subscriptions', { subscriptions: [{ name: 'old' }] }))
    world.pass(30 * 86_400)
    await fillTeam(store, size, Date.parse('2026-02-01T00:00:00Z'))
    return { world, who, take }
  }

  /** What each action reads in a team of some size. */
  async function readsIn(size: TeamSize): Promise<Record<string, Reads>> {
    const { world: opened, who, take } = await startTeam(size)
    await using world = opened
    const others = [await world.add('Ben'), await world.add('Cleo'), await world.add('Dora')]
    const reads: Record<string, Reads> = {}
    for (const [name, act] of Object.entries(ACTIONS)) {
      take()
      ok((await act(who, others, world)) as Awaited<ReturnType<Person['get']>>)
      reads[name] = take()
    }
    return reads
  }

  test('changes of a channel read as much in a large team as in a small one', async () => {
    const [small, large] = [await readsIn(SMALL), await readsIn(LARGE)]
    // How often the counters of changes are read besides depends on the turns of the event loop.
    const more = Object.entries(large).filter(([name, { rows, statements }]) => {
      const before = small[name] ?? { rows: 0, statements: 0 }
      return rows > before.rows + MORE_MAX_ROWS || statements > before.statements + MORE_MAX_ROWS
    })
    expect(more, JSON.stringify(small)).toEqual([])
  })

  test('a list of channels reads a row for each, while nothing changes', async () => {
    const { world, take } = await startTeam(LARGE)
    await using _ = world
    for (const path of ['/streams', '/users/me/subscriptions']) {
      const list = async () => ok(await world.owner.get(path))
      const before = await list()
      take()
      expect(await list()).toEqual(before)
      const { rows } = take()
      expect(rows, path).toBeLessThan(LARGE.channels + MORE_MAX_ROWS)
    }
  })
})
