// @module-tag full
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'
import { fetchAll, idsIn, NEWEST_ANCHOR } from '../../../support/fetching.ts'
import { seeds } from '../../../support/full.ts'
import { fillTeam } from '../../../support/large-team.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** More threads than are looked at one by one, with four messages each. */
const TEAM = { users: 5, channels: 12, topicsPerChannel: 12, messages: 576 }

interface Seen {
  id: number
  stream_id: number
  subject: string
  flags: string[]
}

await onBothDatabases(({ open, newLocation }) => {
  async function startTeam(): Promise<ChatWorld> {
    const world = await startChatWorld({ store: await open(newLocation()) })
    await fillTeam(world.chat.store, TEAM, Date.parse('2026-01-02T00:00:00Z'))
    return world
  }

  test.each(Array.from({ length: seeds(1, 4) }, (_, at) => at + 1))(
    'what is unread in thousands of threads is what is unread message by message, seed %i',
    async (seed) => {
      const random = seededRandom(seed)
      const below = (count: number) => Math.floor(random() * count)
      await using world = await startTeam()
      const { owner } = world
      const all = async () => ok(await fetchAll(owner, []))['messages'] as Seen[]
      const some = (await all()).filter(({ subject }) => subject.startsWith('topic'))
      const muted = new Set<string>()
      for (let step = 0; step < 12; step += 1) {
        const { id, stream_id, subject } = some[below(some.length)]!
        const act = below(5)
        if (act === 0) {
          const flags = { messages: [id, some[below(some.length)]!.id], flag: 'read' }
          ok(
            await owner.post('/messages/flags', {
              ...flags,
              op: random() < 0.5 ? 'add' : 'remove',
            }),
          )
        } else if (act === 1) {
          await owner.post('/mark_topic_as_read', { stream_id, topic_name: subject })
        } else if (act === 2) {
          const policy = { stream_id, topic: subject, visibility_policy: 1 }
          ok(await owner.post('/user_topics', policy))
          muted.add(`${stream_id} ${subject}`)
        } else if (act === 3) {
          await owner.patch(`/messages/${id}`, { topic: `moved ${below(3)}` })
        } else await owner.say('new', { topic: `t ${below(3)}` })
        const now = await all()
        const unread = now.filter(({ flags }) => !flags.includes('read'))
        expect(await idsIn(owner, [['is', 'unread']])).toEqual(unread.map((one) => one.id))
        const counted = unread.find((one) => !muted.has(`${one.stream_id} ${one.subject}`))
        const asked = { anchor: 'first_unread', num_before: 0, num_after: 0 }
        const { anchor } = ok(await owner.get('/messages', asked))
        expect(anchor).toBe(counted?.id ?? NEWEST_ANCHOR)
        const at = now[below(now.length)]!.id
        const window = { anchor: at, num_before: 3, num_after: 3, narrow: [['is', 'unread']] }
        const { messages } = ok(await owner.get('/messages', window))
        const before = unread.filter((one) => one.id < at).slice(-3)
        const after = unread.filter((one) => one.id >= at)
        const kept = after[0]?.id === at ? after.slice(0, 4) : after.slice(0, 3)
        expect(messages.map((one: Seen) => one.id)).toEqual(
          [...before, ...kept].map((one) => one.id),
        )
      }
    },
  )
})
