import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { addPlayground, PLAYGROUND } from '../../../support/chat-organization.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('adds a place to run code, and tells everybody', async () => {
  verifies('chat:4.7:playgrounds:name', 'chat:4.7:playgrounds:highlighter_language')
  verifies('chat:4.7:playgrounds:url_template', 'chat:4.7:playgrounds:id')
  verifies('chat:2.10:playground', 'chat:9:196')
  const queue = await alice.register()
  expect(queue['realm_playgrounds']).toEqual([])
  expect(ok(await addPlayground())['id']).toBe(1)
  const [event] = await alice.events(queue)
  expect(event).toMatchObject({ type: 'realm_playgrounds' })
  expect(event?.['realm_playgrounds']).toMatchObject([{ id: 1, ...PLAYGROUND }])
  expect((await alice.register())['realm_playgrounds']).toMatchObject([{ id: 1, ...PLAYGROUND }])
  const { highlighter_language: pygments_language, ...rest } = PLAYGROUND
  ok(await world.owner.post('/realm/playgrounds', { ...rest, name: 'other', pygments_language }))
})

test.each([
  ['an empty name', { name: ' ' }, 'name cannot be blank'],
  ['a long name', { name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
  ['no language', { highlighter_language: '' }, 'highlighter_language cannot be blank'],
  [
    'a long language',
    { highlighter_language: 'x'.repeat(41) },
    'highlighter_language is too long (limit: 40 characters)',
  ],
  [
    'a language that is none',
    { highlighter_language: '<b>' },
    'Invalid characters in highlighter language',
  ],
  [
    'a template of something else',
    { url_template: 'https://x.test/{code}/{other}' },
    '"code" should be the only variable present in the URL template',
  ],
  [
    'a template of nothing',
    { url_template: 'https://x.test/' },
    '"code" should be the only variable present in the URL template',
  ],
  ['a script', { url_template: 'javascript:{code}' }, 'Invalid URL template.'],
])('refuses %s', async (_, fields, msg) => {
  expect(await addPlayground(fields)).toMatchObject({ ...refused, msg })
})

test('is for administrators, once each', async () => {
  const msg = 'Must be an organization administrator'
  expect(await addPlayground({}, alice)).toMatchObject({ ...refused, msg })
  ok(await addPlayground())
  expect(await addPlayground()).toMatchObject({
    ...refused,
    msg: 'Code playground with this language and name already exists.',
  })
  const { name: _, ...rest } = PLAYGROUND
  expect(await world.owner.post('/realm/playgrounds', rest)).toMatchObject({
    ...refused,
    var_name: 'name',
  })
})
