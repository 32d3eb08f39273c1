import { expect, test } from 'vitest'
import { alice, bob, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

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

test('channels are put into folders that are there, and such folders cannot be archived', async () => {
  const folder = await add('Teams')
  const made = await owner.post('/channels/create', {
    name: 'new',
    subscribers: [],
    folder_id: folder,
  })
  const id = Number(ok(made)['id'])
  const archive = async () => owner.patch(`/channel_folders/${folder}`, { is_archived: true })
  expect(await archive()).toMatchObject({
    status: 400,
    msg: 'You need to remove all the channels from this folder to archive it.',
  })
  ok(await owner.patch(`/streams/${id}`, { folder_id: null }))
  ok(await archive())
  const unknown = { status: 400, msg: 'Invalid channel folder ID' }
  expect(await owner.patch(`/streams/${id}`, { folder_id: folder })).toMatchObject(unknown)
  expect(
    await owner.post('/channels/create', { name: 'x', subscribers: [], folder_id: 99 }),
  ).toMatchObject(unknown)
  expect(ok(await bob.get('/channel_folders'))['channel_folders']).toEqual([])
  const all = ok(await bob.get('/channel_folders', { include_archived: true }))
  expect(all['channel_folders']).toMatchObject([{ id: folder, is_archived: true }])
})

test.each([
  ['no name', { name: ' ' }, "Channel folder name can't be empty."],
  ['a long name', { name: 'x'.repeat(61) }, 'Channel folder name too long (limit: 60 characters).'],
  ['a control character', { name: 'a\u0007' }, 'Invalid character in channel folder name.'],
  ['a name that is taken', { name: 'TAKEN' }, "Channel folder 'TAKEN' already exists"],
  [
    'a long text',
    { name: 'x', description: 'y'.repeat(1_025) },
    'description is too long (limit: 1024 characters)',
  ],
])('refuses %s', async (_, fields, msg) => {
  await add('taken')
  expect(await owner.post('/channel_folders/create', fields)).toMatchObject({ status: 400, msg })
})

test('only administrators change folders', async () => {
  const id = await add('Teams')
  const refused = { status: 400, msg: 'Must be an organization administrator' }
  expect(await alice.post('/channel_folders/create', { name: 'x' })).toMatchObject(refused)
  expect(await alice.patch(`/channel_folders/${id}`, { name: 'x' })).toMatchObject(refused)
  expect(await alice.patch('/channel_folders', { order: [id] })).toMatchObject(refused)
  expect(await owner.patch('/channel_folders', { order: [id, id] })).toMatchObject({
    msg: 'Invalid order mapping.',
  })
})
