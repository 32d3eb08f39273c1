import { expect, test } from 'vitest'
import { alice, startChatForEach } from '../../../support/chat-people.ts'

startChatForEach('Alice')

test('says that such calls are not set up', async () => {
  expect(await alice.post('/calls/constructorgroups/create')).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'Constructor Groups is not configured.',
  })
})
