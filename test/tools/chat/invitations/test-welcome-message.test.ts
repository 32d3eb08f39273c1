import { expect, test } from 'vitest'
import { alice, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

test('sends the text to the caller, who administers', async () => {
  const text = { welcome_message_custom_text: 'Read the **rules**.' }
  const path = '/realm/test_welcome_bot_custom_message'
  const { message_id } = ok(await owner.post(path, text))
  const { message } = ok(await owner.get(`/messages/${message_id}`))
  expect(message).toMatchObject({
    sender_full_name: 'Notification Bot',
    content: '<p>Read the <strong>rules</strong>.</p>',
  })
  expect(await alice.post(path, text)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
})
