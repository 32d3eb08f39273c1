// @module-tag full
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { fetchPath, sendFiles } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { pngOf } from '../../../support/pictures.ts'

test('administrators give the organization a logo for light grounds and one for dark ones', async () => {
  await using world = await startChatWorld()
  const { owner } = world
  const queue = await owner.register({ event_types: ['realm'] })
  const send = async (width: number, night: boolean) => {
    const file = [{ name: 'x.png', content: pngOf(width, 200) }]
    return ok(await sendFiles(world, owner, file, `/realm/logo?night=${night}`))
  }
  await send(1_000, false)
  await send(50, true)
  const snapshot = await owner.register({ fetch_event_types: ['realm'] })
  expect(snapshot).toMatchObject({ realm_logo_source: 'U', realm_night_logo_source: 'U' })
  const sizes = []
  for (const name of ['realm_logo_url', 'realm_night_logo_url']) {
    const answer = await fetchPath(world, undefined, new URL(snapshot[name]).pathname)
    const { width, height } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()))
    sizes.push([width, height])
  }
  expect(sizes).toEqual([
    [500, 100],
    [25, 100],
  ])
  ok(await owner.delete('/realm/logo', { night: true }))
  const after = await owner.register({ fetch_event_types: ['realm'] })
  expect(after).toMatchObject({
    realm_logo_source: 'U',
    realm_night_logo_source: 'D',
    realm_icon_source: 'G',
  })
  const changed = (await owner.events(queue)).map(({ property }) => property)
  expect(changed).toEqual(['logo', 'night_logo', 'night_logo'])
})
