import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_RATE_RULES } from '../../src/chat/limits.ts'
import { edit } from '../../src/chat/messages/edit/edit-message.ts'
import { send } from '../../src/chat/messages/send/send-message.ts'
import type { Person } from '../support/chat-world.ts'
import { emptyDesk } from '../support/owner-desk.ts'
import { openWebPeople, type Visitor, type WebPeople } from '../support/web-people.ts'

/** Of the chat and of the browser; that of this machine runs faster. */
const HOUR_SECONDS = 3_600

/** How often the reader writes something, in seconds. */
const WRITES_EVERY = 60

const NO_MOVE = { mode: 'change_one', notifyOldThread: false, notifyNewThread: false } as const

/** Of what an account may ask, what is left is for what a person does besides. */
const SHARE_MAX = 0.75

/** How many polls an account may make for each other request. */
const POLLS_PER_REQUEST = 5

/** How far the clock of the browser runs at a time while something is awaited that needs it, in milliseconds. */
const STEP_MS = 20

const RUN_MAX_MS = 1_800_000

const PATIENT = { timeout: 30_000, interval: 20 }

let people: WebPeople
let ada: Person
let visitor: Visitor

beforeAll(async () => {
  people = await openWebPeople(emptyDesk, { rateRules: DEFAULT_RATE_RULES })
  ada = await people.add('Ada Byron')
  visitor = await people.visit('ada.byron@example.com')
})
afterAll(async () => people[Symbol.asyncDispose]())

/** The requests of a page to the API, by the second in which they were made, and how many were refused. */
function countRequests(page: Page) {
  const made = { polls: [] as number[], others: [] as number[], byPath: new Map<string, number>() }
  const clock = { second: 0 }
  let refused = 0
  let polled = () => {}
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/v1/')) return
    const isPoll = pathname === '/api/v1/events' && request.method() === 'GET'
    made[isPoll ? 'polls' : 'others'].push(clock.second)
    made.byPath.set(pathname, (made.byPath.get(pathname) ?? 0) + 1)
    if (isPoll) polled()
  })
  page.on('response', (response) => {
    if (response.status() === 429) refused += 1
  })
  return {
    made,
    clock,
    refused: () => refused,
    /** Waits for the next poll: what came before was taken. */
    nextPoll: async () => new Promise<void>((resolve) => void (polled = resolve)),
  }
}

/** Lets the clock of the browser run until something has come. */
async function runUntil(page: Page, come: Promise<void>): Promise<void> {
  const state = { hasCome: false }
  void come.then(() => (state.hasCome = true))
  do await page.clock.runFor(STEP_MS)
  while (!state.hasCome)
}

/** Most of these that lie within so many seconds. */
function mostWithin(seconds: readonly number[], span: number): number {
  let [first, most] = [0, 0]
  for (const [index, second] of seconds.entries()) {
    while ((seconds[first] ?? second) <= second - span) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

test(
  'an hour with an event in each second, read as it comes, stays below what an account may ask',
  async () => {
    const { page } = visitor
    const { chat, owner } = people.world
    const actor = { user: owner.user, client: 'test' }
    const { stream_id: id } = await owner.get('/get_stream_id', { stream: 'general' })
    const to = { channel: Number(id), topic: 'busy' }
    await page.clock.install({ time: Date.parse('2026-01-02T03:05:00Z') })
    await page.goto(`${people.url}/#narrow/channel/${to.channel}/topic/busy`)
    await page.reload()
    const field = page.getByLabel('Message', { exact: true })
    await field.waitFor()
    await page.clock.pauseAt(Date.parse('2026-01-02T03:10:00Z'))
    people.world.pass(300)
    const { made, clock, refused, nextPoll } = countRequests(page)
    let newest = 0
    for (clock.second = 1; clock.second <= HOUR_SECONDS; clock.second += 1) {
      people.world.pass(1)
      const next = nextPoll()
      // Each fifth event changes what was said before.
      if (clock.second % 5 === 0) {
        const content = `Event ${clock.second}, changed`
        await edit(chat, actor, { messageId: newest, content, ...NO_MOVE })
      } else {
        newest = (await send(chat, actor, { to, content: `Event ${clock.second}` })).id
      }
      await runUntil(page, next)
      if (clock.second % WRITES_EVERY === 0) {
        const own = nextPoll()
        await field.fill(`I have read ${clock.second}`)
        await field.press('Enter')
        await runUntil(page, own)
      }
      await page.clock.runFor(1_000 - STEP_MS)
    }
    await page.locator('article', { hasText: `Event ${HOUR_SECONDS}, changed` }).waitFor()
    const most = (of: keyof typeof made & ('polls' | 'others')) =>
      DEFAULT_RATE_RULES.map(({ seconds }) => mostWithin(made[of], seconds))
    console.log(
      `in an hour ${made.polls.length} polls and ${made.others.length} other requests; within ${DEFAULT_RATE_RULES.map(({ seconds }) => `${seconds} s`).join(' and ')} at most ${most('polls').join(' and ')} polls, ${most('others').join(' and ')} others; ${[...made.byPath].map(([path, count]) => `${path} ${count}`).join(', ')}`,
    )
    expect(refused()).toBe(0)
    expect(made.polls.length).toBeGreaterThanOrEqual(HOUR_SECONDS)
    for (const [index, { count }] of DEFAULT_RATE_RULES.entries()) {
      expect(most('others')[index]).toBeLessThanOrEqual(count * SHARE_MAX)
      expect(most('polls')[index]).toBeLessThanOrEqual(count * POLLS_PER_REQUEST * SHARE_MAX)
    }
    // What was seen is read.
    await page.clock.runFor(5_000)
    const narrow = [{ operator: 'is', operand: 'unread' }]
    const unread = async () =>
      (await ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow }))[
        'messages'
      ]
    await expect.poll(unread, PATIENT).toEqual([])
    expect(await page.locator('.banner').count()).toBe(0)
    expect(visitor.complaints).toEqual([])
  },
  RUN_MAX_MS,
)
