import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { fetchPath, upload } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('uploads are listed with what links to them, and their owner hears of every change', async () => {
  verifies('chat:2.6:id', 'chat:2.6:name', 'chat:2.6:path_id', 'chat:2.6:size')
  verifies('chat:2.6:create_time', 'chat:2.6:message_ids', 'chat:9:472', 'chat:9:443')
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const queue = await alice.register({ event_types: ['attachment'] })
  const others = await bob.register({ event_types: ['attachment'] })
  const url = await upload(world, alice, 'my notes.txt', 'hello')
  const id = await alice.whisper(`[notes](${url})`, bob)
  const record = {
    id: 1,
    name: 'my notes.txt',
    path_id: url.replace('/user_uploads/', ''),
    size: 5,
    create_time: Math.floor(world.chat.now().getTime() / 1_000),
    message_ids: [id],
  }
  expect(ok(await alice.get('/attachments'))).toMatchObject({
    attachments: [record],
    upload_space_used: 5,
  })
  expect(ok(await bob.get('/attachments'))['attachments']).toEqual([])
  const shared = { type: 'attachment', upload_space_used: 5 }
  expect(await alice.events(queue)).toMatchObject([
    { ...shared, op: 'add', attachment: { ...record, message_ids: [] } },
    { ...shared, op: 'update', attachment: record },
  ])
  expect(await bob.events(others)).toEqual([])
  expect((await world.anybody.get('/attachments')).status).toBe(401)
})

test('a message lets its readers see the file, and only them', async () => {
  await using world = await startChatWorld()
  const people = await Promise.all(['Alice', 'Bob', 'Carol'].map(async (name) => world.add(name)))
  const [alice, bob, carol] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  const guest = await world.add('Gil', { role: 600 })
  const url = await upload(world, alice, 'a.txt')
  const whoSees = async () => {
    const seeing = []
    for (const [name, person] of Object.entries({ alice, bob, carol, guest, nobody: undefined })) {
      if ((await fetchPath(world, person, url)).status === 200) seeing.push(name)
    }
    return seeing
  }
  expect(await whoSees()).toEqual(['alice'])
  const direct = await alice.whisper(`[a](${url})`, bob)
  expect(await whoSees()).toEqual(['alice', 'bob'])
  // Whoever cannot see it cannot make it visible, even if the address leaked.
  const grab = await carol.whisper(`[mine](${url})`, guest)
  expect(await whoSees()).toEqual(['alice', 'bob'])
  // Whoever can see it may pass it on.
  ok(await bob.post('/messages', { type: 'direct', to: [carol.id], content: `see [a](${url})` }))
  expect(await whoSees()).toEqual(['alice', 'bob', 'carol'])
  const lists = ok(await alice.get('/attachments'))['attachments'][0].message_ids as number[]
  expect(lists).toContain(direct)
  expect(lists).not.toContain(grab)
})

test('channels: public for members, web-public for everybody, private for subscribers', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const open = { name: 'web', subscribers: [world.owner.id, alice.id], is_web_public: true }
  const secret = { name: 'secret', subscribers: [world.owner.id, alice.id], invite_only: true }
  ok(await world.owner.post('/channels/create', open))
  ok(await world.owner.post('/channels/create', secret))
  const statuses = async (to: string) => {
    const url = await upload(world, alice, 'a.txt')
    await alice.say(`[a](${url})`, { to })
    const all = [world.owner, bob, undefined].map(async (person) => fetchPath(world, person, url))
    return (await Promise.all(all)).map(({ status }) => status)
  }
  expect(await statuses('general')).toEqual([200, 200, 404])
  expect(await statuses('web')).toEqual([200, 200, 200])
  expect(await statuses('secret')).toEqual([200, 404, 404])
})

test('who leaves a private channel, or lost the message, does not see the file any more', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const secret = { name: 'secret', subscribers: [alice.id, bob.id], invite_only: true }
  ok(await alice.post('/channels/create', secret))
  const url = await upload(world, alice, 'a.txt')
  const id = await alice.say(`[a](${url})`, { to: 'secret' })
  const status = async () => (await fetchPath(world, bob, url)).status
  expect(await status()).toBe(200)
  ok(await bob.delete('/users/me/subscriptions', { subscriptions: ['secret'] }))
  expect(await status()).toBe(404)
  ok(
    await alice.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      principals: [bob.id],
    }),
  )
  expect(await status()).toBe(200)
  ok(await alice.delete(`/messages/${id}`))
  expect(await status()).toBe(404)
})

test('links to uploads mark a message, pictures are shown, and addresses that climb are none', async () => {
  await using world = await startChatWorld()
  const url = await upload(world, world.owner, 'cat 1.png')
  const narrow = async (operand: string) => {
    const query = {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [{ operator: 'has', operand }],
    }
    const { messages } = ok(await world.owner.get('/messages', query))
    return (messages as { id: number }[]).map(({ id }) => id)
  }
  const message = await world.owner.say(`![my cat](${url})`)
  const linked = await world.owner.say(`look: [cat](http://chat.test${url})`)
  await world.owner.say('nothing')
  expect(await narrow('attachment')).toEqual([message, linked])
  expect(await narrow('image')).toEqual([message, linked])
  const path = `/user_uploads/1/x/../../../api/v1/users/me`
  for (const address of [
    path,
    path.replaceAll('..', '%2e%2e'),
    path.replaceAll('../', '..%5c'),
    '/user_uploads/%ff',
  ]) {
    const { rendered } = ok(
      await world.owner.post('/messages/render', { content: `![x](${address}.png)` }),
    )
    expect(rendered).not.toContain('<img')
  }
})
