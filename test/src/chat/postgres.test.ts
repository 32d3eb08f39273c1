// @module-tag full
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { sweepQueues } from '../../../src/chat/events/sweep-queues.ts'
import { makeFileKey } from '../../../src/chat/files/store-upload.ts'
import { sweepFiles } from '../../../src/chat/files/sweep-files.ts'
import type { Chat } from '../../../src/chat/kernel/types.ts'
import { reader } from '../../../src/chat/kernel/unit-of-work.ts'
import { indexWords } from '../../../src/chat/narrow/word-index.ts'
import { deliverDue } from '../../../src/chat/personal/deliver-scheduled.ts'
import { renewEmailLink } from '../../../src/chat/users/accounts/change-email.ts'
import { findByEmail } from '../../../src/chat/users/find-users.ts'
import { readTokenKey } from '../../../src/chat/users/sign-in/token-key.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { openPostgres } from '../../../src/store/postgres/postgres.ts'
import { openBrowser } from '../../support/browser.ts'
import { canaries } from '../../support/canaries.ts'
import { fetchPath, upload } from '../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../support/chat-world.ts'
import { fetchAll, idsOf } from '../../support/fetching.ts'
import { startPostgres } from '../../support/postgres.ts'
import { quietLog } from '../../support/store-backend.ts'
import { signed } from '../../support/tokens.ts'
import { liveThrough, steps } from '../../support/visibility.ts'

const server = await startPostgres()
afterAll(async () => server?.[Symbol.asyncDispose]())

/** A world on a Postgres database of its own. */
async function startWorld(parts: Pick<Chat, 'tokens'> = {}) {
  if (!server) throw new Error('There is no Postgres.')
  const store = await openPostgres({ url: server.newUrl(), log: quietLog })
  return startChatWorld({ ...parts, store })
}

describe.skipIf(!server)('the chat on Postgres', () => {
  test('keeps records and customizes as on SQLite', async () => {
    await using world = await startWorld()
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.test/{id}' }
    ok(await world.owner.post('/realm/filters', linkifier))
    ok(await world.owner.post('/realm/domains', { domain: 'a.test', allow_subdomains: true }))
    ok(await world.owner.post('/realm/profile_fields', { name: 'Motto', field_type: 1 }))
    ok(await alice.patch('/users/me/profile_data', { data: [{ id: 1, value: 'x' }] }))
    ok(await alice.post('/users/me/alert_words', { alert_words: ['lunch'] }))
    const draft = { type: 'stream', to: [1], topic: 't', content: 'x' }
    expect(ok(await alice.post('/drafts', { drafts: [draft] }))['ids']).toEqual([1])
    ok(await alice.patch('/settings', { color_scheme: 2, enable_drafts_synchronization: false }))
    ok(await alice.post('/navigation_views', { fragment: 'inbox', is_pinned: true }))
    ok(await alice.post('/user_topics', { stream_id: 1, topic: 't', visibility_policy: 3 }))
    ok(await alice.post(`/users/me/muted_users/${world.owner.id}`))
    const { group_id } = ok(
      await alice.post('/user_groups/create', { name: 'g', description: '', members: [bob.id] }),
    )
    ok(await alice.post(`/user_groups/${group_id}/members`, { add: [alice.id] }))
    ok(await alice.post(`/user_groups/${group_id}/deactivate`))
    const id = await bob.say('lunch #12', { topic: '#3' })
    const { message } = ok(await alice.get(`/messages/${id}`))
    expect(message).toMatchObject({ flags: ['has_alert_word'], topic_links: [{ text: '#3' }] })
    expect(message.content).toContain('https://tracker.test/12')
    ok(await alice.post('/mark_all_as_read'))
    expect(ok(await bob.get(`/messages/${id}/read_receipts`))['user_ids']).toEqual([alice.id])
    ok(await world.owner.post('/streams/1/delete_topic', { topic_name: '#3' }))
    expect(ok(await bob.get(`/users/${alice.id}/channels`))['subscribed_channel_ids']).toEqual([1])
    ok(await world.owner.delete(`/users/${alice.id}`))
  })

  test('keeps files, shows them to readers, detaches and sweeps them as on SQLite', async () => {
    await using world = await startWorld()
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const [url, loose] = [await upload(world, alice, 'a.txt'), await upload(world, alice, 'b.txt')]
    const id = await alice.whisper(`[a](${url})`, bob)
    expect(await (await fetchPath(world, bob, url)).text()).toBe('content')
    expect(ok(await alice.get('/attachments'))).toMatchObject({
      attachments: [
        { id: 2, message_ids: [] },
        { id: 1, size: 7, message_ids: [id] },
      ],
      upload_space_used: 14,
    })
    const lent = ok(await bob.get(url))['url'] as string
    expect((await fetchPath(world, undefined, lent)).status).toBe(200)
    await sweepFiles(world.chat)
    const { detached_uploads } = ok(await alice.patch(`/messages/${id}`, { content: 'x' }))
    expect(detached_uploads).toMatchObject([{ id: 1 }])
    world.pass(35 * 86_400)
    await sweepFiles(world.chat)
    expect((await fetchPath(world, alice, loose)).status).toBe(404)
    ok(await alice.delete('/attachments/1'))
    const { resumable } = world.chat.fileAccess
    const actor = { user: alice.user, client: 'test' }
    const upload_ = { id: makeFileKey(), name: 'c.txt', bytes: 3 }
    await resumable.create(actor, upload_)
    async function* bytes() {
      yield Buffer.from('abc')
    }
    await resumable.append(actor, upload_.id, 0, bytes())
    const done = await resumable.finish(actor, upload_.id)
    expect(await resumable.finish(actor, upload_.id)).toEqual(done)
    expect(await (await fetchPath(world, alice, done.url)).text()).toBe('abc')
  })

  test('signs in and changes accounts as on SQLite', async () => {
    await using world = await startWorld()
    const { password } = canaries()
    const email = 'carol@example.com'
    ok(await world.owner.post('/users', { email, password, full_name: 'Carol' }))
    const login = { username: email, password }
    const { api_key } = ok(await world.anybody.post('/fetch_api_key', login))
    const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
    const settings = async (fields: Record<string, string>) =>
      world.request('/settings', { method: 'PATCH', headers, body: new URLSearchParams(fields) })
    const browser = openBrowser(world)
    expect(await browser.login(email, password)).toMatchObject({ result: 'success' })
    expect((await settings({ email: 'carol@new.example' })).status).toBe(200)
    const carol = await findByEmail(world.chat, reader(world.chat), email)
    const { link = '' } = (carol && (await renewEmailLink(world.chat, carol))) ?? {}
    const page = await world.request(link.replace(world.chat.url, '/'), { method: 'POST' })
    expect(page.status).toBe(200)
    const new_password = `new ${password}`
    expect((await settings({ old_password: password, new_password })).status).toBe(401)
    headers.authorization = `Bearer ${api_key}`
    expect((await settings({ old_password: password, new_password })).status).toBe(200)
    expect(await world.chat.store.db.selectFrom('chat_session').selectAll().execute()).toEqual([])
    const { device_id } = ok(await world.owner.post('/register_client_device'))
    ok(await world.owner.post('/remove_client_device', { device_id }))
  })

  test('takes signed tokens once, as on SQLite', async () => {
    const secret = 'a secret that is longer than 32 bytes'
    const key = readTokenKey(new Secret(secret))
    const tokens = () => ({ ...key, audience: 'us' })
    await using world = await startWorld({ tokens })
    await world.add('Alice')
    const iat = Math.floor(world.chat.now().getTime() / 1_000)
    const claims = { email: 'alice@example.com', aud: 'us', iat, exp: iat + 60 }
    const token = signed({ alg: 'HS256' }, claims, secret)
    ok(await world.anybody.post('/jwt/fetch_api_key', { token }))
    const again = await world.anybody.post('/jwt/fetch_api_key', { token })
    expect(again).toMatchObject({ status: 400, msg: 'Bad JSON web token' })
  })

  test('sends, reads, edits, moves, marks, reacts and deletes as on SQLite', async () => {
    await using world = await startWorld()
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const queue = await bob.register({ client_capabilities: { bulk_message_deletion: true } })
    const [a, b, c] = [
      await alice.say('one @**Bob**'),
      await alice.say('two'),
      await alice.whisper('three', bob),
    ]
    const { unread_msgs } = await bob.register()
    expect(unread_msgs).toMatchObject({
      count: 3,
      mentions: [a],
      pms: [{ unread_message_ids: [c] }],
    })
    ok(await alice.patch(`/messages/${a}`, { content: 'edited' }))
    ok(await alice.patch(`/messages/${b}`, { topic: 'moved', propagate_mode: 'change_all' }))
    ok(await bob.post('/messages/flags', { messages: [a, b], op: 'add', flag: 'read' }))
    ok(await bob.post('/messages/flags', { messages: [b], op: 'remove', flag: 'read' }))
    ok(await bob.post('/messages/flags', { messages: [a], op: 'add', flag: 'starred' }))
    ok(await bob.post(`/messages/${a}/reactions`, { emoji_name: 'tada' }))
    expect(ok(await bob.get(`/messages/${a}`))['message']).toMatchObject({
      content: '<p>edited</p>',
      subject: 'moved',
      flags: ['read', 'starred'],
      reactions: [{ emoji_name: 'tada' }],
      edit_history: [{ prev_topic: 't' }, { prev_content: 'one @**Bob**' }],
    })
    expect(ok(await bob.get('/users/me/1/topics'))['topics']).toHaveLength(1)
    ok(await alice.delete(`/messages/${a}`))
    expect((await bob.events(queue)).map(({ type }) => type)).toEqual([
      'message',
      // Who is mentioned follows the topic, also where it is moved.
      'user_topic',
      'message',
      'message',
      'update_message',
      'muted_topics',
      'user_topic',
      'user_topic',
      'update_message',
      'message',
      'update_message_flags',
      'update_message_flags',
      'update_message_flags',
      'reaction',
      'delete_message',
    ])
  })

  test('keeps channels, groups, presence and status', async () => {
    await using world = await startWorld()
    const alice = await world.add('Alice')
    const { group_id } = ok(
      await alice.post('/user_groups/create', { name: 'g', description: '', members: [alice.id] }),
    )
    const channel = { name: 'den', invite_only: true, can_send_message_group: group_id }
    const quietly = { subscribers: [alice.id, 1], send_new_subscription_messages: false }
    ok(await alice.post('/channels/create', { ...channel, ...quietly }))
    expect(
      await world.owner.post('/messages', { type: 'channel', to: 'den', topic: 't', content: 'x' }),
    ).toMatchObject({ status: 400 })
    await alice.say('x', { to: 'den' })
    ok(await alice.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
    ok(await alice.post('/users/me/subscriptions', { subscriptions: [{ name: 'new' }] }))
    ok(await alice.post('/users/me/presence', { status: 'active' }))
    ok(await alice.post('/users/me/status', { status_text: 'here' }))
    expect(await world.owner.register({ include_subscribers: 'partial' })).toMatchObject({
      user_status: { [alice.id]: { status_text: 'here' } },
      presences: { [alice.email]: {} },
      subscriptions: [{ name: 'general' }, { name: 'den', first_message_id: 1 }],
    })
    await sweepQueues(world.chat)
  })

  test('numbers events in the order of their commits, under everybody at once', async () => {
    await using world = await startWorld()
    const people = [await world.add('Ann'), await world.add('Ben'), await world.add('Cid')]
    const queue = await world.owner.register({ event_types: ['message'] })
    const seen: number[] = []
    const talk = Promise.all(
      people.map(async (who) => {
        for (let n = 0; n < 15; n++) await who.say(`${n}`)
      }),
    )
    let last = -1
    while (seen.length < 45) {
      for (const event of await world.owner.events(queue, last)) {
        last = Number(event['id'])
        seen.push(Number(event['message'].id))
      }
    }
    await talk
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
  })

  test('schedules, reports and changes subscriptions, and sends what is due once', async () => {
    await using world = await startWorld()
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const secret = { name: 'reports', invite_only: true, subscribers: [bob.id, 1] }
    const { id } = ok(await world.owner.post('/channels/create', secret))
    ok(await world.owner.patch('/realm', { moderation_request_channel_id: id }))
    ok(await alice.post(`/messages/${await bob.say('x')}/report`, { report_type: 'spam' }))
    ok(
      await alice.patch('/users/me/subscriptions', { add: [{ name: 'new' }], delete: ['general'] }),
    )
    const later = { type: 'channel', to: 1, topic: 't', content: 'later' }
    const at = Math.floor(world.chat.now().getTime() / 1_000) + 60
    const wish = { ...later, scheduled_delivery_timestamp: at }
    for (let count = 0; count < 5; count += 1) ok(await bob.post('/scheduled_messages', wish))
    ok(await bob.patch('/scheduled_messages/1', { content: 'changed' }))
    ok(await bob.delete('/scheduled_messages/2'))
    const queue = await world.owner.register({ event_types: ['message'] })
    world.pass(61)
    await Promise.all([deliverDue(world.chat), deliverDue(world.chat), deliverDue(world.chat)])
    const contents = (await world.owner.events(queue)).map(({ message }) => String(message.content))
    expect(contents.toSorted()).toEqual(['changed', 'later', 'later', 'later'])
  })

  test('tells everybody exactly what they may see', async () => {
    const url = server?.newUrl() ?? ''
    const [history] = fc.sample(steps({ minLength: 40, maxLength: 40 }), { numRuns: 1 })
    const found = await liveThrough(history ?? [], await openPostgres({ url, log: quietLog }))
    expect(found).toEqual([])
  })

  test('finds what is written, also common words, stems as on SQLite, and no phrase over topic and content', async () => {
    await using world = await startWorld()
    const long = '語'.repeat(900)
    const first = await world.owner.say(`To be or not, generously: ${long} don't 1e5`, {
      topic: 'Ünder it',
    })
    for (const [text, ids] of [
      ['to be or not', [first]],
      ['"be or"', [first]],
      ['"be not"', []],
      ['generous', [first]],
      // FTS5 takes them for one word, the dictionary of Postgres does not.
      ['generate', [first]],
      ['under', [first]],
      ['"it to"', []],
      ['"under it"', [first]],
      [long, [first]],
      ["don't 1E5", [first]],
      ['#c1', []],
    ] as const) {
      const narrow = [{ operator: 'search', operand: text }]
      expect(idsOf(await fetchAll(world.owner, narrow)), text.slice(0, 20)).toEqual(ids)
    }
  })

  test('makes messages findable that wait for their words', async () => {
    await using world = await startWorld()
    const { store } = world.chat
    const ids: number[] = []
    for (let n = 0; n < 201; n += 1) ids.push(await world.owner.say(`not found ${n}`))
    await store.write(async (tx) => {
      await sql`truncate chat_message_words`.execute(tx)
      const value = ids.at(-1) ?? 0
      const counter = tx.updateTable('chat_counter').set({ value })
      await counter.where('name', '=', 'unindexed').execute()
    })
    const [edited = 0, ...others] = ids
    ok(await world.owner.patch(`/messages/${edited}`, { content: 'found it' }))
    const search = async (operand: string) =>
      idsOf(await fetchAll(world.owner, [{ operator: 'search', operand }]))
    expect(await search('found')).toEqual([edited])
    const { signal } = new AbortController()
    expect(await indexWords(world.chat, AbortSignal.abort())).toBe(0)
    expect(await indexWords(world.chat, signal)).toBe(200)
    expect(await search('not found')).toEqual(others)
    expect(await search('found it')).toEqual([edited])
    expect(await indexWords(world.chat, signal)).toBe(0)
  })

  test('takes numbers of any size', async () => {
    await using world = await startWorld()
    const alice = await world.add('Alice')
    await alice.say('x')
    const around = { num_before: 1, num_after: 1 }
    for (const anchor of [3_000_000_000, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]) {
      const answer = await alice.get('/messages', { anchor, ...around })
      expect(answer).toMatchObject({ status: 200, messages: [{ id: 1 }], found_newest: true })
    }
    const days = Number.MAX_SAFE_INTEGER
    ok(await alice.register({ presence_history_limit_days: days }))
    ok(await alice.post('/users/me/presence', { status: 'active', history_limit_days: days }))
  })
})
