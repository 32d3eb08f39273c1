import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const addDomain = async (fields: object = {}, who = world.owner) =>
  who.post('/realm/domains', { domain: 'example.com', allow_subdomains: false, ...fields })

test('adds a domain, and tells everybody', async () => {
  verifies('chat:4.7:add-domain:domain', 'chat:4.7:add-domain:allow_subdomains')
  verifies('chat:4.7:add-domain:new_domain')
  const queue = await alice.register()
  const answer = ok(await addDomain({ domain: ' Example.COM ' }))
  expect(answer['new_domain']).toEqual([1, 'example.com'])
  const realm_domain = { domain: 'example.com', allow_subdomains: false }
  expect(await alice.events(queue)).toMatchObject([
    { type: 'realm_domains', op: 'add', realm_domain },
  ])
  for (const missing of ['domain', 'allow_subdomains']) {
    expect(await addDomain({ [missing]: undefined })).toMatchObject({
      ...refused,
      var_name: missing,
    })
  }
})

test('is for owners', async () => {
  verifies('chat:4.7:add-domain:owner', 'chat:5:5:owner')
  const msg = 'Must be an organization owner'
  const admin = await world.add('Ada', { role: 200 })
  expect(await addDomain({}, admin)).toMatchObject({ ...refused, msg })
  expect(await addDomain({}, alice)).toMatchObject({ ...refused, msg })
})

test.each([
  ['', "Invalid domain: Domain can't be empty."],
  ['localhost', 'Invalid domain: Domain must have at least one dot (.)'],
  ['a b.test', 'Invalid domain: Domain can only have letters, numbers, dots and hyphens.'],
  ['-a.test', 'Invalid domain: Domain can only have letters, numbers, dots and hyphens.'],
  ['a..test', 'Invalid domain: Domain can only have letters, numbers, dots and hyphens.'],
  [`${'a.'.repeat(127)}test`, 'Invalid domain: Domain is too long.'],
])('refuses the domain %j', async (domain, msg) => {
  expect(await addDomain({ domain })).toMatchObject({ ...refused, msg })
})

test('refuses a domain that is there', async () => {
  ok(await addDomain())
  expect(await addDomain()).toMatchObject({
    ...refused,
    msg: 'The domain example.com is already a part of your organization.',
  })
})
