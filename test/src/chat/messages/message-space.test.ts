import { describe, expect, test } from 'vitest'
import type { Chat } from '../../../../src/chat/kernel/types.ts'
import { writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { countMessageSpace } from '../../../../src/chat/messages/message-space.ts'
import { send as sendTo } from '../../../../src/chat/messages/send/send-message.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

const MIB = 1024 * 1024
const FULL =
  'Your messages take all the space that an account has here (1 MiB). Delete some that nobody needs.'
/** Takes 20 KB, with its HTML. */
const LARGE = 'x'.repeat(10_000)

const send = async (person: Person, content = LARGE) =>
  person.post('/messages', { type: 'channel', to: 'general', topic: 't', content })

/** Sends until it is refused; returns how often it was not. */
async function fill(person: Person): Promise<number> {
  for (let count = 0; count < 1_000; count += 1) {
    const answer = await send(person)
    if (answer.msg === FULL) return count
    ok(answer)
  }
  throw new Error('Nothing was refused.')
}

const storedBytes = async ({ chat }: ChatWorld, payerId: number): Promise<number> => {
  const row = await chat.store.db
    .selectFrom('chat_message_space')
    .select('bytes')
    .where('payer_id', '=', payerId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

describe('a quota of messages for each account', () => {
  test('refuses what is over it, of one account only', async () => {
    await using world = await startChatWorld({ messageQuotaMib: 1 })
    const { owner } = world
    const bob = await world.add('Bob')
    const count = await fill(owner)
    expect(count * 20_000).toBeGreaterThan(MIB - 100_000)
    expect(count * 20_000).toBeLessThan(MIB + 20_100)
    ok(await send(bob))
    expect(
      await owner.post('/messages', { type: 'direct', to: [bob.id], content: LARGE }),
    ).toMatchObject({ status: 400, msg: FULL })
  })

  test('counts HTML, not only what was written', async () => {
    await using world = await startChatWorld({ messageQuotaMib: 1 })
    const formulas = '$$\\sqrt2$$ '.repeat(60)
    let count = 0
    while ((await send(world.owner, formulas)).status === 200) count += 1
    expect(count).toBeLessThan(100)
  })

  test('is that of a person and their bots', async () => {
    await using world = await startChatWorld({ messageQuotaMib: 1 })
    const { owner } = world
    const bot = await world.add('Helper', { bot_type: 1, bot_owner_id: owner.id })
    await fill(bot)
    expect(await send(owner)).toMatchObject({ status: 400, msg: FULL })
  })

  test('has room again once messages are deleted, with their earlier versions', async () => {
    await using world = await startChatWorld({ messageQuotaMib: 1 })
    const { owner } = world
    const id = await owner.say(LARGE)
    for (let n = 0; n < 10; n += 1) {
      ok(await owner.patch(`/messages/${id}`, { content: `${n}${LARGE.slice(1)}` }))
    }
    await fill(owner)
    ok(await owner.delete(`/messages/${id}`))
    for (let n = 0; n < 10; n += 1) ok(await send(owner))
    expect(await fill(owner)).toBeLessThan(3)
  })

  test('counts edits', async () => {
    await using world = await startChatWorld({ messageQuotaMib: 1 })
    const { owner } = world
    const id = await owner.say('short')
    const answers = []
    for (let n = 0; n < 60; n += 1) {
      answers.push(await owner.patch(`/messages/${id}`, { content: `${n} ${LARGE.slice(9)}` }))
    }
    expect(answers.at(-1)).toMatchObject({ status: 400, msg: FULL })
  })

  test('does not bind who has none', async () => {
    await using world = await startChatWorld({ messageQuotaMib: 0 })
    for (let n = 0; n < 60; n += 1) expect((await send(world.owner)).status).toBe(200)
  })

  test('is written in steps, and read by who starts later', async () => {
    await using world = await startChatWorld({ messageQuotaMib: 1 })
    const { owner } = world
    ok(await send(owner, 'short'))
    expect(await storedBytes(world, owner.id)).toBe(0)
    const count = await fill(owner)
    const stored = await storedBytes(world, owner.id)
    expect(stored).toBeGreaterThan(count * 20_000 - 65_536)
    const restarted: Chat = { ...world.chat }
    const actor = await world.chat.signIn({ email: owner.email, key: owner.key }, 'test')
    const sending = { to: { channel: 'general', topic: 't' }, content: LARGE }
    const sends = async () => {
      for (let n = 0; n < 5; n += 1) await sendTo(restarted, actor, sending)
    }
    await expect(sends()).rejects.toThrow(FULL)
  })

  test('counts a step that was rolled back again', async () => {
    await using world = await startChatWorld({ messageQuotaMib: 1 })
    const { owner, chat } = world
    const text = { content: '', rendered: { html: 'x'.repeat(60_000) } }
    const { user } = owner
    await writeChat(chat, async (unit) => countMessageSpace(chat, unit, user, text))
    const failing = writeChat(chat, async (unit) => {
      await countMessageSpace(chat, unit, user, text)
      throw new Error('not this time')
    })
    await expect(failing).rejects.toThrow('not this time')
    expect(await storedBytes(world, owner.id)).toBe(0)
    await writeChat(chat, async (unit) => countMessageSpace(chat, unit, user, text))
    expect(await storedBytes(world, owner.id)).toBe(120_000)
  })
})
