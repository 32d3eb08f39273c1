import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

/** Sets up the channel for reports, which Bob reads. */
async function moderate(): Promise<number> {
  const channel = { name: 'reports', subscribers: [bob.id, world.owner.id], invite_only: true }
  const { id } = ok(await world.owner.post('/channels/create', channel))
  ok(await world.owner.patch('/realm', { moderation_request_channel_id: id }))
  return Number(id)
}

const report = async (id: number, fields: object = {}, who = alice) =>
  who.post(`/messages/${id}/report`, { report_type: 'spam', ...fields })

test('puts the message before the moderators', async () => {
  const id = await moderate()
  const said = await bob.say('`````\nbuy @**all** this', { topic: 'ads' })
  const queue = await bob.register({ apply_markdown: true })
  ok(await report(said, { description: 'look:\n```\n@**Bob**' }))
  const [{ message, flags } = { message: {}, flags: [] }] = await bob.events(queue)
  expect(message).toMatchObject({
    stream_id: id,
    subject: "Bob's moderation requests",
    sender_full_name: 'Notification Bot',
  })
  // What others wrote neither mentions nor leaves its frame.
  expect(flags).toEqual([])
  expect(message['content']).toContain('has reported a message sent by')
  expect(message['content']).toContain('<strong>Spam</strong>')
  expect(message['content']).toContain('class="spoiler-block"')
  expect(message['content']).toMatch(/spoiler-content[\s\S]*buy/)
  const whispered = await bob.whisper('psst', alice)
  ok(await report(whispered, { report_type: 'other', description: 'rude' }))
})

test.each([
  ['another reason', { report_type: 'boring' }],
  ['no explanation where one is needed', { report_type: 'other' }],
  ['a long explanation', { description: 'x'.repeat(1_001) }],
])('refuses %s', async (_, fields) => {
  await moderate()
  expect(await report(await bob.say('x'), fields)).toMatchObject({ status: 400, result: 'error' })
})

test('is for messages that the caller may read, in organizations with moderators', async () => {
  const said = await bob.say('x')
  expect(await report(said)).toMatchObject({
    ...refused,
    msg: 'Moderation request channel must be specified to enable message reporting.',
  })
  await moderate()
  const whispered = await bob.whisper('y', world.owner)
  expect(await report(whispered)).toEqual(await report(9_999))
  expect(await report(whispered)).toMatchObject({ ...refused, msg: 'Invalid message(s)' })
  expect(await world.owner.patch('/realm', { moderation_request_channel_id: 1 })).toMatchObject({
    ...refused,
    msg: 'Moderation request channel must be private.',
  })
  ok(await world.owner.patch('/realm', { moderation_request_channel_id: -1 }))
  expect(await report(said)).toMatchObject(refused)
})

test('the snapshot says why a message can be reported', async () => {
  await moderate()
  const { server_report_message_types: types, realm_moderation_request_channel_id: id } =
    await alice.register()
  expect(id).toBe(2)
  expect(types).toContainEqual({ key: 'norms', name: 'Violates community norms' })
})
