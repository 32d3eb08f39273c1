import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const CUSTOM = 'narrow/channel/1-general/topic/plans'

const addView = async (fields: object = {}) =>
  alice.post('/navigation_views', { fragment: CUSTOM, is_pinned: true, name: 'Plans', ...fields })

const viewsOf = async (who = alice) => ok(await who.get('/navigation_views'))['navigation_views']

test('lists the views of the caller only', async () => {
  verifies('chat:2.10:navigation-view')
  ok(await addView())
  ok(await addView({ fragment: 'inbox', is_pinned: false, name: undefined }))
  expect(await viewsOf()).toEqual([
    { fragment: 'inbox', is_pinned: false, name: null },
    { fragment: CUSTOM, is_pinned: true, name: 'Plans' },
  ])
  expect(await viewsOf(bob)).toEqual([])
  expect((await alice.register())['navigation_views']).toEqual(await viewsOf())
})
