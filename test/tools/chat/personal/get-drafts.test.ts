import { expect, test } from 'vitest'
import { createDrafts, DRAFT, listDrafts } from '../../../support/chat-drafts.ts'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

test('lists the drafts of the caller only, by the time of their last edit', async () => {
  ok(await createDrafts({}, { timestamp: 1_600_000_000, content: 'older' }))
  expect(await listDrafts()).toMatchObject({
    count: 2,
    drafts: [
      { id: 2, content: 'older' },
      { id: 1, ...DRAFT },
    ],
  })
  expect(await listDrafts(bob)).toMatchObject({ count: 0, drafts: [] })
  expect((await alice.register())['drafts']).toHaveLength(2)
})
