import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { composeServiceCalls } from '../../../../src/app/compose-service-calls.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import { callServices } from '../../../../src/chat/outgoing/call-services.ts'
import { FetchTurns, DEFAULT_FETCH_LIMITS } from '../../../../src/net/fetch-turns.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** What a service received. */
interface Received {
  type: string | undefined
  body: string
}

let received: Received[]
/** Answers of the service, one for each call; the last one stays. */
let answers: { status?: number; body?: unknown }[]
let url: string
let world: ChatWorld
let alice: Person
let bot: { user_id: number; email: string }

const run = async () => callServices(world.chat, new AbortController().signal)
const make = async (fields: object = {}, who = alice) =>
  who.post('/bots', {
    full_name: 'Helper',
    short_name: 'helper',
    bot_type: 3,
    payload_url: url,
    ...fields,
  })
const newest = async (who = alice) => {
  const query = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }
  return ok(await who.get('/messages', query))['messages'][0]
}

beforeEach(async () => {
  received = []
  answers = [{ body: { content: 'Here **I** am.' } }]
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push({ type: request.headers['content-type'], body: await readAll(request) })
    const { status = 200, body: answer } = answers.length > 1 ? answers.shift()! : answers[0]!
    response.writeHead(status)
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url = `http://${host}/hook`
  const config = loadConfig({ flags: { 'webhook-hosts': host }, env: {} })
  const turns = new FetchTurns(DEFAULT_FETCH_LIMITS)
  const parts = { turns, userAgent: 'test', log: quietLog }
  world = await startChatWorld({ callService: composeServiceCalls(config, parts) })
  alice = await world.add('Alice')
  bot = ok(await make()) as never
  return async () => {
    await world[Symbol.asyncDispose]()
    server.closeAllConnections()
    server.close()
  }
})

test('a bot that is mentioned or written to asks its service, and says what that answers', async () => {
  const asked = await alice.say('@**Helper** what is up?', { topic: 'help' })
  await run()
  expect(received.map(({ type }) => type)).toEqual(['application/json'])
  const payload = JSON.parse(received[0]?.body ?? '') as Record<string, unknown>
  expect(payload).toEqual({
    bot_email: 'helper-bot@chat.test',
    bot_full_name: 'Helper',
    data: '@**Helper** what is up?',
    token: expect.stringMatching(/^\w{32}$/),
    trigger: 'mention',
    message: expect.objectContaining({
      id: asked,
      content: '@**Helper** what is up?',
      rendered_content: expect.stringContaining('class="user-mention"'),
      display_recipient: 'general',
      subject: 'help',
      sender_id: alice.id,
      type: 'stream',
    }),
  })
  expect(payload['message']).not.toHaveProperty('flags')
  expect(await newest()).toMatchObject({
    sender_id: bot.user_id,
    subject: 'help',
    content: 'Here **I** am.',
    client: 'OutgoingWebhookResponse',
  })
  answers = [{ body: { response_not_required: true } }]
  ok(await alice.post('/messages', { type: 'direct', to: [bot.user_id], content: 'psst' }))
  await run()
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ trigger: 'direct_message' })
  expect(await newest()).toMatchObject({ content: 'psst' })
})

test('what is not for it does not call a service', async () => {
  const robot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  await robot.say('@**Helper** from a bot')
  await alice.say('@_**Helper** silently, and nobody')
  ok(
    await alice.post('/channels/create', {
      name: 'den',
      invite_only: true,
      subscribers: [alice.id],
    }),
  )
  await alice.say('@**Helper** from where it is not', { to: 'den' })
  await run()
  expect(received).toEqual([])
})

test("Slack's format has its fields, and no direct messages", async () => {
  ok(await alice.patch(`/bots/${bot.user_id}`, { service_interface: 2 }))
  answers = [{ body: { text: 'as Slack' } }]
  await alice.say('@**Helper** hi')
  await run()
  expect(received[0]?.type).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toMatchObject({
    team_domain: 'chat.test',
    channel_id: 'C1',
    channel_name: 'general',
    user_id: `U${alice.id}`,
    user_name: 'Alice',
    text: '@**Helper** hi',
    trigger_word: 'Helper',
  })
  expect(await newest()).toMatchObject({ content: 'as Slack' })
  ok(await alice.post('/messages', { type: 'direct', to: [bot.user_id], content: 'psst' }))
  await run()
  expect(received).toHaveLength(1)
  expect((await newest()).content).toMatch(/could not be handed on .* take no direct messages/)
})

describe('a service that fails', () => {
  test('is called again with growing pauses, and its owner is told in the end', async () => {
    answers = [{ status: 503 }]
    await alice.say('@**Helper** hi')
    for (const pause of [2, 8, 32]) {
      const { nextInMs } = await run()
      expect(nextInMs).toBe(pause * 1_000)
      world.pass(pause)
    }
    await run()
    expect(received).toHaveLength(4)
    expect(await newest()).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: expect.stringContaining('status code 503'),
    })
    world.pass(86_400)
    await run()
    expect(received).toHaveLength(4)
  })

  test('recovers', async () => {
    answers = [{ status: 502 }, { body: { content: 'back' } }]
    await alice.say('@**Helper** hi')
    await run()
    world.pass(2)
    await run()
    expect((await newest()).content).toBe('back')
  })

  test.each([
    [{ status: 404 }, 'status code 404'],
    [{ body: 'no JSON' }, 'no JSON'],
    [{ body: '[' + '1,'.repeat(40_000) + '1]' }, 'could not be handed on'],
  ])('is given up at once where it would not help: %#', async (answer, words) => {
    answers = [answer]
    await alice.say('@**Helper** hi')
    await run()
    expect(received).toHaveLength(1)
    expect((await newest()).content).toContain(words)
  })
})

test('no private address is called that the operator has not allowed for webhooks', async () => {
  const open = new URL(url)
  for (const closed of [
    `http://localhost:${open.port}/`,
    'http://169.254.169.254/',
    'http://[::1]/',
  ]) {
    ok(await alice.patch(`/bots/${bot.user_id}`, { service_payload_url: closed }))
    await alice.say('@**Helper** hi')
    await run()
    expect((await newest()).content).toContain('could not be handed on')
  }
  expect(received).toEqual([])
})

test('addresses that are none are refused, and who may not see a bot changes nothing', async () => {
  for (const payload_url of ['', 'nothing', 'file:///etc/passwd', 'http://a:b@c.test/']) {
    expect(await make({ short_name: 'x', payload_url })).toMatchObject({ status: 400 })
  }
  expect(await make({ short_name: 'x', interface_type: 3 })).toMatchObject({ status: 400 })
  const bob = await world.add('Bob')
  const change = { service_payload_url: 'https://evil.example/' }
  expect(await bob.patch(`/bots/${bot.user_id}`, change)).toMatchObject({ msg: 'No such bot' })
  const { realm_bots } = await alice.register()
  expect(realm_bots).toMatchObject([{ services: [{ base_url: url, interface: 1 }] }])
})
