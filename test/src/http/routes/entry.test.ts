import { beforeEach, describe, expect, test } from 'vitest'
import { inviteAsOperator } from '../../../../src/chat/invitations/invite-as-operator.ts'
import { changeUser } from '../../../../src/chat/users/accounts/change-user.ts'
import { hashPassword } from '../../../../src/chat/users/sign-in/passwords.ts'
import type { SendMail } from '../../../../src/contract/net.ts'
import { openBrowser } from '../../../support/browser.ts'
import { canaries } from '../../../support/canaries.ts'
import {
  inviteLink,
  inviteOne,
  invitesOf,
  joinBy,
  keyOf,
  send,
} from '../../../support/chat-invitations.ts'
import {
  CHEAP,
  type ChatWorld,
  ok,
  type Person,
  startChatWorld,
} from '../../../support/chat-world.ts'

const { password } = canaries()
const ada = { full_name: 'Ada', password }

let world: ChatWorld
let owner: Person
let mails: Parameters<SendMail>[0][]
/** Whether mail is sent; read when a world starts. */
let printed: { news: string; link: string; command: string }[]

const start = async ({ mail }: { mail: boolean }) => {
  mails = []
  printed = []
  world = await startChatWorld({
    ...(mail ? { mail: async (one) => void mails.push(one) } : {}),
    showLink: (one) => void printed.push(one),
  })
  owner = world.owner
  return async () => world[Symbol.asyncDispose]()
}

/** The link in the last mail. */
const mailed = () => /http:\S+/.exec(mails.at(-1)?.text.split('\n\n')[1] ?? '')?.[0] ?? ''
const newest = { anchor: 'newest', num_before: 100, num_after: 0 }
const allMessages = async (who: Person) =>
  ok(await who.get('/messages', { ...newest, apply_markdown: false }))['messages'] as {
    content: string
    subject: string
    sender_full_name: string
  }[]

describe('without a mail server', () => {
  beforeEach(async () => start({ mail: false }))

  test('from an invitation to the first message', async () => {
    const lab = ok(await owner.post('/channels/create', { name: 'lab', subscribers: [owner.id] }))
    const crew = { name: 'crew', description: '', members: [] }
    const { group_id } = ok(await owner.post('/user_groups/create', crew))
    ok(
      await owner.patch('/realm', {
        signup_announcements_stream_id: 1,
        welcome_message_custom_text: 'Read the **rules**.',
      }),
    )
    const link = await inviteOne(owner, 'Ada@example.org', {
      stream_ids: [lab['id']],
      group_ids: [group_id],
      invite_as: 300,
    })
    const view = await world.request(`//accounts/join/${keyOf(link)}`)
    expect(await view.json()).toEqual({
      result: 'success',
      msg: '',
      realm_name: 'Bellhop',
      realm_description: '',
      email: 'Ada@example.org',
      invited_as: 300,
      inviter_name: 'Owner',
      needs_confirmation: false,
    })
    const joined = await joinBy(world, link, ada)
    expect(joined).toMatchObject({ status: 200, email: 'Ada@example.org' })
    expect(joined.browser.cookies.get('csrftoken')).toBe(joined['csrf_token'])

    const { browser } = joined
    const body = new URLSearchParams({
      type: 'channel',
      to: 'lab',
      topic: 't',
      content: 'Here I am.',
    })
    const sent = await browser.request('/messages', { method: 'POST', body })
    expect(sent.status).toBe(200)
    const me = await browser.request('/users/me')
    expect(await me.json()).toMatchObject({ full_name: 'Ada', role: 300 })
    const mine = await browser.request('/users/me/subscriptions')
    const { subscriptions } = (await mine.json()) as { subscriptions: { name: string }[] }
    expect(subscriptions.map(({ name }) => name)).toEqual(['lab'])
    const { members } = ok(await owner.get(`/user_groups/${group_id}/members`))
    expect(members).toContain(joined['user_id'])
    expect((await allMessages(owner)).map(({ content, subject }) => [subject, content])).toEqual([
      ['signups', `@_**Ada|${joined['user_id']}** joined this organization.`],
      ['', `@_**Ada|${joined['user_id']}** accepted your invitation to join.`],
      ['t', 'Here I am.'],
    ])
    const query = 'anchor=newest&num_before=9&num_after=0&apply_markdown=false'
    const narrow = await browser.request(`/messages?${query}`)
    const { messages } = (await narrow.json()) as { messages: { content: string }[] }
    expect(messages[0]?.content).toMatch(/^Welcome to Bellhop!\n[^]*\n\nRead the \*\*rules\*\*\.$/)
    expect(await joinBy(world, link, ada)).toMatchObject({ status: 404 })
    expect(await invitesOf(owner)).toEqual([])
  })

  test('a link is used as often as it may be, by any address', async () => {
    const link = await inviteLink(owner, { max_uses: 2, include_realm_default_subscriptions: true })
    expect(await joinBy(world, link, { ...ada, email: 'a@example.org' })).toMatchObject({
      status: 200,
    })
    expect(await invitesOf(owner)).toMatchObject([{ times_used: 1, max_uses: 2 }])
    const again = await joinBy(world, link, { ...ada, email: 'A@example.org' })
    expect(again).toMatchObject({ status: 400, msg: 'There is an account already.' })
    const { user_id } = await joinBy(world, link, { ...ada, email: 'b@example.org' })
    expect(await joinBy(world, link, { ...ada, email: 'c@example.org' })).toMatchObject({
      status: 404,
    })
    expect(await invitesOf(owner)).toEqual([])
    expect(ok(await owner.get('/streams/1/members'))['subscribers']).toContain(user_id)
  })

  test('who invited must still be there and allowed to', async () => {
    const alice = await world.add('Alice', { role: 200 })
    const [gone, link] = [await inviteOne(alice, 'a@example.org'), await inviteLink(alice)]
    const makesAdmins = await inviteOne(alice, 'b@example.org', { invite_as: 200 })
    await changeUser(world.chat, alice.email, { role: 400 })
    expect(await joinBy(world, makesAdmins, ada)).toMatchObject({ status: 404 })
    expect(await joinBy(world, link, { ...ada, email: 'l@example.org' })).toMatchObject({
      status: 404,
    })
    await changeUser(world.chat, alice.email, { is_active: false })
    expect(await joinBy(world, gone, ada)).toMatchObject({ status: 404 })
  })

  test('an invitation is for its address, and what is missing or weak is refused without using it up', async () => {
    const link = await inviteOne(owner, 'a@example.org')
    expect(await joinBy(world, link, { ...ada, email: 'b@example.org' })).toMatchObject({
      msg: 'This invitation is for another address.',
    })
    expect(await joinBy(world, link, { ...ada, password: 'short' })).toMatchObject({ status: 400 })
    expect(await joinBy(world, link, { password })).toMatchObject({ msg: 'Name too short!' })
    expect(await send(openBrowser(world), 'join', {})).toMatchObject({ var_name: 'key' })
    expect(await invitesOf(owner)).toHaveLength(1)
  })

  test('a page of somebody else makes nobody join', async () => {
    const key = keyOf(await inviteLink(owner))
    const response = await world.request('//accounts/join/', {
      method: 'POST',
      body: new URLSearchParams({ key, email: 'a@example.org', ...ada }),
    })
    expect(response.status).toBe(403)
    const page = await world.request(`//join/${key}`, {
      method: 'POST',
      headers: { origin: 'http://localhost:8080' },
      body: new URLSearchParams({ email: 'a@example.org', ...ada }),
    })
    expect(page.status).toBe(403)
    expect(await invitesOf(owner)).toMatchObject([{ times_used: 0 }])
  })

  test('the page behind the link works without scripts', async () => {
    ok(await owner.patch('/realm', { name: '<b>Team' }))
    const path = new URL(await inviteLink(owner)).pathname
    const browser = openBrowser(world)
    const page = await browser.request(`/${path}`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const html = await page.text()
    expect(html).toContain('<h1>Join &lt;b&gt;Team</h1>')
    expect([...html.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'viewport',
      'email',
      'full_name',
      'password',
    ])
    const body = new URLSearchParams({ email: 'a@example.org', ...ada })
    const done = await browser.request(`/${path}`, { method: 'POST', body })
    expect([done.status, browser.cookies.has('sessionid')]).toEqual([303, true])
    expect((await browser.request(`//join/${'x'.repeat(32)}`)).status).toBe(404)
  })

  test('nobody joins a closed organization, and only invited people one that asks for it', async () => {
    const link = await inviteLink(owner)
    ok(await owner.patch('/realm', { sign_up_closed: true }))
    const closed = { status: 400, msg: 'Nobody can join this organization.' }
    expect(await joinBy(world, link, { ...ada, email: 'a@example.org' })).toMatchObject(closed)
    expect(await owner.post('/invites/multiuse')).toMatchObject(closed)
    ok(await owner.patch('/realm', { sign_up_closed: false }))
    const browser = openBrowser(world)
    expect(await send(browser, 'sign_up', { email: 'a@example.org' })).toMatchObject({
      msg: 'An invitation is required to join this organization.',
    })
    ok(await owner.patch('/realm', { invite_required: false }))
    ok(await owner.post('/realm/domains', { domain: 'corp.test', allow_subdomains: false }))
    ok(await owner.patch('/realm', { emails_restricted_to_domains: true }))
    expect(await send(browser, 'sign_up', { email: 'a@example.org' })).toMatchObject({
      status: 400,
    })
    ok(await send(browser, 'sign_up', { email: 'a@corp.test' }))
    expect(printed).toMatchObject([
      {
        news: 'a@corp.test wants to join the team chat',
        command: 'bellhop chat invite a@corp.test',
      },
    ])
    expect(await invitesOf(owner)).toHaveLength(1)
    const { link: confirming = '' } = printed[0] ?? {}
    ok(await owner.patch('/realm', { invite_required: true }))
    expect(await joinBy(world, confirming, ada)).toMatchObject({ status: 404 })
    ok(await owner.patch('/realm', { invite_required: false }))
    expect(await joinBy(world, confirming, ada)).toMatchObject({
      status: 200,
      email: 'a@corp.test',
    })
  })

  test('the operator invites to every role', async () => {
    const { link, isMailed } = await inviteAsOperator(world.chat, {
      email: 'a@example.org',
      role: 100,
    })
    expect(isMailed).toBe(false)
    const view = await world.request(`//accounts/join/${keyOf(link)}`)
    expect(await view.json()).toMatchObject({ invited_as: 100, inviter_name: null })
  })
})

describe('with a mail server', () => {
  beforeEach(async () => start({ mail: true }))

  test('an address that is given with a link is confirmed, and the link counts then', async () => {
    const link = await inviteLink(owner, { invite_as: 600, max_uses: 1 })
    expect(await joinBy(world, link, { email: 'a@example.org' })).toEqual(
      expect.objectContaining({ status: 200, confirmation_sent: true }),
    )
    expect(mails).toMatchObject([{ to: 'a@example.org', subject: 'Join Bellhop' }])
    const first = mailed()
    expect(await joinBy(world, link, { email: 'a@example.org' })).toMatchObject({ status: 200 })
    expect(mails).toHaveLength(1)
    expect(await joinBy(world, link, { email: 'owner@chat.test' })).toMatchObject({ status: 200 })
    expect(mails.at(-1)?.subject).toBe('You have an account')
    expect(await invitesOf(owner)).toMatchObject([{ times_used: 0 }])
    expect(await joinBy(world, link, { email: 'b@example.org' })).toMatchObject({ status: 200 })
    const second = mailed()
    expect(await joinBy(world, first, ada)).toMatchObject({ status: 200, email: 'a@example.org' })
    expect(await joinBy(world, second, ada)).toMatchObject({ status: 404 })
    const { members } = ok(await owner.get('/users'))
    expect(members).toContainEqual(expect.objectContaining({ email: 'a@example.org', role: 600 }))
  })

  test('a forgotten password is set anew, which ends every sign-in', async () => {
    const passwordHash = await hashPassword('before this one', CHEAP)
    const alice = await world.add('Alice', { passwordHash })
    const before = openBrowser(world)
    await before.login(alice.email, 'before this one')
    expect((await before.request('/users/me')).status).toBe(200)
    const browser = openBrowser(world)
    for (const email of ['nobody@example.org', 'user3@chat.test', ' Alice@example.com']) {
      expect(await send(browser, 'password/reset', { email })).toEqual({
        status: 200,
        result: 'success',
        msg: '',
      })
    }
    await expect.poll(() => mails.map(({ to }) => to)).toEqual(['alice@example.com'])
    const key = keyOf(mailed())
    ok(await send(browser, 'password/reset', { email: alice.email }))
    expect(mails).toHaveLength(1)
    const view = await world.request(`//accounts/password/reset/${key}`)
    expect(await view.json()).toMatchObject({ email: 'alice@example.com' })
    expect(await send(browser, 'password/set', { key, password: 'x' })).toMatchObject({
      status: 400,
    })
    expect(await send(browser, 'password/set', { key, password })).toMatchObject({
      user_id: alice.id,
    })
    expect(browser.cookies.has('sessionid')).toBe(true)
    expect(await send(browser, 'password/set', { key, password })).toMatchObject({ status: 404 })
    expect((await before.request('/users/me')).status).toBe(401)
    expect(await before.login(alice.email, password)).toMatchObject({ status: 200 })
  })

  test('a link for a password ends with its day, and with the address it went to', async () => {
    const alice = await world.add('Alice')
    const link = async () => {
      world.pass(61)
      const count = mails.length
      ok(await send(openBrowser(world), 'password/reset', { email: alice.email }))
      await expect.poll(() => mails.length).toBe(count + 1)
      return `//accounts/password/reset/${keyOf(mailed())}`
    }
    const late = await link()
    world.pass(86_401)
    expect((await world.request(late)).status).toBe(404)
    const other = await link()
    expect((await world.request(other)).status).toBe(200)
    await changeUser(world.chat, alice.email, { is_active: false })
    expect((await world.request(other)).status).toBe(404)
  })
})
