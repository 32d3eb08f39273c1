import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'

async function post(
  world: ChatWorld,
  fields: Record<string, string>,
  body: string,
  signature?: string,
) {
  const path = `/external/json?${new URLSearchParams(fields).toString()}`
  const headers = signature === undefined ? {} : { 'x-hub-signature-256': signature }
  const response = await world.request(path, { method: 'POST', body, headers })
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

const sign = (secret: string, body: string, algorithm = 'sha256') =>
  `sha256=${createHmac(algorithm, secret).update(body).digest('hex')}`

test('with its option, it takes nothing but what is signed, and its key is good for nothing else', async () => {
  verifies('chat:2.10:integration:config_options')
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const snapshot = await alice.register({ fetch_event_types: ['realm_incoming_webhook_bots'] })
  const [offered] = snapshot['realm_incoming_webhook_bots']
  const options = offered.config_options as { key: string; label: string; validator: string }[]
  expect(options).toEqual([
    { key: 'webhook_secret', label: expect.any(String), validator: 'check_string' },
  ])
  const [{ key: option } = { key: '' }] = options
  const secret = 'a shared sécret '
  const wish = {
    full_name: 'Builds',
    short_name: 'builds',
    bot_type: 2,
    service_name: offered.name,
  }
  const bot = ok(await alice.post('/bots', { ...wish, config_data: { [option]: secret } }))
  const place = { api_key: String(bot['api_key']) }
  const queue = await alice.register({ event_types: ['message'], apply_markdown: false })
  const event = '{"ok": true, "was": "grün"}'
  const unsigned = { status: 401, code: 'UNAUTHORIZED' }
  for (const signature of [
    undefined,
    '',
    'sha256=',
    sign('another secret...', event),
    sign(secret, `${event} `),
    sign(secret, event, 'sha1'),
    sign(secret, event).slice(0, -1),
    sign(secret, event).replace('sha256=', 'sha512='),
  ]) {
    expect(await post(world, place, event, signature), signature).toMatchObject(unsigned)
  }
  // A wrong signature says nothing of what would come after it.
  expect(await post(world, place, 'no json')).toMatchObject(unsigned)
  ok((await post(world, place, event, sign(secret, event))) as never)
  ok((await post(world, place, event, sign(secret, event).toUpperCase())) as never)
  expect((await alice.events(queue)).map(({ message }) => message.sender_id)).toEqual([
    bot['user_id'],
    bot['user_id'],
  ])

  const headers = { authorization: `Basic ${btoa(`${bot['email']}:${bot['api_key']}`)}` }
  const ask = async () => (await world.request('/messages?anchor=newest', { headers })).json()
  const elsewhere = { msg: 'This API is not available to incoming webhook bots.' }
  expect(await ask()).toMatchObject(elsewhere)
  for (const who of [alice, world.owner]) {
    const { realm_bots } = await who.register({ fetch_event_types: ['realm_bot'] })
    expect(realm_bots.at(-1)).toMatchObject({
      user_id: bot['user_id'],
      services: [{ service_name: 'json', config_data: {} }],
    })
    expect(JSON.stringify(await who.register())).not.toContain(secret)
  }

  const path = `/bots/${bot['user_id']}`
  const next = 'another secret..'
  ok(await alice.patch(path, { full_name: 'Still signed' }))
  expect(await post(world, place, event)).toMatchObject(unsigned)
  ok(await alice.patch(path, { config_data: { [option]: next } }))
  expect(await post(world, place, event, sign(secret, event))).toMatchObject(unsigned)
  ok((await post(world, place, event, sign(next, event))) as never)
  ok(await alice.patch(path, { config_data: { [option]: '' } }))
  ok((await post(world, place, event)) as never)
  expect(await ask()).not.toMatchObject(elsewhere)
})
