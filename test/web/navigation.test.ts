import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../src/chat/messages/send/send-message.ts'
import { ok, type Person } from '../support/chat-world.ts'
import { isFull } from '../support/full.ts'
import { emptyDesk } from '../support/owner-desk.ts'
import { openWebPeople, type Visitor, type WebPeople } from '../support/web-people.ts'

/** Messages of the chatty agent: 20,000 in a run of everything. */
const NOISE_COUNT = isFull() ? 20_000 : 1_010
const TOGETHER = 50

const CHANNELS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const TOPICS_EACH = 6
const PEOPLE_COUNT = 14

let people: WebPeople
let visitor: Visitor
let ada: Person
let agent: Person
/** Conversations of people by their name, with what finds each in the switcher. */
const topics: { channel: string; id: number; topic: string }[] = []
const directs: string[] = []

beforeAll(async () => {
  people = await openWebPeople(emptyDesk)
  ada = await people.add('Ada Byron')
  const { world } = people
  const { owner } = world
  agent = await world.add('Robby', { bot_type: 1, bot_owner_id: owner.id })
  for (const name of CHANNELS) {
    const subscribers = [ada.id, agent.id, owner.id]
    const { id } = ok(await owner.post('/channels/create', { name, subscribers }))
    for (let index = 0; index < TOPICS_EACH; index += 1) {
      const topic = `${name} matter ${index}`
      await (index % 2 === 0 ? ada : owner).say('Well', { to: name, topic })
      topics.push({ channel: name, id, topic })
    }
  }
  const others: Person[] = []
  for (let index = 0; index < PEOPLE_COUNT; index += 1) {
    others.push(await world.add(`Person Number${String.fromCodePoint(65 + index)}`))
  }
  for (const [index, other] of others.entries()) {
    await other.whisper('Hello', ada)
    directs.push(other.user.full_name)
    const next = others[index + 1]
    if (index < 6 && next) {
      await other.whisper('Hello both', ada, next)
      directs.push(`${other.user.full_name} and ${next.user.full_name}`)
    }
  }
  await ada.whisper('Are you there?', agent)
  await noise(NOISE_COUNT)
  visitor = await people.visit('ada.byron@example.com')
  await visitor.page.goto(`${people.url}/#recent`)
  await visitor.page.locator('table.recent tbody tr').first().waitFor()
})
afterAll(async () => people[Symbol.asyncDispose]())

async function noise(count: number): Promise<void> {
  const actor = { user: agent.user, client: 'test' }
  const to = { channel: 'alpha', topic: 'agent log' }
  for (let sent = 0; sent < count; sent += TOGETHER) {
    await Promise.all(
      Array.from({ length: Math.min(TOGETHER, count - sent) }, async (_, index) =>
        send(people.world.chat, actor, { to, content: `Step ${sent + index}` }),
      ),
    )
  }
}

/** Requests for data while something is done, but the polls for events. */
async function requestsDuring(page: Page, work: () => Promise<void>): Promise<string[]> {
  const asked: string[] = []
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:api|json)\//.test(pathname) && !pathname.endsWith('/events')) asked.push(pathname)
  }
  page.on('request', note)
  await work()
  page.off('request', note)
  return asked.filter((path) => !path.endsWith('/users/me/presence'))
}

const rowOf = (page: Page, name: string) =>
  page.locator('table.recent tbody a', { hasText: exactly(name) })
const exactly = (name: string) => new RegExp(`^${name}$`)

test('fifty conversations beside a chatty agent are all in Recent, with one look further down', async () => {
  const { page } = visitor
  expect(topics.length + directs.length).toBe(50)
  const log = page.locator('tr', { hasText: 'agent log' })
  expect(await log.count()).toBe(1)
  await log.getByText(NOISE_COUNT.toLocaleString('en-US'), { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show older conversations' }).click()
  for (const name of [...topics.map(({ topic }) => topic), ...directs]) {
    await rowOf(page, name).waitFor({ timeout: 5_000 })
  }
})

test('filters leave what is unread, one’s own, or with agents', async () => {
  const { page } = visitor
  await page.goto(`${people.url}/#inbox`)
  await page.goto(`${people.url}/#recent`)
  await page.getByRole('button', { name: 'Mine' }).click()
  await rowOf(page, 'alpha matter 0').waitFor()
  expect(await rowOf(page, 'alpha matter 1').count()).toBe(0)
  await page.getByRole('button', { name: 'With agents' }).click()
  await rowOf(page, 'alpha matter 0').waitFor({ state: 'detached' })
  await rowOf(page, 'Robby').waitFor()
  expect(await page.locator('table.recent tbody tr').count()).toBe(1)
  await page.getByRole('button', { name: 'Mine' }).click()
  await rowOf(page, 'agent log').waitFor()
  await page.getByRole('button', { name: 'With agents' }).click()
  await page.getByLabel('Channel', { exact: true }).selectOption({ label: '# gamma' })
  await rowOf(page, 'gamma matter 3').waitFor()
  expect(await page.locator('table.recent tbody tr').count()).toBe(TOPICS_EACH)
})

test('what an agent writes costs the page no call, and changes one row', async () => {
  const { page } = visitor
  await page.goto(`${people.url}/#inbox`)
  await page.goto(`${people.url}/#recent`)
  const log = page.locator('tr', { hasText: 'agent log' })
  await log.waitFor()
  const more = 120
  const asked = await requestsDuring(page, async () => {
    await noise(more)
    await log.getByText((NOISE_COUNT + more).toLocaleString('en-US'), { exact: true }).waitFor()
  })
  expect(asked).toEqual([])
  const fresh = await requestsDuring(page, async () => {
    await people.world.owner.say('New', { to: 'beta', topic: 'brand new' })
    await rowOf(page, 'brand new').waitFor()
    await page.waitForTimeout(300)
  })
  expect(fresh).toEqual(['/api/v1/conversations'])
  const first = page.locator('table.recent tbody tr').first()
  expect(await first.innerText()).toContain('brand new')
})

test('each topic is in its channel after two steps, and can be searched for there', async () => {
  const { page } = visitor
  for (const channel of CHANNELS) {
    await page.locator('.side').getByRole('link', { name: channel, exact: false }).first().click()
    await page.locator('.side').getByRole('link', { name: 'All topics' }).click()
    for (const { topic } of topics.filter((one) => one.channel === channel)) {
      await rowOf(page, topic).waitFor()
    }
  }
  await page.getByLabel('Find a topic').fill('matter 4')
  await rowOf(page, 'epsilon matter 3').waitFor({ state: 'detached' })
  await rowOf(page, 'epsilon matter 4').waitFor()
  expect(await page.locator('table.recent tbody tr').count()).toBe(1)
})

test('each conversation is the first that the switcher offers for its name', async () => {
  const { page } = visitor
  for (const name of [...topics.map(({ topic }) => topic), ...directs.slice(0, 6), 'Robby']) {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Go to' })
    await field.fill(name.replace(' and ', ' '))
    await page
      .locator('[role=option][aria-selected=true]', { hasText: name })
      .waitFor({ timeout: 5_000 })
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 1 })
    await expect.poll(async () => heading.innerText()).toContain(name)
  }
})

test('where one is stays marked, and a conversation with an agent stays once it is read', async () => {
  const { page } = visitor
  const side = page.locator('.side')
  await page.goto(`${people.url}/#narrow/channel/${topics[0]?.id}/topic/alpha.20matter.200`)
  await side.locator('.topics [aria-current=page]', { hasText: 'alpha matter 0' }).waitFor()
  await agent.whisper('Yes', ada)
  const robby = side.getByRole('link', { name: /Robby/ })
  await robby.locator('.count').waitFor()
  await robby.click()
  await robby.locator('.count').waitFor({ state: 'detached' })
  await page.goto(`${people.url}/#inbox`)
  await robby.waitFor()
  expect(await robby.getAttribute('aria-current')).toBeNull()
})

test('what comes below a view that is scrolled up is counted, and one click away', async () => {
  const { page } = visitor
  await page.goto(`${people.url}/#narrow/channel/${topics[0]?.id}/topic/agent.20log`)
  await page.locator('article').first().waitFor()
  const down = page.locator('button.to-end')
  await down.click()
  const distance = async () =>
    page.evaluate<number>(`(() => {
      const box = document.querySelector('.messages')
      return box.scrollHeight - box.scrollTop - box.clientHeight
    })()`)
  await expect.poll(distance).toBeLessThan(5)
  await down.waitFor({ state: 'detached' })
  await page.locator('.messages').hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -300)
      return distance()
    })
    .toBeGreaterThan(200)
  await noise(3)
  await expect.poll(async () => down.innerText()).toContain('3 new below')
  await down.click()
  await down.waitFor({ state: 'detached' })
  expect(await page.locator('article').last().innerText()).toContain('Step 2')
})

test('a search offers what the server takes, and marks what it found', async () => {
  const { page } = visitor
  const search = page.getByRole('search')
  await search.getByRole('textbox').click()
  await search.getByRole('button', { name: 'from:' }).waitFor()
  expect(await search.getByRole('button', { name: 'before:' }).count()).toBe(0)
  await search.getByRole('textbox').fill('hello both')
  await page.keyboard.press('Enter')
  await page.locator('article .highlight', { hasText: 'both' }).first().waitFor()
})

test('a channel in which nothing was written says how to begin', async () => {
  const { page } = visitor
  const { id } = ok(
    await people.world.owner.post('/channels/create', { name: 'empty', subscribers: [ada.id] }),
  )
  await page.goto(`${people.url}/#narrow/channel/${id}`)
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
  expect(await page.getByText('Nothing was found').count()).toBe(0)
})
