import { expect, test } from 'vitest'
import { deliverReminders } from '../../../../src/chat/personal/deliver-reminders.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { type Answer, ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const soon = () => Math.floor(world.chat.now().getTime() / 1_000) + 60
const remind = async (who: typeof alice, message_id: number, fields: object = {}) =>
  who.post('/reminders', { message_id, scheduled_delivery_timestamp: soon(), ...fields })

const newest = async (who: typeof alice) => {
  const query = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }
  return (ok(await who.get('/messages', query))['messages'] as Answer[])[0]
}

test('a message comes again, once, with its note, from the bot of the server', async () => {
  const id = await bob.say('```\ncode\n```')
  const queue = await alice.register()
  const { reminder_id } = ok(await remind(alice, id, { note: 'look\nagain' }))
  const content = `You requested a reminder for #**general>t@${id}**. Note:\n > look\n > again\n\n@_**Bob|${bob.id}** [said](http://chat.test/#narrow/channel/1-general/topic/t/near/${id}):\n\`\`\`\`quote\n\`\`\`\ncode\n\`\`\`\n\`\`\`\``
  expect(ok(await alice.get('/reminders'))['reminders']).toMatchObject([
    {
      reminder_id,
      type: 'private',
      to: [alice.id],
      content,
      failed: false,
      reminder_target_message_id: id,
    },
  ])
  expect(ok(await bob.get('/reminders'))['reminders']).toEqual([])
  await deliverReminders(world.chat)
  world.pass(61)
  await deliverReminders(world.chat)
  await deliverReminders(world.chat)
  const events = await alice.events(queue)
  expect(events.map(({ type, op }) => [type, op])).toEqual([
    ['reminders', 'add'],
    ['reminders', 'remove'],
    ['message', undefined],
  ])
  expect(await newest(alice)).toMatchObject({ content, sender_full_name: 'Notification Bot' })
  expect(ok(await alice.get('/reminders'))['reminders']).toEqual([])
})
