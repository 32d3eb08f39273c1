import { expect, test } from 'vitest'
import { alice, startChatForEach } from '../../../support/chat-people.ts'

startChatForEach('Alice')

test('says that such calls are not set up', async () => {
  expect(await alice.post('/calls/nextcloud_talk/create')).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'Nextcloud Talk is not configured.',
  })
})
