import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

test('deletes only messages of the caller, and notifies their clients', async () => {
  const later = {
    type: 'channel',
    to: 1,
    content: 'x',
    scheduled_delivery_timestamp: 1_800_000_000,
  }
  ok(await alice.post('/scheduled_messages', later))
  const drop = async (id: number, who = alice) => who.delete(`/scheduled_messages/${id}`)
  const [theirs, missing] = [await drop(1, bob), await drop(99, bob)]
  expect(theirs).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(theirs).toEqual(missing)
  const queue = await alice.register()
  ok(await drop(1))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 },
  ])
  expect(ok(await alice.get('/scheduled_messages'))['scheduled_messages']).toEqual([])
  expect(await drop(1)).toEqual(missing)
})
