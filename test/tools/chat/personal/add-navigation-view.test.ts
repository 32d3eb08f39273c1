import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const CUSTOM = 'narrow/channel/1-general/topic/plans'

const addView = async (fields: object = {}) =>
  alice.post('/navigation_views', { fragment: CUSTOM, is_pinned: true, name: 'Plans', ...fields })

test('adds a view and tells the other clients of the caller', async () => {
  const [own, others] = [await alice.register(), await bob.register()]
  ok(await addView({ fragment: `#${CUSTOM}` }))
  const navigation_view = { fragment: CUSTOM, is_pinned: true, name: 'Plans' }
  expect(await alice.events(own)).toMatchObject([
    { type: 'navigation_view', op: 'add', navigation_view },
  ])
  expect(await bob.events(others)).toEqual([])
})

test.each([
  [
    'a built-in view with a name',
    { fragment: 'inbox' },
    'Built-in views cannot have a custom name.',
  ],
  ['a view without a name', { name: undefined }, 'Custom views must have a valid name.'],
  ['an empty name', { name: ' ' }, 'Custom views must have a valid name.'],
  ['a long name', { name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
  ['no fragment', { fragment: ' ' }, 'fragment cannot be blank'],
  ['a fragment that is none', { fragment: 'a"b' }, 'Invalid characters in fragment'],
  [
    'a long fragment',
    { fragment: 'x'.repeat(501) },
    'fragment is too long (limit: 500 characters)',
  ],
])('refuses %s', async (_, fields, msg) => {
  expect(await addView(fields)).toMatchObject({ ...refused, msg })
})

test('refuses a fragment or name that is there', async () => {
  ok(await addView())
  const msg = 'Navigation view already exists.'
  expect(await addView({ name: 'Other' })).toMatchObject({ ...refused, msg })
  expect(await addView({ fragment: 'narrow/is/dm' })).toMatchObject({ ...refused, msg })
})
