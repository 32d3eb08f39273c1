import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { fetchPath, sendFiles } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { pngOf } from '../../../support/pictures.ts'

const file = [{ name: 'x.png', content: pngOf(900, 300) }]
const pathOf = (url: string) => new URL(url).pathname

test('administrators give the organization an icon, which everybody gets, and take it back', async () => {
  await using world = await startChatWorld()
  const { owner } = world
  const member = await world.add('Alice')
  const queue = await member.register({ event_types: ['realm'] })
  const before = await member.register({ fetch_event_types: ['realm'] })
  ok(await sendFiles(world, owner, file, '/realm/icon'))
  const after = await member.register({ fetch_event_types: ['realm'] })
  expect(after).toMatchObject({
    realm_icon_source: 'U',
    realm_icon_url: expect.stringMatching(
      /^http:\/\/chat\.test\/user_avatars\/1\/realm\/icon-[0-9a-f]{32}\.png$/,
    ),
  })
  expect(ok(await world.anybody.get('/server_settings'))['realm_icon']).toBe(
    after['realm_icon_url'],
  )
  const answer = await fetchPath(world, undefined, pathOf(after['realm_icon_url']))
  const { width, height } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()))
  expect([width, height]).toEqual([100, 100])
  ok(await owner.delete('/realm/icon'))
  expect(await member.events(queue)).toMatchObject([
    {
      op: 'update_dict',
      property: 'icon',
      data: { icon_url: after['realm_icon_url'], icon_source: 'U' },
    },
    {
      op: 'update_dict',
      property: 'icon',
      data: { icon_url: before['realm_icon_url'], icon_source: 'G' },
    },
  ])
  expect((await fetchPath(world, undefined, pathOf(after['realm_icon_url']))).status).toBe(404)
  expect(await sendFiles(world, member, file, '/realm/icon')).toMatchObject({ status: 400 })
  expect(await sendFiles(world, owner, [], '/realm/icon')).toMatchObject({ status: 400 })
})
