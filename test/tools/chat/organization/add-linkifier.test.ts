import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { addLinkifier, ISSUE, updateLinkifier } from '../../../support/chat-organization.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const html = async (content: string) =>
  ok(await alice.post('/messages/render', { content }))['rendered']

test('make links in messages and topics from the moment of a change', async () => {
  expect(await html('see #12')).toBe('<p>see #12</p>')
  ok(await addLinkifier())
  expect(await html('see #12')).toBe('<p>see <a href="https://tracker.test/12">#12</a></p>')
  const id = await alice.say('about #7', { topic: 'bug #8' })
  const message = ok(await alice.get(`/messages/${id}`))['message']
  expect(message.topic_links).toEqual([{ text: '#8', url: 'https://tracker.test/8' }])
  expect(message.content).toContain('href="https://tracker.test/7"')
  const queue = await alice.register()
  ok(await alice.patch(`/messages/${id}`, { topic: 'bug #9' }))
  const moved = (await alice.events(queue)).find((one) => one['type'] === 'update_message')
  expect(moved?.['topic_links']).toEqual([{ text: '#9', url: 'https://tracker.test/9' }])
  await alice.say('x', { topic: '#10' })
  const sent = (await alice.events(queue)).findLast((one) => one['type'] === 'message')
  expect(sent?.['message'].topic_links).toEqual([{ text: '#10', url: 'https://tracker.test/10' }])
  ok(await world.owner.delete('/realm/filters/1'))
  expect(await html('see #12')).toBe('<p>see #12</p>')
})

test.each([
  ['a pattern that is none', { pattern: '(?P<id>' }, 'Bad regular expression: (?P<id>'],
  ['a look-behind', { pattern: '(?<=x)(?P<id>y)' }, 'Bad regular expression: (?<=x)(?P<id>y)'],
  ['an empty pattern', { pattern: ' ' }, 'Pattern must not be empty.'],
  ['a long pattern', { pattern: `(?P<id>${'x'.repeat(1_000)})` }, 'Pattern is too long.'],
  ['a template that is none', { url_template: 'https://x.test/{id' }, 'Invalid URL template.'],
  ['a template of a script', { url_template: 'javascript:{id}' }, 'Invalid URL template.'],
  ['a template of nothing else', { url_template: '{+id}' }, 'Invalid URL template.'],
  [
    'a long template',
    { url_template: `https://${'x'.repeat(1_000)}` },
    'URL template is too long.',
  ],
  [
    'a group that the pattern has not',
    { url_template: 'https://x.test/{id}/{other}' },
    "Group 'other' in URL template is not present in linkifier pattern.",
  ],
  [
    'a group that the template has not',
    { pattern: '(?P<id>x)(?P<other>y)' },
    "Group 'other' in linkifier pattern is not present in URL template.",
  ],
  [
    'an alternative without the group',
    { alternative_url_templates: ['https://x.test/'] },
    "Group 'id' in linkifier pattern is not present in URL template.",
  ],
])('refuse %s', async (_, fields, msg) => {
  expect(await addLinkifier(fields)).toMatchObject({ ...refused, msg })
})

test('are for administrators, and once each', async () => {
  const msg = 'Must be an organization administrator'
  expect(await addLinkifier({}, alice)).toMatchObject({ ...refused, msg })
  ok(await addLinkifier())
  expect(await addLinkifier()).toMatchObject({
    ...refused,
    msg: 'Linkifier with this pattern already exists.',
  })
  expect(await updateLinkifier(1, {}, alice)).toMatchObject({ ...refused, msg })
  expect(await alice.delete('/realm/filters/1')).toMatchObject({ ...refused, msg })
  const order = { ordered_linkifier_ids: [1] }
  expect(await alice.patch('/realm/linkifiers', order)).toMatchObject({ ...refused, msg })
})

test('are told to clients that know their templates', async () => {
  verifies('chat:6:kind:realm_linkifiers')
  const knowing = await alice.register({ client_capabilities: { linkifier_url_template: true } })
  const older = await alice.register()
  expect(knowing['realm_linkifiers']).toEqual([])
  ok(await addLinkifier())
  expect(await alice.events(knowing)).toMatchObject([
    { type: 'realm_linkifiers', realm_linkifiers: [{ id: 1, ...ISSUE }] },
  ])
  expect(await alice.events(older)).toEqual([])
  const capabilities = { client_capabilities: { linkifier_url_template: true } }
  expect((await alice.register(capabilities))['realm_linkifiers']).toMatchObject([ISSUE])
  expect((await alice.register())['realm_linkifiers']).toEqual([])
})
