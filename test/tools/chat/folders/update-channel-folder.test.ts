import { expect, test } from 'vitest'
import { bob, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Bob')

const add = async (name: string, description = '') =>
  Number(
    ok(await owner.post('/channel_folders/create', { name, description }))['channel_folder_id'],
  )

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
