import { expect, test } from 'vitest'
import { alice, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

test('says that channels take no mail, and nothing of a hidden channel', async () => {
  expect(await alice.get('/streams/1/email_address')).toMatchObject({
    status: 400,
    msg: 'Channels of this server have no email addresses.',
  })
  const hidden = { name: 'hidden', subscribers: [], invite_only: true }
  const { id } = ok(await owner.post('/channels/create', hidden))
  const response = await alice.get(`/streams/${Number(id)}/email_address`)
  expect(response).toMatchObject({ status: 400, msg: 'Invalid channel ID' })
})
