import { expect, test } from 'vitest'
import { alice, startChatForEach } from '../../../support/chat-people.ts'

startChatForEach('Alice')

test('says that such calls are not set up', async () => {
  expect(await alice.get('/calls/bigbluebutton/create')).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'BigBlueButton is not configured.',
  })
})
