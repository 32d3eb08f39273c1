import { expect, test } from 'vitest'
import { alice, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const add = async (name: string, description = '') =>
  Number(
    ok(await owner.post('/channel_folders/create', { name, description }))['channel_folder_id'],
  )

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
