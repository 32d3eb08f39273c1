import { expect, test } from 'vitest'
import { QUEUES_MAX_PER_USER } from '../../../src/chat/events/limits.ts'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { hashPassword } from '../../../src/chat/users/sign-in/passwords.ts'
import { CHEAP, ok, startChatWorld } from '../../support/chat-world.ts'

test('long lists are refused rather than asked of the database', { tags: 'full' }, async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const many = Array.from({ length: 60_000 }, (_, index) => index + 1)
  const answers = [
    await alice.post('/typing', { op: 'start', to: many }),
    await alice.post('/channels/create', { name: 'c', subscribers: many }),
    await alice.post('/user_groups/create', { name: 'g', description: '', members: many }),
    await alice.post('/user_groups/create', {
      name: 'h',
      description: '',
      members: [],
      subgroups: many,
    }),
    await alice.post('/messages', { type: 'direct', to: many, content: 'x' }),
    await alice.post('/messages/flags', { messages: many, op: 'add', flag: 'read' }),
    await alice.delete('/users/me/subscriptions', { subscriptions: many.map(String) }),
    await alice.delete('/users/me/subscriptions', { subscriptions: ['general'], principals: many }),
    await alice.post('/users/me/subscriptions', {
      subscriptions: many.map((n) => ({ name: `n${n}` })),
    }),
    await alice.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'general' }],
      principals: many,
    }),
    await alice.post('/register', { event_types: many.map(String) }),
    await alice.post('/register', {
      client_capabilities: Object.fromEntries(many.map((n) => [`c${n}`, true])),
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
})

test('an account has so many queues, and no more', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const { queue_id } = await alice.register()
  await writeChat(world.chat, async ({ tx }) => {
    const queue = await tx.selectFrom('chat_queue').selectAll().executeTakeFirstOrThrow()
    for (let index = 1; index < QUEUES_MAX_PER_USER; index += 1) {
      await tx
        .insertInto('chat_queue')
        .values({ ...queue, id: `queue ${index}` })
        .execute()
    }
  })
  expect(await alice.post('/register')).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  await world.owner.register()
  ok(await alice.delete('/events', { queue_id }))
  await alice.register()
})

test('names that every object has are no emoji', async () => {
  await using world = await startChatWorld()
  for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    for (const emoji of [
      { emoji_name: word },
      { emoji_name: 'tada', reaction_type: word },
      { emoji_name: word, emoji_code: word },
    ]) {
      const answer = await world.owner.post('/users/me/status', emoji)
      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }
  }
})

test('an account without a key has no key, not an empty one', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  await writeChat(world.chat, async ({ tx }) =>
    tx.updateTable('chat_user').set({ key_hash: null }).where('id', '=', alice.id).execute(),
  )
  const headers = { authorization: `Basic ${btoa('alice@example.com:')}` }
  expect((await world.request('/users/me', { headers })).status).toBe(401)
})

/** Takes a test no time. */

const NOTHING_FITS = `scrypt$4$1$1$AAAA$${Buffer.alloc(32).toString('base64')}`

test('passwords cannot be tried without end', async () => {
  await using world = await startChatWorld({ rateRules: [{ count: 1_000, seconds: 60 }] })
  const alice = await world.add('Alice', { passwordHash: await hashPassword('right one', CHEAP) })
  const attempt = async (password: string) =>
    world.anybody.post('/fetch_api_key', { username: alice.email, password })
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await attempt(`wrong ${tries}`)).toMatchObject({ status: 401 })
  }
  expect(await attempt('right one')).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  world.pass(31 * 60)
  expect(await attempt('right one')).toMatchObject({ status: 200 })
})

test('a hundred passwords at once are no more than one after the other', async () => {
  await using world = await startChatWorld({ rateRules: [{ count: 1_000, seconds: 60 }] })
  const alice = await world.add('Alice', { passwordHash: await hashPassword('right one', CHEAP) })
  const spellings = ['alice@example.com', ' ALICE@example.com', 'Alice@Example.com ']
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) =>
      world.anybody.post('/fetch_api_key', {
        username: spellings[index % spellings.length],
        password: index === 99 ? 'right one' : `wrong ${index}`,
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(95)
  // Guesses by others do not lock out a caller with the right key.
  ok(await alice.get('/users/me'))
})

test('an old password cannot be tried without end either', async () => {
  await using world = await startChatWorld({ rateRules: [{ count: 1_000, seconds: 60 }] })
  const alice = await world.add('Alice', { passwordHash: await hashPassword('right one', CHEAP) })
  const change = async (old_password: string) =>
    alice.patch('/settings', { old_password, new_password: 'another good one' })
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await change(`wrong ${tries}`)).toMatchObject({ status: 400, msg: 'Wrong password!' })
  }
  expect(await change('right one')).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  ok(await alice.patch('/settings', { color_scheme: 2 }))
})

test('one address cannot try a password on every account', async () => {
  await using world = await startChatWorld({ rateRules: [{ count: 1_000, seconds: 60 }] })
  for (let index = 0; index < 60; index += 1) {
    await world.add(`Person ${index}`, { passwordHash: NOTHING_FITS })
  }
  const attempt = async (index: number) =>
    world.anybody.post('/fetch_api_key', {
      username: `person.${index}@example.com`,
      password: 'summer2026',
    })
  for (let index = 0; index < 50; index += 1) {
    expect(await attempt(index)).toMatchObject({ status: 401 })
  }
  expect(await attempt(50)).toMatchObject({ status: 429 })
})

test('accounts cannot be tried one after the other without end', async () => {
  await using world = await startChatWorld({ rateRules: [{ count: 1_000, seconds: 60 }] })
  const attempt = async (index: number) =>
    world.request('/users/me', {
      headers: { authorization: `Basic ${btoa(`user${index}@example.com:guess`)}` },
    })
  for (let index = 0; index < 100; index += 1) expect((await attempt(index)).status).toBe(401)
  expect((await attempt(100)).status).toBe(429)
  ok(await world.owner.get('/users/me'))
})

test('control characters are refused where they could be stored', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const answers = [
    await alice.post('/users/me/status', { status_text: 'a\0b' }),
    await alice.post('/channels/create', { name: 'c', description: 'a\0b' }),
    await alice.post('/user_groups/create', { name: 'g\0', description: '', members: [] }),
    await alice.post('/user_groups/create', { name: 'g', description: 'a\0b', members: [] }),
    await alice.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'a\0b' }],
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  expect(ok(await alice.get('/users/me/subscriptions'))['subscriptions']).toHaveLength(1)
})
