import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { fetchAll, idsIn, idsOf, NEWEST_ANCHOR } from '../../../support/fetching.ts'
import { openProtectedChannel } from '../../../support/protected-channel.ts'

describe('a narrow', () => {
  let world: ChatWorld
  let owner: Person
  let alice: Person
  let bob: Person
  const said: Record<string, number> = {}
  beforeAll(async () => {
    world = await startChatWorld()
    owner = world.owner
    alice = await world.add('Alice')
    bob = await world.add('Bob')
    ok(await owner.post('/channels/create', { name: 'Den', invite_only: true, subscribers: [1] }))
    ok(await owner.post('/channels/create', { name: 'web', is_web_public: true, subscribers: [1] }))
    ok(await owner.post('/channels/create', { name: 'side', subscribers: [1] }))
    Object.assign(said, {
      plan: await alice.say('see https://x.test @**Bob**', { topic: 'Plan' }),
      done: await bob.say('hello @**all**', { topic: '\u2714 done' }),
      bare: await bob.say('nothing', { topic: '' }),
      web: await owner.say('on the web', { to: 'web' }),
      den: await owner.say('in the den', { to: 'Den' }),
      side: await owner.say('aside', { to: 'side' }),
      pair: await bob.whisper('just us', alice),
      three: await bob.whisper('all of us', alice, owner),
      self: await alice.whisper('note', alice),
    })
    ok(await alice.post(`/messages/${said['bare']}/reactions`, { emoji_name: 'tada' }))
    ok(await bob.post('/messages/flags', { messages: [said['plan']], op: 'add', flag: 'starred' }))
    return async () => world[Symbol.asyncDispose]()
  })
  const named = async (who: Pick<Person, 'get'>, ...narrow: unknown[]) => {
    const ids = await idsIn(who, narrow)
    return Object.keys(said).filter((name) => ids.includes(said[name] ?? 0))
  }
  const term = (operator: string, operand: unknown, negated = false) => ({
    operator,
    operand,
    negated,
  })

  test('without a channel is about what the caller received', async () => {
    verifies('chat:4.2:get:narrow:default', 'chat:4.2:get:narrow:personal')
    const mine = ['plan', 'done', 'bare', 'pair', 'three', 'self']
    expect(await named(alice)).toEqual(mine)
    expect(await named(bob)).toEqual(mine.slice(0, -1))
    const answer = await alice.get('/messages', { anchor: 'newest', num_before: 99, num_after: 0 })
    expect(idsOf(answer)).toHaveLength(mine.length)
  })

  test('is of objects or pairs, with signs, aliases, names and ids', async () => {
    verifies('chat:4.2:get:narrow')
    const topic = ['plan']
    for (const one of [term('topic', 'plan'), ['topic', 'PLAN'], ['subject', ' Plan ']]) {
      expect(await named(alice, one), JSON.stringify(one)).toEqual(topic)
    }
    const general = ['plan', 'done', 'bare']
    for (const one of [
      ['stream', 'General'],
      term('channel', 'general'),
      term('stream', 1),
      ['channel', '1'],
    ]) {
      expect(await named(alice, one), JSON.stringify(one)).toEqual(general)
    }
    const others = ['done', 'bare']
    const channel = term('channel', 'general')
    for (const one of [term('topic', 'plan', true), ['-topic', 'plan']]) {
      expect(await named(alice, channel, one), JSON.stringify(one)).toEqual(others)
    }
    expect(await named(alice, term('-topic', 'plan', true))).toEqual(topic)
    for (const name of ['', '(no topic)', 'general chat']) {
      expect(await named(alice, ['topic', name])).toEqual(['bare'])
    }
  })

  test('looks at people', async () => {
    for (const who of [bob.email, bob.id, `user${bob.id}@chat.test`, String(bob.id)]) {
      expect(await named(alice, term('sender', who))).toEqual(['done', 'bare', 'pair', 'three'])
    }
    expect(await named(alice, ['from', 'me'])).toEqual(['plan', 'self'])
    expect(await named(owner, term('mentions', bob.id))).toEqual(['plan'])
    for (const [operator, operand] of [
      ['dm', [bob.id]],
      ['dm', [bob.email, alice.id]],
      ['pm-with', bob.email],
      ['pm_with', `${alice.email}, ${bob.email}`],
    ]) {
      expect(await named(alice, term(String(operator), operand))).toEqual(['pair'])
    }
    expect(await named(alice, ['dm', `${bob.email},${owner.email}`])).toEqual(['three'])
    expect(await named(alice, term('dm', []))).toEqual(['self'])
    expect(await named(alice, ['dm', alice.email])).toEqual(['self'])
    expect(await named(alice, term('dm', [owner.id]))).toEqual([])
    expect(await named(alice, term('dm-including', bob.id))).toEqual(['pair', 'three'])
    expect(await named(alice, ['group-pm-with', bob.email])).toEqual(['three'])
  })

  test('looks at states', async () => {
    expect(await named(alice, ['is', 'dm'])).toEqual(['pair', 'three', 'self'])
    expect(await named(alice, ['is', 'private'])).toEqual(['pair', 'three', 'self'])
    expect(await named(bob, ['is', 'starred'])).toEqual(['plan'])
    expect(await named(alice, ['is', 'starred'])).toEqual([])
    expect(await named(bob, ['is', 'mentioned'])).toEqual(['plan', 'done'])
    expect(await named(alice, ['is', 'mentioned'])).toEqual(['done'])
    expect(await named(alice, ['is', 'alerted'])).toEqual([])
    expect(await named(alice, ['is', 'resolved'])).toEqual(['done'])
    expect(await named(alice, term('is', 'resolved', true), ['channel', 'general'])).toEqual([
      'plan',
      'bare',
    ])
    expect(await named(alice, ['is', 'unread'])).toContain('pair')
  })

  test('looks at muted and followed topics', async () => {
    const policies = { Plan: 1, '\u2714 done': 3 }
    await world.chat.store.write(async (tx) => {
      await tx.deleteFrom('chat_user_topic').execute()
      for (const [topic, policy] of Object.entries(policies)) {
        const row = { user_id: alice.id, channel_id: 1, topic, topic_key: topic.toLowerCase() }
        await tx
          .insertInto('chat_user_topic')
          .values({ ...row, policy, updated_at: 0 })
          .execute()
      }
      await tx
        .updateTable('chat_subscription')
        .set({ is_muted: 1 })
        .where('user_id', '=', alice.id)
        .execute()
    })
    expect(await named(alice, ['is', 'followed'])).toEqual(['done'])
    expect(await named(alice, ['is', 'muted'])).toEqual(['plan', 'bare'])
    expect(await named(alice, ['in', 'home'])).toEqual(['done', 'pair', 'three', 'self'])
    expect(await named(alice, ['in', 'home'], ['channel', 'general'])).toEqual(['done', 'bare'])
    expect(await named(alice, ['in', 'all'])).toHaveLength(6)
    expect(await named(alice, term('in', 'all', true))).toEqual([])
    const unread = {
      narrow: [['channel', 'general']],
      anchor: 'first_unread',
      num_before: 0,
      num_after: 0,
    }
    expect(ok(await alice.get('/messages', unread))['anchor']).toBe(said['done'])
    await world.chat.store.write(async (tx) => {
      await tx.deleteFrom('chat_user_topic').execute()
      await tx.updateTable('chat_subscription').set({ is_muted: 0 }).execute()
    })
  })

  test('looks at contents', async () => {
    expect(await named(alice, ['has', 'link'])).toEqual(['plan'])
    expect(await named(alice, ['has', 'reaction'])).toEqual(['bare'])
    expect(await named(alice, ['has', 'image'])).toEqual([])
    expect(await named(alice, ['has', 'attachment'])).toEqual([])
  })

  test('looks at ids, and near one', async () => {
    expect(await named(alice, term('id', said['plan']))).toEqual(['plan'])
    expect(await named(alice, ['id', String(said['den'])])).toEqual([])
    expect(await named(alice, term('near', said['plan']), ['is', 'resolved'])).toEqual(['done'])
    expect(await named(alice, term('near', said['plan'], true), ['is', 'resolved'])).toEqual([
      'done',
    ])
  })

  test('a date says where to begin, and leaves nothing out', async () => {
    const around = term('date', '2026-02-28')
    expect(await named(alice, around, ['is', 'resolved'])).toEqual(['done'])
    expect(await named(alice, term('date', '2026-02-28T10:00Z'), ['is', 'resolved'])).toEqual([
      'done',
    ])
    for (const date of ['2026-02-30', 'yesterday', '']) {
      const refusal = {
        status: 400,
        code: 'BAD_NARROW',
        msg: expect.stringContaining('Invalid date'),
      }
      expect(await fetchAll(alice, [term('date', date)])).toMatchObject(refusal)
    }
  })

  test('with a message is about the conversation in which it is now', async () => {
    const [old, moved] = [
      await owner.say('before', { topic: 'old name' }),
      await owner.say('moved', { topic: 'old name' }),
    ]
    const quiet = { send_notification_to_new_thread: false }
    ok(await owner.patch(`/messages/${moved}`, { topic: 'new name', ...quiet }))
    const place = [
      ['channel', 'general'],
      ['topic', 'old name'],
    ]
    expect(await idsIn(alice, [...place, term('with', old)])).toEqual([old])
    expect(await idsIn(alice, [...place, ['with', String(moved)]])).toEqual([moved])
    expect(await idsIn(alice, [term('with', moved)])).toEqual([moved])
    expect(await idsIn(alice, [term('with', said['pair']), ['is', 'unread']])).toEqual([
      said['pair'],
    ])
    expect(await idsIn(alice, [...place, term('with', said['den'])])).toEqual([old])
    expect(await idsIn(alice, [['dm', bob.email], term('with', 99_999)])).toEqual([said['pair']])
    for (const terms of [
      [term('with', said['den'])],
      [['channel', 'general'], term('with', 99_999)],
      [['with', 'x']],
      [term('with', moved, true)],
      [term('with', old), term('with', moved)],
    ]) {
      expect(await fetchAll(alice, terms)).toMatchObject({ status: 400, code: 'BAD_NARROW' })
    }
  })

  test('with a channel shows its history to whom it is open, and to nobody else', async () => {
    verifies('chat:4.2:get:narrow:public')
    expect(await named(alice, ['channel', 'side'])).toEqual(['side'])
    expect(await named(alice, ['channels', 'public'])).toEqual([
      'plan',
      'done',
      'bare',
      'web',
      'side',
    ])
    expect(await named(alice, ['streams', 'web-public'])).toEqual([])
    expect(await named(owner, ['channels', 'web-public'])).toEqual(['web'])
    const answer = ok(await fetchAll(alice, [['channel', 'side']]))
    expect(answer['messages'][0].flags).toEqual(['read', 'historical'])
    for (const is of ['unread', 'starred', 'followed', 'muted', 'mentioned']) {
      expect(await named(alice, ['channel', 'side'], ['is', is])).toEqual([])
    }
    expect(await named(alice, ['channel', 'side'], ['is', 'resolved'])).toEqual([])
    const guest = await world.add('Gus', { role: 600 })
    expect(await named(guest, ['channels', 'public'])).toEqual([])
    expect(await named(guest, ['channel', 'web'])).toEqual(['web'])
  })

  test('that cannot be meant is refused with its reason', async () => {
    const channel = term('channel', 'general')
    for (const [terms, desc] of [
      [[['colour', 'blue']], 'unknown operator colour'],
      [[['toString', 'x']], 'unknown operator toString'],
      [[['is', 'blue']], "unknown 'is' operand blue"],
      [[['has', 'blue']], "unknown 'has' operand blue"],
      [[['in', 'blue']], "unknown 'in' operand blue"],
      [[['channels', 'blue']], 'unknown channels operand blue'],
      [[['channel', 'blue']], 'unknown channel blue'],
      [[['channel', 'Den']], 'unknown channel Den'],
      [[term('channel', 77)], 'unknown channel 77'],
      [[['sender', 'nobody@x.test']], 'unknown user nobody@x.test'],
      [[term('sender', 77)], 'unknown user 77'],
      [[term('dm', [1, 77])], 'unknown user in 1,77'],
      [[term('mentions', 'blue')], 'unknown user blue'],
      [[['id', 'blue']], 'Invalid message ID'],
      [[term('id', 0)], 'Invalid message ID'],
      [[term('topic', 3)], 'operand of topic is of the wrong type'],
      [[term('sender', [1])], 'operand of sender is of the wrong type'],
      [[channel, ['is', 'dm']], 'No message can be both a channel message and direct message'],
      [
        [['topic', 'x'], term('dm', [1])],
        'No message can be both a channel message and direct message',
      ],
      [Array.from({ length: 51 }, () => channel), 'more than 50 terms'],
      [[['search', 'x'.repeat(1_001)]], 'search is longer than 1000 characters'],
      [[['search', 'x '.repeat(33)]], 'search has more than 32 words'],
      [
        [
          term(
            'dm',
            Array.from({ length: 21 }, (_, n) => n + 1),
          ),
        ],
        'too many users',
      ],
    ] as const) {
      expect(await fetchAll(alice, terms), desc).toMatchObject({
        status: 400,
        code: 'BAD_NARROW',
        desc,
        msg: `Invalid narrow operator: ${desc}`,
      })
    }
    ok(await fetchAll(alice, [term('channel', 'general'), term('is', 'dm', true)]))
    ok(
      await fetchAll(
        alice,
        Array.from({ length: 50 }, () => channel),
      ),
    )
    ok(await fetchAll(alice, [['search', 'x '.repeat(32)]]))
    for (const narrow of [
      'no',
      { operator: 'is' },
      [{ operator: 'is' }],
      [['is']],
      [3],
      [['search', '']],
    ]) {
      expect(await fetchAll(alice, narrow)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }
  })

  test('does not tell who has a hidden address', async () => {
    await world.chat.store.write(async (tx) =>
      tx.updateTable('chat_user').set({ email_visibility: 4 }).where('id', '=', bob.id).execute(),
    )
    const hidden = await fetchAll(alice, [['sender', bob.email]])
    expect(hidden).toMatchObject({ status: 400, desc: `unknown user ${bob.email}` })
    ok(await fetchAll(alice, [['sender', `user${bob.id}@chat.test`]]))
    ok(await fetchAll(bob, [['sender', bob.email]]))
    await world.chat.store.write(async (tx) =>
      tx.updateTable('chat_user').set({ email_visibility: 1 }).execute(),
    )
  })

  test('without an account is about web-public channels', async () => {
    verifies('chat:5:4:web-public')
    const web = ['channels', 'web-public']
    expect(await named(world.anybody, web)).toEqual(['web'])
    expect(await named(world.anybody, ['channel', 'web'])).toEqual(['web'])
    expect(await named(world.anybody, web, ['search', 'web'], ['is', 'resolved'])).toEqual([])
    const [message] = ok(await fetchAll(world.anybody, [web]))['messages']
    expect(message.flags).toEqual(['read', 'historical'])
    const unread = { narrow: [web], anchor: 'first_unread', num_before: 1, num_after: 1 }
    expect(ok(await world.anybody.get('/messages', unread))['anchor']).toBe(NEWEST_ANCHOR)
    for (const terms of [
      [],
      [['is', 'resolved']],
      [web, ['is', 'dm']],
      [web, ['dm', alice.email]],
      [['topic', 't']],
      [['-channels', 'web-public']],
    ]) {
      expect(await fetchAll(world.anybody, terms), JSON.stringify(terms)).toMatchObject({
        status: 401,
        code: 'UNAUTHORIZED',
      })
    }
    for (const name of ['general', 'Den', 'nowhere']) {
      expect(await fetchAll(world.anybody, [['channel', name]])).toMatchObject({
        status: 400,
        desc: `unknown channel ${name}`,
      })
    }
    const all_ids = Object.values(said)
    const some = await world.anybody.get('/messages', { narrow: [web], message_ids: all_ids })
    expect(idsOf(some)).toEqual([said['web']])
  })
})

test('an administrator who may know of a private channel does not read it', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const club = { invite_only: true, history_public_to_subscribers: true, subscribers: [alice.id] }
  ok(await alice.post('/channels/create', { name: 'club', ...club }))
  const id = await alice.say('secret', { to: 'club' })
  expect(await idsIn(alice, [['channel', 'club']])).toEqual([id])
  for (const narrow of [[['channel', 'club']], [['search', 'secret']], []]) {
    expect(await idsIn(world.owner, narrow)).toEqual([])
  }
  const some = { narrow: [['channel', 'club']], message_ids: [id] }
  expect(idsOf(await world.owner.get('/messages', some))).toEqual([])
})

test('protected history shows what was received, and nothing after one has left', async () => {
  await using world = await startChatWorld()
  const { alice, bob, admitBob } = await openProtectedChannel(world)
  await alice.say('early', { to: 'den' })
  await admitBob()
  const late = await alice.say('late', { to: 'den' })
  const den = [['channel', 'den']]
  expect(await idsIn(bob, den)).toEqual([late])
  expect(await idsIn(bob, [['search', 'early']])).toEqual([])
  expect(await idsIn(alice, den)).toHaveLength(2)
  ok(await bob.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
  expect(await idsIn(bob, [])).toEqual([])
  expect(await idsIn(bob, [['search', 'late']])).toEqual([])
  expect(await fetchAll(bob, den)).toMatchObject({ status: 400, desc: 'unknown channel den' })
  expect(await idsIn(world.owner, [])).toEqual([])
})
