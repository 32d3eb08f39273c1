import { expect, test } from 'vitest'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const addDomain = async (fields: object = {}, who = world.owner) =>
  who.post('/realm/domains', { domain: 'example.com', allow_subdomains: false, ...fields })

const domains = async () => ok(await alice.get('/realm/domains'))['domains']

test('removes a domain once, for owners', async () => {
  ok(await addDomain())
  const queue = await alice.register()
  const remove = async (who: Person) => who.delete('/realm/domains/example.com')
  expect(await remove(alice)).toMatchObject({ ...refused, msg: 'Must be an organization owner' })
  ok(await remove(world.owner))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'realm_domains', op: 'remove', domain: 'example.com' },
  ])
  expect(await domains()).toEqual([])
  expect(await remove(world.owner)).toMatchObject({
    ...refused,
    msg: 'No entry found for domain example.com.',
  })
})
