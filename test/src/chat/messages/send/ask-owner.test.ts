// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reader } from '../../../../../src/chat/kernel/unit-of-work.ts'
import { askOwner, type OwnerQuestion } from '../../../../../src/chat/messages/send/ask-owner.ts'
import { send } from '../../../../../src/chat/messages/send/send-message.ts'
import { findNoticeBot } from '../../../../../src/chat/organization/bootstrap.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../../support/chat-world.ts'

let world: ChatWorld
let owner: Person
let agent: Person
let bot: Person

beforeAll(async () => {
  world = await startChatWorld()
  ;({ owner } = world)
  agent = await world.add('Agent')
  const { members } = ok(await owner.get('/users')) as unknown as {
    members: { user_id: number; full_name: string }[]
  }
  const found = members.find(({ full_name }) => full_name === 'Notification Bot')
  bot = { ...owner, id: found?.user_id ?? 0 }
})
afterAll(async () => world[Symbol.asyncDispose]())

const QUESTION = 'Pay 0.02 USDC on Base to 0xabc (a.example) for one call of pay_fetch?'

/** Asks, lets something happen once the question is there, and resolves to what came of it. */
async function askDuring(
  then: () => Promise<unknown>,
  { seconds = 20, ...more }: Partial<OwnerQuestion> = {},
) {
  const before = (await ownerNotices()).length
  const stop = new AbortController()
  const isCaller = () => false
  const { signal } = stop
  const asked = { text: QUESTION, isCaller, signal, seconds, ...more }
  const question = askOwner(world.chat, asked)
  await expect.poll(async () => (await ownerNotices()).length).toBeGreaterThan(before)
  await then()
  return { question, stop }
}

/** What the bot has told the owner. */
async function ownerNotices(): Promise<string[]> {
  const narrow = JSON.stringify([{ operator: 'dm', operand: [bot.id] }])
  const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false }
  const { messages } = ok(await owner.get('/messages', query)) as unknown as {
    messages: { content: string; sender_id: number }[]
  }
  return messages.filter(({ sender_id }) => sender_id === bot.id).map(({ content }) => content)
}

test.each([
  ['1', 'accepted'],
  ['Pay', 'accepted'],
  ['yes', 'accepted'],
  ['2', 'declined'],
  ['No.', 'declined'],
])('the owner answers %s: %s', async (answer, consent) => {
  const { question } = await askDuring(async () => owner.whisper(answer, bot))
  expect(await question).toBe(consent)
  expect((await ownerNotices()).some((text) => text.startsWith(QUESTION))).toBe(true)
})

test('what is no choice is no answer, and the first choice counts, from whatever device', async () => {
  const { question } = await askDuring(async () => {
    await owner.whisper('What is this? Is it 1 of those?', bot)
    await owner.whisper('2', bot)
    await owner.whisper('1', bot)
  })
  expect(await question).toBe('declined')
})

test('nobody else can answer: not in messages of their own, not in a conversation with the owner', async () => {
  const { question, stop } = await askDuring(async () => {
    await agent.whisper('1', bot)
    await agent.whisper('1', owner)
    await agent.whisper('yes', owner, bot)
    await owner.whisper('1', agent)
    await owner.whisper('1', agent, bot)
    await owner.say('1', { to: 'general', topic: 'approve' })
    const user = await findNoticeBot(world.chat, reader(world.chat))
    if (!user) throw new Error('no bot')
    const words = { to: { users: [owner.id] }, content: '1' }
    await send(world.chat, { user, client: 'other' }, words)
  })
  stop.abort()
  expect(await question).toBe('unable')
})

test('an answer that came before the question is none', async () => {
  await owner.whisper('1', bot)
  const { question } = await askDuring(async () => undefined, { seconds: 1 })
  expect(await question).toBe('unable')
})

test('without an answer in time nothing is agreed to, and the owner is told', async () => {
  const { question } = await askDuring(async () => undefined, { seconds: 1 })
  expect(await question).toBe('unable')
  expect((await ownerNotices()).at(-1)).toContain('withdrawn')
})

test('a caller who acts as the owner is not asked, since it could answer itself', async () => {
  const before = (await ownerNotices()).length
  const { signal } = new AbortController()
  const isCaller = (id: number) => id === owner.id
  expect(await askOwner(world.chat, { text: QUESTION, isCaller, signal })).toBe('unable')
  expect(await ownerNotices()).toHaveLength(before)
})

/** The answers that buttons of the newest questions send, the oldest question first. */
async function offeredAnswers(count: number): Promise<string[][]> {
  const narrow = JSON.stringify([{ operator: 'dm', operand: [bot.id] }])
  const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow }
  const { messages } = ok(await owner.get('/messages', query)) as unknown as {
    messages: { submessages: { content: string }[] }[]
  }
  const questions = messages.flatMap(({ submessages: [widget] }) => widget?.content ?? [])
  return questions.slice(-count).map((text) => {
    const { extra_data } = JSON.parse(text) as {
      extra_data: { choices: { reply: string; long_name: string }[] }
    }
    return extra_data.choices.map(({ reply }) => reply)
  })
}

test('of several questions, a button answers its own, and words without a mark the newest', async () => {
  const { question: first } = await askDuring(async () => undefined)
  const { question: second } = await askDuring(async () => undefined)
  const { question: third } = await askDuring(async () => undefined)
  const [ofFirst = [], ofSecond = []] = await offeredAnswers(3)
  await owner.whisper('Pay', bot)
  await owner.whisper(ofSecond[1] ?? '', bot)
  await owner.whisper(ofFirst[0] ?? '', bot)
  expect(await Promise.all([first, second, third])).toEqual(['accepted', 'declined', 'accepted'])
})

test.each([
  ['3', 'always 0.2'],
  ['Always', 'always 0.2'],
  ['always up to $0.05 a day', 'always 0.05'],
  ['Always up to 7 a day for this agent and seller.', 'always 7'],
  ['Pay', 'accepted'],
])('where one is offered, a consent may stand: %s', async (answer, consent) => {
  const { question } = await askDuring(async () => owner.whisper(answer, bot), { always: '0.2' })
  expect(await question).toEqual(consent)
})

test('where none is offered, and in words that are none, no consent stands', async () => {
  const { question } = await askDuring(async () => {
    await owner.whisper('3', bot)
    await owner.whisper('Always', bot)
    await owner.whisper('2', bot)
  })
  expect(await question).toBe('declined')
  const { question: other } = await askDuring(
    async () => {
      for (const words of ['always up to', 'always up to $-1', 'Always pay', 'always 5 a day']) {
        await owner.whisper(words, bot)
      }
      await owner.whisper('no', bot)
    },
    { always: '0.2' },
  )
  expect(await other).toBe('declined')
})

test('the question says which agent asks, and where, but not of what the owner does not read', async () => {
  const channel = await agent.say('Working.', { to: 'general', topic: 'Plans **@all**' })
  const friend = await world.add('Friend')
  const secret = await agent.whisper('Between us.', friend)
  const direct = await agent.whisper('To you.', owner)
  for (const [message, said] of [
    [channel, `asks, in #**general>Plans @all**:`],
    [secret, 'asks, in a conversation that you do not read:'],
    [direct, 'asks, in direct messages with @_**Owner'],
    [undefined, 'asks:'],
  ] as const) {
    const { question } = await askDuring(async () => owner.whisper('2', bot), {
      agent: agent.id,
      message,
    })
    await question
    const text = (await ownerNotices()).findLast((one) => one.includes(QUESTION))
    expect(text).toContain(`@_**Agent|${agent.id}** ${said}`)
  }
})
