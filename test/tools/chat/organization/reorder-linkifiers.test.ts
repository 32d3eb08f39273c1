import { expect, test } from 'vitest'
import { addLinkifier } from '../../../support/chat-organization.ts'
import { startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test.each([[[1]], [[1, 1]], [[1, 2, 2]], [[1, 3]]])('refuse the order %j', async (ids) => {
  ok(await addLinkifier())
  ok(await addLinkifier({ pattern: 'x(?P<id>y)' }))
  const answer = await world.owner.patch('/realm/linkifiers', { ordered_linkifier_ids: ids })
  expect(answer).toMatchObject(refused)
})
