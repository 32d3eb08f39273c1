import { expect, test } from 'vitest'
import { canaries } from '../support/canaries.ts'
import { sendFiles } from '../support/chat-uploads.ts'
import { type Answer, type Fields, ok, type Person, startChatWorld } from '../support/chat-world.ts'
import { followExamples } from '../support/follow-examples.ts'
import { pngOf } from '../support/pictures.ts'
import { decodingFaults } from '../support/strict-decoders.ts'

/** How the app for phones, the one for the terminal, and small programs register. */
const REGISTRATIONS: readonly Fields[] = [
  {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    idle_queue_timeout: 'mobile',
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: false,
      stream_typing_notifications: true,
      user_settings_object: true,
      include_deactivated_groups: true,
      empty_topic_name: true,
      archived_channels: true,
      linkifier_url_template: true,
      individual_emoji_changes: true,
    },
  },
  {
    event_types: [
      'message',
      'update_message',
      'reaction',
      'subscription',
      'typing',
      'update_message_flags',
      'realm_user',
      'user_settings',
      'stream',
      'realm_emoji',
      'custom_profile_fields',
      'presence',
      'user_topic',
      'muted_users',
    ],
    apply_markdown: true,
    client_gravatar: true,
    include_subscribers: true,
    client_capabilities: { notification_settings_null: false, bulk_message_deletion: true },
  },
  {},
]

test('every event of a day can be decoded by clients that take nothing else', async () => {
  await using world = await startChatWorld()
  const member = await world.add('Member')
  const { owner } = world
  const queues: [Person, Answer][] = []
  for (const who of [owner, member]) {
    for (const fields of REGISTRATIONS) queues.push([who, await who.register(fields)])
  }
  const given = {
    member: member.id,
    member_email: member.email,
    own_email: owner.email,
    password: canaries().password,
  }
  const own = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const
  const refused: unknown[] = []
  await followExamples(given, async (path, { method, file }, request) => {
    // Nobody could go on with the key that this ends.
    if (path.endsWith('/regenerate')) return { status: 200, result: 'success', msg: '' }
    const content = file === 'picture' ? pngOf(8, 8) : 'plan'
    const verb = own.find((one) => one === method)?.toLowerCase() as 'post'
    const answer = file
      ? await sendFiles(world, owner, [{ name: `x.${file}`, content }], path)
      : await owner[verb](path, request)
    if (answer.result !== 'success') refused.push([path, answer.msg])
    return answer
  })
  expect(refused).toEqual([['/fetch_api_key', expect.any(String)]])
  const thread = { to: 'general', topic: 'x' }
  const id = await member.say('@**Owner** look', thread)
  ok(await member.patch(`/messages/${id}`, { content: 'look again' }))
  ok(await owner.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
  ok(await owner.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' }))
  ok(await member.post('/typing', { op: 'start', type: 'channel', stream_id: 1, topic: 'x' }))
  const seen = new Set<string>()
  const faults: string[] = []
  for (const [who, queue] of queues) {
    for (const event of await who.events(queue)) {
      seen.add(`${event['type']}/${event['op']}`)
      faults.push(...decodingFaults(event))
    }
  }
  expect([...new Set(faults)]).toEqual([])
  expect(seen.size).toBeGreaterThan(50)
})
