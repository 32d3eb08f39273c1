import { expect, test } from 'vitest'
import { bob, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Bob')

const add = async (name: string, description = '') =>
  Number(
    ok(await owner.post('/channel_folders/create', { name, description }))['channel_folder_id'],
  )

test('folders are made, described, ordered and shown to everybody', async () => {
  const queue = await bob.register()
  expect(queue['channel_folders']).toEqual([])
  const [teams, events] = [await add(' Teams ', '**All** of them'), await add('Events')]
  ok(await owner.patch('/channel_folders', { order: [events, teams] }))
  ok(await owner.patch(`/channel_folders/${teams}`, { name: 'Crews' }))
  expect(ok(await bob.get('/channel_folders'))['channel_folders']).toMatchObject([
    { id: events, name: 'Events', order: 0 },
    {
      id: teams,
      name: 'Crews',
      description: '**All** of them',
      rendered_description: '<p><strong>All</strong> of them</p>',
      creator_id: owner.id,
      is_archived: false,
      order: 1,
    },
  ])
  expect(await bob.events(queue)).toMatchObject([
    { type: 'channel_folder', op: 'add', channel_folder: { id: teams, name: 'Teams' } },
    { type: 'channel_folder', op: 'add', channel_folder: { id: events, order: 1 } },
    { type: 'channel_folder', op: 'reorder', order: [events, teams] },
    { type: 'channel_folder', op: 'update', channel_folder_id: teams, data: { name: 'Crews' } },
  ])
  expect((await bob.register())['channel_folders']).toHaveLength(2)
})
