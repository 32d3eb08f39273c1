import { beforeEach, expect, test } from 'vitest'
import { mailMissed } from '../../../../src/chat/notifications/send-missed.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person
let bob: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  return async () => world[Symbol.asyncDispose]()
})

const [PARTICIPATION, SENDING, START, NEVER] = [1, 2, 3, 4]
const [MUTED, UNMUTED, FOLLOWED] = [1, 2, 3]

const set = async (who: Person, settings: object) =>
  ok(await who.patch('/settings', { ...settings }))
const follow = async (who: Person, automatically_follow_topics_policy: number) =>
  set(who, { automatically_follow_topics_policy })
const unmute = async (who: Person, policy: number) =>
  set(who, { automatically_unmute_topics_in_muted_streams_policy: policy })
const muteChannel = async (who: Person) => {
  const subscription_data = [{ stream_id: 1, property: 'is_muted', value: true }]
  ok(await who.post('/users/me/subscriptions/properties', { subscription_data }))
}
const policyOf = async (who: Person, topic = 't') => {
  const { user_topics } = await who.register()
  const found = (user_topics as { topic_name: string; visibility_policy: number }[]).find(
    ({ topic_name }) => topic_name === topic,
  )
  return found?.visibility_policy ?? 0
}
const setPolicy = async (who: Person, visibility_policy: number) =>
  ok(await who.post('/user_topics', { stream_id: 1, topic: 't', visibility_policy }))
const send = async (who: Person, content: string) =>
  ok(await who.post('/messages', { type: 'channel', to: 'general', topic: 't', content }))

test('who starts a topic follows it, who only answers does not: that is how accounts begin', async () => {
  const queue = await alice.register()
  expect(await send(alice, 'one')).toMatchObject({ automatic_new_visibility_policy: FOLLOWED })
  const events = await alice.events(queue)
  expect(events.find(({ type }) => type === 'user_topic')).toMatchObject({
    stream_id: 1,
    topic_name: 't',
    visibility_policy: FOLLOWED,
  })
  expect(await send(alice, 'two')).not.toHaveProperty('automatic_new_visibility_policy')
  expect(await send(bob, 'three')).not.toHaveProperty('automatic_new_visibility_policy')
  expect([await policyOf(alice), await policyOf(bob)]).toEqual([FOLLOWED, 0])
})

test.each([
  ['start', START, { starting: FOLLOWED, sending: 0, reacting: 0 }],
  ['sending', SENDING, { starting: FOLLOWED, sending: FOLLOWED, reacting: 0 }],
  ['participation', PARTICIPATION, { starting: FOLLOWED, sending: FOLLOWED, reacting: FOLLOWED }],
  ['never', NEVER, { starting: 0, sending: 0, reacting: 0 }],
])('follows at %s', async (_, policy, expected) => {
  const carol = await world.add('Carol')
  for (const who of [alice, bob, carol]) await follow(who, policy)
  const { id } = await send(alice, 'one')
  await send(bob, 'two')
  ok(await carol.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  expect({
    starting: await policyOf(alice),
    sending: await policyOf(bob),
    reacting: await policyOf(carol),
  }).toEqual(expected)
})

test('who votes in a poll takes part in its topic', async () => {
  await follow(bob, PARTICIPATION)
  const { id } = await send(alice, '/poll Lunch?\nNoon\nOne')
  const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
  ok(await bob.post('/submessage', { message_id: id, msg_type: 'widget', content }))
  expect(await policyOf(bob)).toBe(FOLLOWED)
})

test.each([
  ['sending', SENDING, UNMUTED, UNMUTED, 0],
  ['participation', PARTICIPATION, UNMUTED, UNMUTED, UNMUTED],
  ['start', START, UNMUTED, 0, 0],
  ['never', NEVER, 0, 0, 0],
])('unmutes topics of muted channels at %s', async (_, policy, starting, sending, reacting) => {
  const carol = await world.add('Carol')
  for (const who of [alice, bob, carol]) {
    await follow(who, NEVER)
    await unmute(who, policy)
    await muteChannel(who)
  }
  const { id } = await send(alice, 'one')
  await send(bob, 'two')
  ok(await carol.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  const found = [await policyOf(alice), await policyOf(bob), await policyOf(carol)]
  expect(found).toEqual([starting, sending, reacting])
})

test('unmutes nothing where the channel is not muted, and rather follows', async () => {
  await follow(alice, NEVER)
  await unmute(alice, SENDING)
  await send(alice, 'one')
  expect(await policyOf(alice)).toBe(0)
  await follow(bob, SENDING)
  await unmute(bob, SENDING)
  await muteChannel(bob)
  await send(bob, 'two')
  expect(await policyOf(bob)).toBe(FOLLOWED)
})

test('never makes a topic less visible', async () => {
  await follow(alice, NEVER)
  await unmute(alice, SENDING)
  await muteChannel(alice)
  await setPolicy(alice, FOLLOWED)
  await send(alice, 'one')
  expect(await policyOf(alice)).toBe(FOLLOWED)
})

test('who is mentioned follows the topic, unless they muted it or do not want that', async () => {
  const carol = await world.add('Carol')
  const dave = await world.add('Dave')
  await setPolicy(carol, MUTED)
  await set(dave, { automatically_follow_topics_where_mentioned: false })
  const queue = await bob.register()
  await send(alice, '@**Bob** @**Carol** @**Dave**')
  const events = await bob.events(queue)
  expect(events.filter(({ type }) => type === 'user_topic')).toMatchObject([
    { topic_name: 't', visibility_policy: FOLLOWED },
  ])
  const found = [await policyOf(bob), await policyOf(carol), await policyOf(dave)]
  expect(found).toEqual([FOLLOWED, MUTED, 0])
})

test('what is said in a topic that one follows is mailed, by the settings that accounts begin with', async () => {
  const mails: string[] = []
  await using mailing = await startChatWorld({ mail: async ({ text }) => void mails.push(text) })
  const [carol, dave] = [await mailing.add('Carol'), await mailing.add('Dave')]
  const round = async () => mailMissed(mailing.chat, new AbortController().signal)
  await round()
  await carol.say('starts', { topic: 'own' })
  await dave.say('answers', { topic: 'own' })
  await dave.say('starts', { topic: 'other' })
  await round()
  mailing.pass(200)
  await round()
  expect(mails).toEqual([expect.stringContaining('Dave:\nanswers')])
})

test('silent mentions, mentions of all, direct messages and bots change nothing', async () => {
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  await follow(bob, PARTICIPATION)
  await send(alice, '@_**Bob** @**all**')
  await alice.whisper('@**Bob** hello', bob)
  expect(
    await bot.post('/messages', { type: 'channel', to: 'general', topic: 'b', content: 'x' }),
  ).not.toHaveProperty('automatic_new_visibility_policy')
  expect([await policyOf(bob), await policyOf(bot, 'b')]).toEqual([0, 0])
})

test('a topic of which a newcomer may read nothing is new to them where history is protected', async () => {
  const subscriptions = [{ name: 'vault' }]
  const options = { invite_only: true, history_public_to_subscribers: false }
  ok(await alice.post('/users/me/subscriptions', { subscriptions, ...options }))
  await alice.say('before', { to: 'vault', topic: 'plans' })
  ok(await alice.post('/users/me/subscriptions', { subscriptions, principals: [bob.id] }))
  await bob.say('after', { to: 'vault', topic: 'plans' })
  expect(await policyOf(bob, 'plans')).toBe(FOLLOWED)
})
