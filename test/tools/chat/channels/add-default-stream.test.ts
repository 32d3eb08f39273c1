import { expect, test } from 'vitest'
import { alice, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const make = async (name: string, fields: object = {}) =>
  Number(ok(await owner.post('/channels/create', { name, subscribers: [], ...fields }))['id'])

test('refuses private channels, and whoever is no administrator', async () => {
  const stream_id = await make('hidden', { invite_only: true })
  expect(await owner.post('/default_streams', { stream_id })).toMatchObject({
    status: 400,
    msg: 'Private channels cannot be made default.',
  })
  expect(await alice.post('/default_streams', { stream_id: 1 })).toMatchObject({
    msg: 'Must be an organization administrator',
  })
})
