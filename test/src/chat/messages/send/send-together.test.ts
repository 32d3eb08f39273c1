import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reader, writeChat } from '../../../../../src/chat/kernel/unit-of-work.ts'
import { send } from '../../../../../src/chat/messages/send/send-message.ts'
import { onBothDatabases } from '../../../../support/both-databases.ts'
import { type ChatWorld, startChatWorld } from '../../../../support/chat-world.ts'
import { seeds } from '../../../../support/full.ts'

/** Fewest messages of a run: of so many, some have the same name. */
const WISHES_MIN_COUNT = 12

/** One message of many that are sent at once. */
interface Wish {
  sender: number
  topic: string
  isDirect: boolean
  text: string
  /** What its sender calls it. */
  name: number | undefined
}

/** Some are empty, which is refused; some names are given to several. */
const wish: fc.Arbitrary<Wish> = fc.record({
  sender: fc.nat(1),
  topic: fc.constantFrom('a', 'A', 'b', '😀'),
  isDirect: fc.boolean(),
  text: fc.oneof(
    fc.constantFrom('', ' ', '\ud83d half', '{"a":"\\u0000"}', "'; drop", '@**Ann**', '😀'),
    fc.string({ unit: 'binary', maxLength: 12 }),
  ),
  name: fc.option(fc.nat(3), { nil: undefined }),
})

/** Sends all at once while writes are held up, so that they are committed together. */
async function sendAtOnce({ chat }: ChatWorld, sends: readonly (() => Promise<number>)[]) {
  const held = Promise.withResolvers<void>()
  const holding = writeChat(chat, async () => held.promise)
  const sending = Promise.allSettled(sends.map(async (one) => one()))
  // One that is late is committed by itself, which is right as well.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  held.resolve()
  await holding
  return sending
}

await onBothDatabases(({ newLocation, open }) => {
  test('each of many that are sent at once is the message it was, once, and in the order of its id', async () => {
    await using world = await startChatWorld({ store: await open(newLocation()) })
    const people = await Promise.all(
      [await world.add('Ann'), await world.add('Bea')].map(async (person) => ({
        actor: await world.chat.signIn({ email: person.email, key: person.key }, 'test'),
        queueId: String((await person.register())['queue_id']),
      })),
    )
    const sendAs = async ({ sender, topic, isDirect, text, name }: Wish, run: number) => {
      const { actor, queueId } = people[sender] as (typeof people)[0]
      const to = isDirect ? { users: [1] } : { channel: 'general', topic }
      const local = name === undefined ? undefined : { queueId, localId: `${run} ${name}` }
      return (await send(world.chat, actor, { to, content: text, local })).id
    }
    let runs = 0
    const property = fc.asyncProperty(
      fc.array(wish, { minLength: WISHES_MIN_COUNT, maxLength: 3 * WISHES_MIN_COUNT }),
      async (wishes) => {
        runs += 1
        const listener = await world.owner.register({ event_types: ['message'] })
        const outcomes = await sendAtOnce(
          world,
          wishes.map((one) => async () => sendAs(one, runs)),
        )
        const stored = await reader(world.chat).selectFrom('chat_message').selectAll().execute()
        const byId = new Map(stored.map((message) => [message.id, message]))
        const byName = new Map<string, Set<number>>()
        const found = outcomes.map((outcome, index) => {
          const { sender, name } = wishes[index] as Wish
          if (outcome.status === 'rejected') return 'refused'
          const key = `${sender} ${name ?? `of ${index}`}`
          byName.set(key, (byName.get(key) ?? new Set()).add(outcome.value))
          const { content, topic, sender_id = 0 } = byId.get(outcome.value) ?? {}
          return { key, content: content, topic: topic, sender_id }
        })
        const expected = wishes.map(({ sender, text, topic, isDirect, name }, index) => {
          if (text.trim() === '' || text.includes('\0')) return 'refused'
          const key = `${sender} ${name ?? `of ${index}`}`
          const sender_id = people[sender]?.actor.user.id
          const content = text.trimEnd().toWellFormed()
          return { key, content, topic: isDirect ? '' : topic, sender_id }
        })
        // Of those with one name, one was sent, whichever it was.
        const isSame = (at: number) =>
          expected.some((one) => JSON.stringify(one) === JSON.stringify(found[at]))
        expect(found.map((one, at) => (isSame(at) ? 'sent' : one))).toEqual(found.map(() => 'sent'))
        expect(found.map((one) => one === 'refused')).toEqual(
          expected.map((one) => one === 'refused'),
        )
        expect([...byName.values()].filter(({ size }) => size !== 1)).toEqual([])
        const heard = (await world.owner.events(listener)).map(({ message }) => Number(message.id))
        const sent = new Set([...byName.values()].flatMap((ids) => [...ids]))
        expect(heard).toEqual([...sent].toSorted((a, b) => a - b))
      },
    )
    await fc.assert(property, { numRuns: seeds(2, 12) })
  })
})
