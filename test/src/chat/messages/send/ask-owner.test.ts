// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reader } from '../../../../../src/chat/kernel/unit-of-work.ts'
import { askOwner } from '../../../../../src/chat/messages/send/ask-owner.ts'
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
async function askDuring(then: () => Promise<unknown>, { seconds = 20 } = {}) {
  const before = (await ownerNotices()).length
  const stop = new AbortController()
  const isCaller = () => false
  const question = askOwner(world.chat, { text: QUESTION, isCaller, signal: stop.signal, seconds })
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
