import { beforeEach, describe, expect, test } from 'vitest'
import { renewEmailLink } from '../../../../../src/chat/users/accounts/change-email.ts'
import { createMailer } from '../../../../../src/net/operator/mail.ts'
import { verifies } from '../../../../requirements/verifies.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../../support/chat-world.ts'
import { startSmtp, type TestSmtp } from '../../../../support/smtp.ts'

let smtp: TestSmtp
let world: ChatWorld
let alice: Person
let bob: Person

beforeEach(async () => {
  smtp = await startSmtp()
  const mail = createMailer({ url: smtp.url, from: 'bellhop@chat.test' })
  world = await startChatWorld({ mail })
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  return async () => {
    await world[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  }
})

const refused = { status: 400, code: 'BAD_REQUEST' }
const change = async (email: string, who = alice) => who.patch('/settings', { email })

/** The path of the link in the last mail. */
function linkIn(source = smtp.mails.at(-1)?.source ?? ''): string {
  return `/${/http:\/\/chat\.test(\/accounts\/confirm_new_email\/[\w-]+)/.exec(source)?.[1] ?? ''}`
}
const confirm = async (link = linkIn()) => world.request(link, { method: 'POST' })
const addressOf = async ({ id }: Person) =>
  ok(await world.owner.get(`/users/${id}`))['user']['delivery_email']

test('a new address counts once its link was used, once', async () => {
  verifies('chat:4.4:settings:email')
  const queue = await bob.register()
  expect(await change(' Alice@New.example ')).toEqual({ status: 200, result: 'success', msg: '' })
  expect(smtp.mails).toMatchObject([{ from: 'bellhop@chat.test', to: ['Alice@new.example'] }])
  expect(await addressOf(alice)).toBe('alice@example.com')
  const link = linkIn()
  const page = await world.request(link)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect(await page.text()).toContain('<form method="post">')
  expect(await addressOf(alice)).toBe('alice@example.com')
  expect((await confirm(link)).status).toBe(200)
  expect(await addressOf(alice)).toBe('Alice@New.example')
  const update = { type: 'realm_user', op: 'update' }
  expect(await bob.events(queue)).toMatchObject([
    { ...update, person: { user_id: alice.id, new_email: 'Alice@New.example' } },
    { ...update, person: { user_id: alice.id, delivery_email: 'Alice@New.example' } },
  ])
  expect(smtp.mails.at(-1)).toMatchObject({ to: ['alice@example.com'] })
  const headers = { authorization: `Basic ${btoa(`alice@new.example:${alice.key}`)}` }
  expect((await world.request('/users/me', { headers })).status).toBe(200)
  expect((await confirm(link)).status).toBe(404)
})

test('a link is over after a day, with the next one, and with its account', async () => {
  ok(await change('one@example.com'))
  const first = linkIn()
  expect(await change('two@example.com')).toMatchObject({
    ...refused,
    msg: expect.stringContaining('moment ago'),
  })
  world.pass(60)
  ok(await change('two@example.com'))
  expect((await confirm(first)).status).toBe(404)
  world.pass(86_401)
  const late = await confirm()
  expect(late.status).toBe(404)
  expect(await late.text()).toContain('not valid any more')
  ok(await change('three@example.com'))
  ok(await world.owner.delete(`/users/${alice.id}`))
  expect((await confirm()).status).toBe(404)
  expect((await confirm('//accounts/confirm_new_email/' + 'A'.repeat(43))).status).toBe(404)
})

test('the operator gets a link where no mail is sent', async () => {
  await using silent = await startChatWorld()
  const carol = await silent.add('Carol')
  expect(await renewEmailLink(silent.chat, carol.user)).toBeUndefined()
  ok(await carol.patch('/settings', { email: 'carol@new.example' }))
  const pending = await renewEmailLink(silent.chat, carol.user)
  expect(pending).toMatchObject({ email: 'carol@new.example' })
  const rows = await silent.chat.store.db.selectFrom('chat_email_change').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(pending?.link.split('/').at(-1))
  const path = pending?.link.replace('http://chat.test', '/') ?? ''
  expect((await silent.request(path, { method: 'POST' })).status).toBe(200)
  const { user } = ok(await silent.owner.get(`/users/${carol.id}`))
  expect(user).toMatchObject({ email: 'carol@new.example' })
})

test('a mail that cannot be sent is told of, and can be asked for again', async () => {
  smtp.refuse()
  expect(await change('new@example.com')).toMatchObject({ status: 503 })
  expect(smtp.mails).toEqual([])
})

describe('an address is refused that', () => {
  test.each([
    ['is none', 'nobody'],
    ['is two', 'a@example.com,b@example.com'],
    ['holds a line', 'a@example.com\r\nBcc: b@example.com'],
    ['holds a name', 'Alice <a@example.com>'],
    ['stands for an account', 'user999@chat.test'],
    ['is too long', `${'x'.repeat(320)}@example.com`],
  ])('%s', async (_, email) => {
    expect(await change(email)).toMatchObject({ ...refused, msg: 'Invalid email address' })
    expect(smtp.mails).toEqual([])
  })

  test('is somebody else’s, as far as the caller may know', async () => {
    const inUse = { ...refused, msg: "Email 'BOB@example.com' already in use" }
    expect(await change('BOB@example.com')).toMatchObject(inUse)
    ok(await bob.patch('/settings', { email_address_visibility: 4 }))
    ok(await change('BOB@example.com'))
    const answer = await confirm()
    expect(answer.status).toBe(400)
    expect(await addressOf(alice)).toBe('alice@example.com')
  })

  test('is a bot’s, or changed where that is not allowed', async () => {
    const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
    expect(await change('robot@new.example', bot)).toMatchObject(refused)
    ok(await world.owner.patch('/realm', { email_changes_disabled: true }))
    expect(await change('new@example.com')).toMatchObject({
      ...refused,
      msg: 'Email address changes are disabled in this organization.',
    })
    ok(await change('boss@example.com', world.owner))
    ok(await change('alice@example.com'))
    const others = { email: 'x@example.com', target_users: { user_ids: [alice.id] } }
    expect(await world.owner.patch('/settings', others)).toMatchObject({
      ...refused,
      msg: 'email cannot be changed with target_users',
    })
  })
})

describe('where addresses are restricted to domains', () => {
  beforeEach(async () => {
    ok(await world.owner.post('/realm/domains', { domain: 'a.test', allow_subdomains: false }))
    ok(await world.owner.post('/realm/domains', { domain: 'b.test', allow_subdomains: true }))
    ok(await world.owner.patch('/realm', { emails_restricted_to_domains: true }))
  })
  const join = async (email: string) =>
    world.owner.post('/users', { email, password: 'correct horse', full_name: 'New' })

  test.each([
    ['x@a.test', true],
    ['x@A.TEST', true],
    ['x@b.test', true],
    ['x@deep.sub.b.test', true],
    ['x@sub.a.test', false],
    ['x@nota.test', false],
    ['x@notb.test', false],
    ['x@a.test.evil.example', false],
    ['x+1@a.test', false],
  ])('%s may join and be changed to: %s', async (email, isAllowed) => {
    expect((await change(email)).status).toBe(isAllowed ? 200 : 400)
    expect((await join(email)).status).toBe(isAllowed ? 200 : 400)
  })

  test('a link is refused whose domain went, and the last domain takes the rule with it', async () => {
    ok(await change('x@b.test'))
    ok(await world.owner.delete('/realm/domains/b.test'))
    expect((await confirm()).status).toBe(400)
    const queue = await bob.register()
    ok(await world.owner.delete('/realm/domains/a.test'))
    expect((await bob.events(queue)).at(-1)).toMatchObject({
      type: 'realm',
      op: 'update_dict',
      data: { emails_restricted_to_domains: false },
    })
    ok(await join('anybody@example.com'))
    const snapshot = await bob.register({ fetch_event_types: ['realm'] })
    expect(snapshot['realm_emails_restricted_to_domains']).toBe(false)
  })
})

test('mail is sent to a server elsewhere only where it can be encrypted', async () => {
  // The same machine by a name that is not known to be it.
  const url = smtp.url.replace('127.0.0.1', '0.0.0.0')
  const send = createMailer({ url, from: 'bellhop@chat.test' })
  const mail = { to: 'a@example.com', subject: 's', text: 't' }
  await expect(send(mail)).rejects.toMatchObject({ code: 'unavailable' })
  expect(smtp.mails).toEqual([])
})

test('what is wished for besides is stored with the address or not at all', async () => {
  const ownRecord = async () => ok(await alice.get('/users/me'))
  const before = await ownRecord()
  const wish = { email: 'alice@new.example', full_name: 'Alicia', color_scheme: 2 }
  const queue = await bob.register()
  // A fault elsewhere keeps the mail from going out, and a wrong address everything else.
  for (const [wrong, msg] of [
    [{ timezone: 'Nowhere' }, 'Invalid timezone'],
    [{ email: 'nobody' }, 'Invalid email address'],
    [{ email: 'bob@example.com' }, "Email 'bob@example.com' already in use"],
  ] as const) {
    expect(await alice.patch('/settings', { ...wish, ...wrong })).toMatchObject({ ...refused, msg })
  }
  expect(smtp.mails).toEqual([])
  expect(await ownRecord()).toEqual(before)
  ok(await alice.patch('/settings', wish))
  expect(smtp.mails).toHaveLength(1)
  expect((await ownRecord())['full_name']).toBe('Alicia')
  expect((await alice.register())['user_settings'].color_scheme).toBe(2)
  expect((await bob.events(queue)).map(({ person }) => person)).toEqual([
    { user_id: alice.id, full_name: 'Alicia' },
  ])

  world.pass(120)
  await smtp[Symbol.asyncDispose]()
  const next = { email: 'alice@third.example', full_name: 'Al', color_scheme: 3 }
  // The second time, too: a link that was not sent is no reason to wait.
  for (let time = 0; time < 2; time += 1) {
    expect(await alice.patch('/settings', next)).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    })
  }
  expect((await ownRecord())['full_name']).toBe('Alicia')
  expect((await alice.register())['user_settings'].color_scheme).toBe(2)
  expect(await renewEmailLink(world.chat, alice.user)).toBeUndefined()
})
