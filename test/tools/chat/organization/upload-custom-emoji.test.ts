// @module-tag full
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { fetchPath, sendFiles } from '../../../support/chat-uploads.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { gifOf, pngOf } from '../../../support/pictures.ts'

const add = async (
  world: ChatWorld,
  person: Person,
  name: string,
  content: string | Uint8Array<ArrayBuffer> = pngOf(8, 8),
) =>
  sendFiles(world, person, [{ name: 'x.html', content, type: 'text/html' }], `/realm/emoji/${name}`)

test('members add emoji; messages, reactions and statuses name them; everybody hears of it', async () => {
  verifies('chat:6:kind:realm_emoji', 'chat:2.7:reaction_type:realm_emoji')
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const client_capabilities = { individual_emoji_changes: true }
  const queues = [await bob.register(), await bob.register({ client_capabilities })]
  ok(await add(world, alice, 'blob_owl'))
  const emoji = {
    id: '1',
    name: 'blob_owl',
    source_url: expect.stringMatching(/^\/user_avatars\/1\/emoji\/images\/[0-9a-f]{32}\.png$/),
    still_url: null,
    deactivated: false,
    author_id: alice.id,
  }
  const [whole, small] = await Promise.all(queues.map(async (queue) => bob.events(queue)))
  expect(whole).toEqual([{ type: 'realm_emoji', id: 0, op: 'update', realm_emoji: { 1: emoji } }])
  expect(small).toEqual([{ type: 'realm_emoji', id: 0, op: 'add', emoji }])
  const customEmoji = ok(await bob.get('/realm/emoji'))['emoji']['1']
  expect(customEmoji).toEqual(emoji)
  const { rendered } = ok(await bob.post('/messages/render', { content: ':blob_owl:' }))
  expect(rendered).toContain(`<img alt=":blob_owl:" class="emoji" src="${customEmoji.source_url}"`)

  const id = await alice.say('hoot')
  ok(await alice.post(`/messages/${id}/reactions`, { emoji_name: 'blob_owl' }))
  const exact = { emoji_name: 'blob_owl', emoji_code: '1', reaction_type: 'realm_emoji' }
  ok(await bob.post(`/messages/${id}/reactions`, exact))
  ok(await bob.post('/users/me/status', exact))
  expect(ok(await alice.get(`/messages/${id}`))['message'].reactions).toMatchObject([
    { ...exact, user_id: alice.id },
    { ...exact, user_id: bob.id },
  ])
  expect(ok(await alice.get(`/users/${bob.id}/status`))['status']).toEqual(exact)
  const invalid = { status: 400, msg: 'Invalid custom emoji.' }
  for (const wrong of [{ emoji_code: '2' }, { emoji_name: 'tada' }]) {
    expect(await bob.post('/users/me/status', { ...exact, ...wrong })).toMatchObject(invalid)
  }

  ok(await alice.delete('/realm/emoji/blob_owl'))
  expect((await bob.events(queues[1]!, 0)).at(-1)).toMatchObject({
    type: 'realm_emoji',
    op: 'update_one',
    emoji_id: '1',
    data: { deactivated: true },
  })
  expect(await bob.post('/users/me/status', exact)).toMatchObject(invalid)
  // Reactions under messages stay, can be seen, and can be taken away.
  expect((await fetchPath(world, undefined, customEmoji.source_url)).status).toBe(200)
  ok(await bob.delete(`/messages/${id}/reactions`, exact))
  ok(await add(world, alice, 'blob_owl'))
  expect(Object.keys(ok(await bob.get('/realm/emoji'))['emoji'])).toEqual(['1', '2'])
})

test('the picture is served to everybody, as what it is and without what came along', async () => {
  await using world = await startChatWorld()
  const content = Buffer.concat([gifOf(3), Buffer.from('<script>alert(1)</script>')])
  ok(await add(world, world.owner, 'party', content))
  const { source_url, still_url } = ok(await world.owner.get('/realm/emoji'))['emoji']['1']
  for (const [path, frames] of [
    [source_url, 3],
    [still_url, 1],
  ]) {
    const answer = await fetchPath(world, undefined, path as string)
    expect(answer.headers.get('content-type')).toBe('image/gif')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toContain('public')
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect(text).not.toContain('script')
    expect(text.split('\x21\xf9')).toHaveLength(Number(frames) + 1)
  }
  for (const path of ['/user_avatars/1/emoji/images/x.png', '/user_avatars/..%2f..%2fstore.db']) {
    expect((await fetchPath(world, undefined, path)).status).toBe(404)
  }
})

describe('what is refused', () => {
  test('names, people and files that do not fit; and nothing of them stays', async () => {
    await using world = await startChatWorld()
    const [alice, guest] = [await world.add('Alice'), await world.add('Gil', { role: 600 })]
    const msg = async (
      person: Person,
      name: string,
      content?: string | Uint8Array<ArrayBuffer>,
    ) => {
      const { status, code, msg: reason } = await add(world, person, name, content)
      expect([status, code]).toEqual([400, 'BAD_REQUEST'])
      return reason
    }
    expect(await msg(guest, 'a')).toBe('Insufficient permission')
    const letters = /must contain only lowercase English letters, digits, hyphens/
    for (const name of ['Owl', 'a b', 'ü', '%3Cb%3E', 'a.b']) {
      expect(await msg(alice, encodeURI(name))).toMatch(letters)
    }
    expect(await msg(alice, 'owl_')).toBe('Emoji names must end with either a letter or digit.')
    expect(await msg(alice, 'x'.repeat(65))).toMatch(/too long/)
    expect(await msg(alice, 'tada')).toBe('Only administrators can override default emoji.')
    const decode = 'Could not decode image; did you upload an image file?'
    for (const content of ['<svg onload="alert(1)"/>', '', 'GIF89a\x01\x00\x01\x00<script>']) {
      expect(await msg(alice, 'hooter', content)).toBe(decode)
    }
    expect(await msg(alice, 'hooter', pngOf(1_025, 1))).toMatch(/exceeds limit: 1024 pixels/)
    expect(await msg(alice, 'hooter', new Uint8Array(1024 * 1024 + 1))).toMatch(/limit of 1 MiB/)
    const none = await alice.post('/realm/emoji/hooter')
    expect(none).toMatchObject({ status: 400, msg: 'You must upload exactly one file.' })
    expect(existsSync(world.folder)).toBe(false)
    ok(await add(world, alice, 'hooter'))
    expect(await msg(alice, 'hooter')).toBe('A custom emoji with this name already exists.')
    // Only what the table itself names is reserved.
    ok(await add(world, alice, 'pink'))
    ok(await add(world, alice, 'thumbsup'))
    ok(await add(world, world.owner, 'tada'))
    expect((await world.anybody.post('/realm/emoji/x')).status).toBe(401)
  })
})
