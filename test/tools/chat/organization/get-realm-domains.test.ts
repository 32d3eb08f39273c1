import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const addDomain = async (fields: object = {}, who = world.owner) =>
  who.post('/realm/domains', { domain: 'example.com', allow_subdomains: false, ...fields })

const domains = async () => ok(await alice.get('/realm/domains'))['domains']

test('lists domains by name', async () => {
  verifies('chat:2.10:domain')
  ok(await addDomain())
  ok(await addDomain({ domain: 'a.test', allow_subdomains: true }))
  expect(await domains()).toEqual([
    { id: 2, domain: 'a.test', allow_subdomains: true },
    { id: 1, domain: 'example.com', allow_subdomains: false },
  ])
  expect((await alice.register())['realm_domains']).toHaveLength(2)
  expect((await world.anybody.post('/register'))['realm_domains']).toEqual([])
})
