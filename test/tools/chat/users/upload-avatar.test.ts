// @module-tag full
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { fetchPath, sendFiles } from '../../../support/chat-uploads.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { gifOf, pngOf } from '../../../support/pictures.ts'

const OWN = /^\/user_avatars\/1\/[0-9a-f]{32}\.png\?v=\d+$/

const send = async (world: ChatWorld, person: Person, content: Uint8Array<ArrayBuffer>) =>
  sendFiles(world, person, [{ name: 'me.html', content }], '/users/me/avatar')

const sizeOf = async (world: ChatWorld, path: string) => {
  const answer = await fetchPath(world, undefined, path)
  expect(answer.headers.get('content-type')).toBe('image/png')
  const { width, height } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()))
  return [width, height]
}

describe('a picture of somebody', () => {
  test('is shown wherever they are, in both sizes, and everybody hears of it', async () => {
    await using world = await startChatWorld()
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const queue = await bob.register({ event_types: ['realm_user'] })
    const { avatar_url } = ok(await send(world, alice, pngOf(300, 200)))
    expect(avatar_url).toMatch(OWN)
    const medium = avatar_url.replace('.png', '-medium.png')
    expect(await sizeOf(world, avatar_url)).toEqual([100, 100])
    expect(await sizeOf(world, medium)).toEqual([500, 500])
    expect(await bob.events(queue)).toEqual([
      {
        type: 'realm_user',
        op: 'update',
        id: 0,
        person: {
          user_id: alice.id,
          avatar_source: 'U',
          avatar_url,
          avatar_url_medium: medium,
          avatar_version: 2,
        },
      },
    ])
    const id = await alice.say('look')
    expect(ok(await bob.get(`/messages/${id}`))['message'].avatar_url).toBe(avatar_url)
    expect(ok(await bob.get(`/users/${alice.id}`))['user']).toMatchObject({
      avatar_url,
      avatar_version: 2,
    })
    expect(await alice.register()).toMatchObject({
      avatar_url,
      avatar_url_medium: medium,
      avatar_source: 'U',
    })
    const found = await fetchPath(world, bob, `/avatar/${alice.id}/medium`)
    expect([found.status, found.headers.get('location')]).toEqual([302, medium])
    const byAddress = await fetchPath(world, bob, `/avatar/${alice.email}`)
    expect(byAddress.headers.get('location')).toBe(avatar_url)
    expect((await fetchPath(world, undefined, `/avatar/${alice.id}`)).status).toBe(401)
    expect((await fetchPath(world, bob, '/avatar/999')).status).toBe(404)
  })

  test('leaves nothing of the one before, and the pattern comes back', async () => {
    await using world = await startChatWorld()
    const alice = await world.add('Alice')
    const usage = async () => ok(await alice.get('/attachments'))['upload_space_used']
    const before = await usage()
    const first = ok(await send(world, alice, pngOf(8, 8)))['avatar_url']
    const second = ok(await send(world, alice, gifOf(3)))['avatar_url']
    expect((await fetchPath(world, undefined, first)).status).toBe(404)
    expect((await fetchPath(world, undefined, second)).status).toBe(200)
    const { avatar_url } = ok(await alice.delete('/users/me/avatar'))
    expect(avatar_url).toBe(`/user_avatars/1/identicon/${alice.id}.png?v=4`)
    expect((await fetchPath(world, undefined, second)).status).toBe(404)
    expect(await sizeOf(world, avatar_url)).toEqual([100, 100])
    expect(await sizeOf(world, avatar_url.replace('.png', '-medium.png'))).toEqual([500, 500])
    expect(await usage()).toBe(before)
    const space = await world.chat.store.db.selectFrom('chat_upload_space').selectAll().execute()
    expect(space.map(({ bytes }) => bytes)).toEqual([0])
  })

  test.each([
    ['a page', Buffer.from('<svg onload=alert(1)>'), /Could not decode/],
    ['too many bytes', Buffer.alloc(5 * 1024 * 1024 + 1), /limit of 5 MiB/],
    ['too many pixels', pngOf(16_300, 1_000), /too many pixels/],
  ])('is not %s', async (_, content, msg) => {
    await using world = await startChatWorld()
    const answer = await send(world, world.owner, content)
    expect(answer).toMatchObject({ status: 400, msg: expect.stringMatching(msg) })
    expect(ok(await world.owner.get('/users/me'))['avatar_version']).toBe(1)
  })

  test('is also one of a bot, by its owner and by administrators', async () => {
    await using world = await startChatWorld()
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
    const file = [{ name: 'x.png', content: pngOf(8, 8) }]
    const change = async (person: Person) =>
      sendFiles(world, person, file, `/bots/${bot.id}`, 'PATCH')
    const { avatar_url } = ok(await change(alice))
    expect(avatar_url).toMatch(OWN)
    expect(ok(await alice.get('/bots'))['bots'][0].avatar_url).toBe(avatar_url)
    expect(await change(bob)).toMatchObject({ status: 400, msg: 'No such bot' })
    expect(ok(await change(world.owner))['avatar_url']).not.toBe(avatar_url)
  })
})

describe('somebody without a picture', () => {
  test('is known to no other server unless the operator allows it', async () => {
    await using plain = await startChatWorld()
    await using other = await startChatWorld({ usesGravatar: true })
    for (const [world, url] of [
      [plain, /^\/user_avatars\/1\/identicon\//],
      [other, /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{64}\?/],
    ] as const) {
      const snapshot = await world.owner.register({ client_gravatar: false })
      expect(snapshot['avatar_url']).toMatch(url)
      expect(snapshot['avatar_url_medium']).toMatch(url)
      expect(snapshot['realm_users'][0].avatar_url).toMatch(url)
    }
    const computing = { client_gravatar: true }
    expect((await other.owner.register(computing))['realm_users'][0].avatar_url).toBeNull()
    expect((await plain.owner.register(computing))['realm_users'][0].avatar_url).not.toBeNull()
  })
})
