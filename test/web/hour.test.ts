import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../src/chat/messages/send-message.ts'
import { emptyDesk } from '../support/owner-desk.ts'
import { openWebPeople, type WebPeople } from '../support/web-people.ts'

const SECONDS = 3_600
const MINUTE_MAX_COUNT = 200
const HOUR_MAX_COUNT = 2_000

/** The limits of the product. */
const RULES = [
  { count: MINUTE_MAX_COUNT, seconds: 60 },
  { count: HOUR_MAX_COUNT, seconds: SECONDS },
]

let people: WebPeople

beforeAll(async () => {
  people = await openWebPeople(emptyDesk, { rateRules: RULES })
  await people.add('Ada Byron')
})
afterAll(async () => people[Symbol.asyncDispose]())

// Both clocks go by a second after each message: of the server, which limits, and of the page, which asks.
test('an hour of one message a second, all of them looked at: no request is refused', async () => {
  const { world } = people
  const { page } = await people.visit('ada.byron@example.com')
  const { stream_id: channel } = await world.owner.get('/get_stream_id', { stream: 'general' })
  const refused: string[] = []
  const asked = { polls: 0, others: 0 }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/api/v1/events') asked.polls += 1
    else if (pathname.startsWith('/api/')) asked.others += 1
    if (response.status() === 429) refused.push(pathname)
  })
  await page.clock.install()
  await page.goto(`${people.url}/#narrow/channel/${String(channel)}/topic/hour`)
  await page.reload()
  for (let wait = 0; wait < 20; wait += 1) await page.clock.runFor(200)
  await page.locator('.empty').waitFor()
  const actor = { user: world.owner.user, client: 'test' }
  for (let second = 0; second < SECONDS; second += 1) {
    const before = asked.polls
    const to = { channel: Number(channel), topic: 'hour' }
    await send(world.chat, actor, { to, content: `Second ${second}` })
    world.pass(1)
    await expect.poll(() => asked.polls, { timeout: 30_000, interval: 2 }).toBeGreaterThan(before)
    await page.clock.runFor(1_000)
  }
  await page.locator('article', { hasText: `Second ${SECONDS - 1}` }).waitFor()
  console.log(`${asked.polls} polls and ${asked.others} other requests in an hour of the page`)
  expect(refused).toEqual([])
  expect(asked.polls).toBeGreaterThanOrEqual(SECONDS)
  expect(asked.others).toBeLessThan(HOUR_MAX_COUNT)
})
