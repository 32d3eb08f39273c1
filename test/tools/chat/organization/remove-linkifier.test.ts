import { expect, test } from 'vitest'
import { addLinkifier, listLinkifiers } from '../../../support/chat-organization.ts'
import { startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('removes a pattern once', async () => {
  ok(await addLinkifier())
  ok(await world.owner.delete('/realm/filters/1'))
  expect(await listLinkifiers()).toEqual([])
  const answer = await world.owner.delete('/realm/filters/1')
  expect(answer).toMatchObject({ ...refused, msg: 'Linkifier not found.' })
})
