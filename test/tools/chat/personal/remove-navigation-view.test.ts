import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const absent = { status: 404, result: 'error', code: 'NOT_FOUND' }

const CUSTOM = 'narrow/channel/1-general/topic/plans'

const addView = async (fields: object = {}) =>
  alice.post('/navigation_views', { fragment: CUSTOM, is_pinned: true, name: 'Plans', ...fields })

const viewsOf = async (who = alice) => ok(await who.get('/navigation_views'))['navigation_views']

test('removes a view of the caller', async () => {
  ok(await addView())
  const queue = await alice.register()
  expect(await bob.delete(`/navigation_views/${CUSTOM}`)).toMatchObject(absent)
  ok(await alice.delete(`/navigation_views/${CUSTOM}`))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'navigation_view', op: 'remove', fragment: CUSTOM },
  ])
  expect(await viewsOf()).toEqual([])
  expect(await alice.delete(`/navigation_views/${CUSTOM}`)).toMatchObject(absent)
})

test('leaves views of others alone that are of the same place', async () => {
  ok(await addView())
  const view = { fragment: CUSTOM, is_pinned: true, name: 'His' }
  ok(await bob.post('/navigation_views', view))
  ok(await alice.delete(`/navigation_views/${CUSTOM}`))
  expect(await viewsOf(bob)).toEqual([view])
})
