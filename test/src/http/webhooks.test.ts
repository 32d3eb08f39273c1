import { expect, test } from 'vitest'
import { verifies } from '../../requirements/verifies.ts'
import { type ChatWorld, ok, startChatWorld } from '../../support/chat-world.ts'

async function post(world: ChatWorld, fields: Record<string, string>, body: string) {
  const path = `/external/json?${new URLSearchParams(fields).toString()}`
  const response = await world.request(path, { method: 'POST', body })
  return { status: response.status, ...((await response.json()) as object) }
}

test('the integration that is offered posts what it gets, as its bot', async () => {
  verifies('chat:2.10:integration:url_options', 'chat:9:485')
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const bot = await world.add('Builds', { bot_type: 2, bot_owner_id: alice.id })
  ok(await alice.post('/channels/create', { name: 'builds', subscribers: [alice.id, bot.id] }))
  const snapshot = await alice.register({ fetch_event_types: ['realm_incoming_webhook_bots'] })
  const [offered] = snapshot['realm_incoming_webhook_bots']
  const options = offered.url_options as { key: string; label: string; input_type: string }[]
  expect(options).toEqual([
    { key: 'stream', label: expect.any(String), input_type: 'text' },
    { key: 'topic', label: expect.any(String), input_type: 'text' },
  ])
  const [stream = '', topic = ''] = options.map(({ key }) => key)
  const place = { api_key: bot.key, [stream]: 'builds', [topic]: 'main' }
  const queue = await alice.register({ event_types: ['message'], apply_markdown: false })
  const event = '{"ok":false,"log":"``` @**all** ```"}'
  expect(await post(world, place, event)).toEqual({ status: 200, result: 'success', msg: '' })
  ok((await post(world, { api_key: bot.key }, '[1]')) as never)
  const [said, whispered] = await alice.events(queue)
  expect(said?.['message']).toMatchObject({
    sender_id: bot.id,
    display_recipient: 'builds',
    subject: 'main',
    content: `\`\`\`json\n{\n  "ok": false,\n  "log": "''' @**all** '''"\n}\n\`\`\``,
  })
  expect(said?.['flags']).toEqual([])
  expect(whispered?.['message']).toMatchObject({ type: 'private', sender_id: bot.id })
})

test('it takes a key, JSON, and what its bot may do', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const bot = await world.add('Builds', { bot_type: 2, bot_owner_id: alice.id })
  const place = { stream: 'general' }
  const unauthorized = { status: 401, code: 'UNAUTHORIZED' }
  expect(await post(world, place, '{}')).toMatchObject(unauthorized)
  expect(await post(world, { ...place, api_key: 'x'.repeat(32) }, '{}')).toMatchObject(unauthorized)
  const mine = { ...place, api_key: bot.key }
  expect(await post(world, mine, 'no json')).toMatchObject({ status: 400, msg: 'Malformed JSON' })
  expect(await post(world, mine, `"${'x'.repeat(100_000)}"`)).toMatchObject({ status: 413 })
  expect(await post(world, { ...mine, stream: 'nowhere' }, '{}')).toMatchObject({
    status: 400,
    code: 'STREAM_DOES_NOT_EXIST',
  })
})
