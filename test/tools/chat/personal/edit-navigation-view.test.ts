import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const absent = { status: 404, result: 'error', code: 'NOT_FOUND' }

const CUSTOM = 'narrow/channel/1-general/topic/plans'

const addView = async (fields: object = {}) =>
  alice.post('/navigation_views', { fragment: CUSTOM, is_pinned: true, name: 'Plans', ...fields })

const viewsOf = async (who = alice) => ok(await who.get('/navigation_views'))['navigation_views']

test('pins, hides and renames a view', async () => {
  verifies('chat:4.7:views:fragment', 'chat:4.7:views:is_pinned', 'chat:4.7:views:name')
  verifies('chat:9:390')
  ok(await addView())
  const queue = await alice.register()
  const edit = async (fields: object) => alice.patch(`/navigation_views/${CUSTOM}`, { ...fields })
  ok(await edit({ is_pinned: false }))
  ok(await edit({ name: 'New plans' }))
  expect(await viewsOf()).toEqual([{ fragment: CUSTOM, is_pinned: false, name: 'New plans' }])
  const update = { type: 'navigation_view', op: 'update', fragment: CUSTOM }
  const [first, second] = await alice.events(queue)
  expect(first).toMatchObject(update)
  expect(first?.['data']).toEqual({ is_pinned: false })
  expect(second?.['data']).toEqual({ name: 'New plans' })
  expect(await edit({})).toMatchObject({ ...refused, msg: 'Nothing to update.' })
})

test('gives built-in views no name', async () => {
  verifies('chat:4.7:views:error:built-in', 'chat:7:msg:built-in-view')
  const fragment = 'narrow/is/starred'
  ok(await addView({ fragment, name: undefined }))
  expect(await alice.patch(`/navigation_views/${fragment}`, { name: 'Mine' })).toMatchObject({
    ...refused,
    msg: 'Built-in views cannot have a custom name.',
  })
  ok(await alice.patch(`/navigation_views/${fragment}`, { is_pinned: false }))
})

test('does not find views that are not there, or those of others', async () => {
  verifies('chat:4.7:views:error:unknown', 'chat:7:NOT_FOUND')
  ok(await addView())
  const change = { is_pinned: false }
  expect(await bob.patch(`/navigation_views/${CUSTOM}`, change)).toMatchObject(absent)
  expect(await alice.patch('/navigation_views/inbox', change)).toMatchObject(absent)
  expect(await viewsOf()).toMatchObject([{ is_pinned: true }])
})

test('refuses the name of another view', async () => {
  ok(await addView())
  ok(await addView({ fragment: 'narrow/is/dm', name: 'Direct' }))
  expect(await alice.patch('/navigation_views/narrow/is/dm', { name: 'Plans' })).toMatchObject({
    ...refused,
    msg: 'Navigation view already exists.',
  })
})

test('leaves views of others alone that are of the same place', async () => {
  ok(await addView())
  const view = { fragment: CUSTOM, is_pinned: true, name: 'His' }
  ok(await bob.post('/navigation_views', view))
  ok(await alice.patch(`/navigation_views/${CUSTOM}`, { is_pinned: false, name: 'Hers' }))
  expect(await viewsOf(bob)).toEqual([view])
})
