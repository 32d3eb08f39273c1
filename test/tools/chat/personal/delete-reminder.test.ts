import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const soon = () => Math.floor(world.chat.now().getTime() / 1_000) + 60
const remind = async (who: typeof alice, message_id: number, fields: object = {}) =>
  who.post('/reminders', { message_id, scheduled_delivery_timestamp: soon(), ...fields })

test('deletes its own reminders only', async () => {
  const { reminder_id } = ok(await remind(alice, await bob.say('x')))
  const refused = { status: 404, msg: 'Reminder does not exist' }
  expect(await bob.delete(`/reminders/${reminder_id}`)).toMatchObject(refused)
  ok(await alice.delete(`/reminders/${reminder_id}`))
  expect(await alice.delete(`/reminders/${reminder_id}`)).toMatchObject(refused)
})
