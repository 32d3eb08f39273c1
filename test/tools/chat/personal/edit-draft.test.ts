import { expect, test } from 'vitest'
import { createDrafts, DRAFT, listDrafts } from '../../../support/chat-drafts.ts'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const absent = { status: 404, result: 'error', code: 'NOT_FOUND' }

test('replaces a draft of the caller', async () => {
  ok(await createDrafts({}))
  const queue = await alice.register()
  const draft = { ...DRAFT, type: 'private', to: [bob.id], topic: '', content: 'new' }
  ok(await alice.patch('/drafts/1', { draft }))
  expect((await listDrafts())['drafts']).toEqual([{ ...draft, id: 1 }])
  expect(await alice.events(queue)).toMatchObject([
    { type: 'drafts', op: 'update', draft: { ...draft, id: 1 } },
  ])
  expect(await bob.patch('/drafts/1', { draft })).toMatchObject(absent)
  expect(await alice.patch('/drafts/1', { draft: { ...draft, to: [99] } })).toMatchObject(refused)
})
