import { expect, test } from 'vitest'
import { createDrafts, listDrafts } from '../../../support/chat-drafts.ts'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const absent = { status: 404, result: 'error', code: 'NOT_FOUND' }

test('deletes a draft of the caller', async () => {
  ok(await createDrafts({}))
  const queue = await alice.register()
  expect(await bob.delete('/drafts/1')).toMatchObject(absent)
  ok(await alice.delete('/drafts/1'))
  expect(await alice.events(queue)).toMatchObject([{ type: 'drafts', op: 'remove', draft_id: 1 }])
  expect(await listDrafts()).toMatchObject({ count: 0 })
  expect(await alice.delete('/drafts/1')).toMatchObject(absent)
})
