import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const addDomain = async (fields: object = {}, who = world.owner) =>
  who.post('/realm/domains', { domain: 'example.com', allow_subdomains: false, ...fields })

const domains = async () => ok(await alice.get('/realm/domains'))['domains']

test('changes whether domains below count, for owners', async () => {
  verifies('chat:4.7:patch-domain:owner', 'chat:4.7:patch-domain:domain')
  verifies('chat:4.7:patch-domain:allow_subdomains', 'chat:4.7:patch-domain:response')
  ok(await addDomain())
  const queue = await alice.register()
  const change = { allow_subdomains: true }
  const patch = async (who: Person, domain = 'example.com', fields: object = change) =>
    who.patch(`/realm/domains/${domain}`, { ...fields })
  expect(await patch(alice)).toMatchObject({ ...refused, msg: 'Must be an organization owner' })
  expect(await patch(world.owner)).toEqual({ result: 'success', msg: '', status: 200 })
  expect(await alice.events(queue)).toMatchObject([
    { type: 'realm_domains', op: 'change', realm_domain: { domain: 'example.com', ...change } },
  ])
  expect(await domains()).toMatchObject([change])
  expect(await patch(world.owner, 'other.test')).toMatchObject({
    ...refused,
    msg: 'No entry found for domain other.test.',
  })
  expect(await patch(world.owner, 'example.com', {})).toMatchObject({
    ...refused,
    var_name: 'allow_subdomains',
  })
})
