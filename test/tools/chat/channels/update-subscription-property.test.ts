import { expect, test } from 'vitest'
import { alice, guest, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const hidden = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('changes one personal setting, also of an archived channel', async () => {
  ok(await world.owner.delete('/streams/1'))
  const queue = await alice.register()
  const mute = { property: 'is_muted', value: true }
  ok(await alice.patch('/users/me/subscriptions/1', mute))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'subscription', op: 'update', stream_id: 1, ...mute },
    { property: 'in_home_view', value: false },
  ])
  expect(await guest.patch('/users/me/subscriptions/1', mute)).toMatchObject(hidden)
})
