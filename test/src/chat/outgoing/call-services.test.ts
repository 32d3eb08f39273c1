import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { composeServiceCalls } from '../../../../src/app/compose/compose-outgoing.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import { writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { callServices } from '../../../../src/chat/outgoing/call-services.ts'
import { FetchTurns, DEFAULT_FETCH_LIMITS } from '../../../../src/net/fetch/fetch-turns.ts'
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

/** A name server of a network with private names; it is away for others. */
const lookUp = async (name: string) => {
  lookups.push(name)
  if (isIP(name)) return [{ address: name, family: isIP(name) }]
  if (name.endsWith('.private.test.com')) return [{ address: '10.1.2.3', family: 4 }]
  if (name.endsWith('.mixed.test.com')) {
    return ['93.184.216.34', '127.0.0.1'].map((address) => ({ address, family: 4 }))
  }
  if (name.endsWith('.public.test.com')) return [{ address: '93.184.216.34', family: 4 }]
  const code = name.endsWith('.away.test.com') ? 'EAI_AGAIN' : 'ENOTFOUND'
  throw Object.assign(new Error(code), { code })
}
let lookups: string[]
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
  lookups = []
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
  const parts = { turns, userAgent: 'test', log: quietLog, resolve: lookUp }
  world = await startChatWorld({ serviceClient: composeServiceCalls(config, parts) })
  alice = await world.add('Alice')
  bot = ok(await make()) as never
  return async () => {
    await world[Symbol.asyncDispose]()
    server.closeAllConnections()
    server.close()
  }
})

test('a bot that is mentioned or written to asks its service, and says what that answers', async () => {
  const question = await alice.say('@**Helper** what is up?', { topic: 'help' })
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
      id: question,
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

const NOT_PUBLIC = 'The name of the address leads to no public address.'
const NO_ADDRESS = 'payload_url is not a URL'
const NO_NAME = 'The host name of the address is not one of the public web.'
const PRIVATE = 'The address is a private one.'
const NO_PORT = 'The port of the address is refused.'

/** Addresses that are no place for a service, by what is said of them. */
const CLOSED = Object.entries({
  [NO_NAME]: [
    'http://localhost/',
    'http://LOCALHOST/',
    'http://bot.localhost/',
    'http://bot.internal/',
    'http://intranet/',
    'http://metadata.google.internal/',
  ],
  [PRIVATE]: [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://192.168.1.1:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00::1]/',
  ],
  [NO_PORT]: ['https://bot.public.test.com:22/', 'https://bot.public.test.com:6379/'],
  [NOT_PUBLIC]: [
    'https://bot.private.test.com/',
    'https://bot.mixed.test.com/',
    'https://bot.nowhere.test.com/',
  ],
  [NO_ADDRESS]: [
    '',
    'nothing',
    '//bot.public.test.com/',
    'file:///etc/passwd',
    'ftp://bot.public.test.com/',
    'https://a:b@bot.public.test.com/',
  ],
})

test.each(CLOSED)('no service is made or moved where this is said: %s', async (words, urls) => {
  const refused = { status: 400, code: 'BAD_REQUEST', msg: expect.stringContaining(words) }
  for (const closed of urls) {
    expect(await make({ short_name: 'other', payload_url: closed })).toMatchObject(refused)
    const moved = await alice.patch(`/bots/${bot.user_id}`, { service_payload_url: closed })
    expect(moved).toMatchObject(refused)
    expect(moved.msg).not.toMatch(/10\.1\.2\.3|--allow-hosts/)
  }
  const { realm_bots } = await alice.register()
  expect(realm_bots).toMatchObject([{ services: [{ base_url: url }] }])
})

test.each([
  'bot.public.test.com',
  'bot.public.test.com:8443',
  'bot.away.test.com',
  '93.184.216.34',
])('a service may be at %s', async (host) => {
  ok(await make({ short_name: 'other', payload_url: `https://${host}/` }))
  ok(await alice.patch(`/bots/${bot.user_id}`, { service_payload_url: `https://${host}/a` }))
  const { realm_bots } = await alice.register()
  const services = [{ base_url: `https://${host}/a` }]
  expect(realm_bots).toContainEqual(expect.objectContaining({ user_id: bot.user_id }))
  expect(realm_bots).toMatchObject([{ services }, { services: [{ interface: 1 }] }])
})

test('whoever may not make a bot has no name looked up', async () => {
  const guest = await world.add('Gus', { role: 600 })
  const payload_url = 'https://bot.public.test.com/'
  expect(await make({ payload_url }, guest)).toMatchObject({ msg: 'Insufficient permission' })
  const change = { service_payload_url: payload_url }
  expect(await guest.patch(`/bots/${bot.user_id}`, change)).toMatchObject({ msg: 'No such bot' })
  expect(lookups).toEqual([])
})

test('an address that has become private is not called, and its owner learns no more than that', async () => {
  const moveTo = async (service: string) =>
    writeChat(world.chat, async ({ tx }) =>
      tx.updateTable('chat_bot_service').set({ url: service }).execute(),
    )
  for (const closed of ['https://bot.private.test.com/', 'https://bot.nowhere.test.com/']) {
    await moveTo(closed)
    await alice.say('@**Helper** hi')
    await run()
    expect((await newest()).content).toContain(NOT_PUBLIC)
  }
  await moveTo(`http://localhost:${new URL(url).port}/`)
  await alice.say('@**Helper** hi')
  await run()
  expect((await newest()).content).toContain('could not be handed on')
  expect(received).toEqual([])
})

test('formats that are none are refused, and who may not see a bot changes nothing', async () => {
  expect(await make({ short_name: 'x', interface_type: 3 })).toMatchObject({ status: 400 })
  const bob = await world.add('Bob')
  const change = { service_payload_url: 'https://evil.example/' }
  expect(await bob.patch(`/bots/${bot.user_id}`, change)).toMatchObject({ msg: 'No such bot' })
  const { realm_bots } = await alice.register()
  expect(realm_bots).toMatchObject([{ services: [{ base_url: url, interface: 1 }] }])
})
