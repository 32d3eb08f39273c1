import { expect, test } from 'vitest'
import { alice, startChatForEach } from '../../../support/chat-people.ts'

startChatForEach('Alice')

test('says that such calls are not set up', async () => {
  expect(await alice.post('/calls/webex/create')).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'Webex credentials have not been configured',
  })
})
