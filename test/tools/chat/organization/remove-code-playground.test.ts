import { expect, test } from 'vitest'
import { addPlayground } from '../../../support/chat-organization.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('removes a place to run code once', async () => {
  ok(await addPlayground())
  const queue = await alice.register()
  const remove = async (who: Person) => who.delete('/realm/playgrounds/1')
  expect(await remove(alice)).toMatchObject(refused)
  ok(await remove(world.owner))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'realm_playgrounds', realm_playgrounds: [] },
  ])
  expect(await remove(world.owner)).toMatchObject({ ...refused, msg: 'Invalid playground' })
})
