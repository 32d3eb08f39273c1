import { expect, test } from 'vitest'
import { deliverReminders } from '../../../../src/chat/personal/deliver-reminders.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { type Answer, ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const soon = () => Math.floor(world.chat.now().getTime() / 1_000) + 60
const remind = async (who: typeof alice, message_id: number, fields: object = {}) =>
  who.post('/reminders', { message_id, scheduled_delivery_timestamp: soon(), ...fields })

test('what was edited comes as it is now, and what may not be read any more does not come', async () => {
  const [kept, gone] = [await bob.say('before'), await bob.say('secret')]
  const direct = await bob.whisper('to you', alice)
  for (const id of [kept, gone, direct]) ok(await remind(alice, id))
  ok(await bob.patch(`/messages/${kept}`, { content: 'after' }))
  ok(await bob.delete(`/messages/${gone}`))
  world.pass(61)
  await deliverReminders(world.chat)
  const query = { anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false }
  const sent = (
    ok(await alice.get('/messages', { ...query, narrow: [['is', 'dm']] }))['messages'] as Answer[]
  )
    .filter(({ sender_full_name }) => sender_full_name === 'Notification Bot')
    .map(({ content }) => String(content))
  expect(sent).toHaveLength(2)
  expect(sent[0]).toContain('```quote\nafter\n```')
  expect(sent[1]).toMatch(/^You requested a reminder for the following direct message\./)
})

test.each([
  [
    'the past',
    { scheduled_delivery_timestamp: 1 },
    'Scheduled delivery time must be in the future.',
  ],
  ['a long note', { note: 'x'.repeat(501) }, 'Maximum reminder note length: 500 characters'],
  ['a message that is not there', { message_id: 999 }, 'Invalid message(s)'],
])('refuses %s', async (_, fields, msg) => {
  expect(await remind(alice, await bob.say('x'), fields)).toMatchObject({ status: 400, msg })
})
