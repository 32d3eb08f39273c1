import { expect, test } from 'vitest'
import { seeds } from '../../../support/full.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { ask, startTopicBoardForEach, topicsOf, write } from '../../../support/topic-board.ts'

startTopicBoardForEach()

test('messages are moved with how many they are', async () => {
  const ids = [await write('lab', 'plan'), await write('lab', 'plan'), await write('lab', 'plan')]
  const from = { channel: 'lab', topic: 'plan' }
  const some = await ask('move_messages', { ...from, to_topic: 'next', message_id: ids[1] })
  expect(some.text).toBe('Moved 2 messages to "next".')
  const all = await ask('move_messages', { ...from, to_channel: 'den' })
  expect(all.result).toEqual({ topic: 'plan', moved: 1 })
  expect((await topicsOf('den'))['plan']).toBeGreaterThanOrEqual(1)
})

test('a topic that gets no other name keeps the one it has', async () => {
  await write('lab', '✔ Plan')
  const move = { channel: 'lab', topic: 'plan', to_channel: 'den' }
  expect((await ask('move_messages', move)).result).toEqual({ topic: '✔ Plan', moved: 1 })
  expect(await topicsOf('den')).toHaveProperty('✔ Plan')
})

test('a message of another topic moves nothing', async () => {
  await write('lab', 'plan')
  const other = await write('lab', 'other')
  const move = { channel: 'lab', topic: 'plan', to_topic: 'x', message_id: other }
  expect((await ask('move_messages', move)).text).toContain('in another topic')
  expect(await topicsOf('lab')).toEqual({ plan: 1, other: 1 })
})

test('no row of resolves, renames and edits parts a topic', { tags: 'full' }, async () => {
  const random = seededRandom(20_261_130)
  const below = (count: number): number => Math.floor(random() * count)
  const bare = (topic: string): string => topic.replace(/^✔ /, '')
  /** What each topic should hold, by its name without a mark. */
  const ids = new Map<string, number[]>()
  for (const name of ['plan', 'Plan b', 'ü–ñ', '計画']) {
    const messages: number[] = []
    for (let at = 0; at <= below(4); at += 1) messages.push(await write('lab', name))
    ids.set(name, messages)
  }
  for (let turn = 0; turn < seeds(40, 200); turn += 1) {
    const names = [...ids.keys()]
    const name = names[below(names.length)] ?? ''
    const messages = ids.get(name) ?? []
    const kind = below(3)
    if (kind === 0) {
      await ask('resolve_topic', { channel: 'lab', topic: name, resolved: random() < 0.5 })
    } else if (kind === 1) {
      const message_id = messages[below(messages.length)]
      await ask('update_message', { message_id, topic: random() < 0.5 ? `✔ ${name}` : name })
    } else {
      const to_topic = `t${turn}`
      await ask('move_messages', { channel: 'lab', topic: name, to_topic })
      ids.delete(name)
      ids.set(to_topic, messages)
    }
    const counts = await topicsOf('lab')
    const moved = Object.keys(counts).filter((topic) => ids.has(bare(topic)))
    expect(moved.map(bare).toSorted()).toEqual([...ids.keys()].toSorted())
    for (const topic of moved) {
      // The chat leaves a note of its own with each resolve.
      expect(counts[topic]).toBeGreaterThanOrEqual(ids.get(bare(topic))?.length ?? 0)
    }
  }
})
