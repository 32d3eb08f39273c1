import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { upload } from '../support/chat-uploads.ts'
import { ok, type Person } from '../support/chat-world.ts'
import { emptyDesk } from '../support/owner-desk.ts'
import { pageViolations } from '../support/page-violations.ts'
import { gifOf, jpegOf, pngOf } from '../support/pictures.ts'
import { LOOKS, openWebPeople, type Visitor, type WebPeople } from '../support/web-people.ts'

const PATIENT = { timeout: 30_000, interval: 50 }

/** Of what is on the screen, in the measure of browsers: what people hardly see. */
const SHIFT_MAX = 0.02

/** How far the message that an address names may move, in pixels. */
const MOVED_MAX_PX = 2

let people: WebPeople
let visitor: Visitor
let page: Page
let ada: Person
let bob: Person

beforeAll(async () => {
  people = await openWebPeople(emptyDesk)
  ada = await people.add('Ada Byron')
  bob = await people.world.add('Bob')
  visitor = await people.visit('ada.byron@example.com')
  page = visitor.page
})
beforeEach(() => void (visitor.complaints.length = 0))
afterAll(async () => people[Symbol.asyncDispose]())

const row = (text: string) => page.locator('article.message', { hasText: text })

const open = async (topic: string, near?: number) => {
  await page.goto(
    `${people.url}/#narrow/channel/1-general/topic/${topic}${near === undefined ? '' : `/near/${near}`}`,
  )
  await page.reload()
  await page.locator('article.message').first().waitFor()
}

/** Pictures of all kinds and sizes, in texts and below them; one of which nobody knows the size. */
async function sayPictures(topic: string, who: Person): Promise<number[]> {
  const files: [string, Uint8Array<ArrayBuffer>][] = [
    ['wide.png', pngOf(900, 60)],
    ['tall.png', pngOf(40, 700)],
    ['small.gif', gifOf(1, 16)],
    ['photo.jpg', jpegOf(640, 480)],
    ['odd.png', Buffer.from('no picture at all')],
  ]
  const ids: number[] = []
  for (const [index, [name, bytes]] of [...files, ...files].entries()) {
    const url = await upload(people.world, who, name, bytes)
    const sign = index < files.length ? '' : '!'
    ids.push(await who.say(`Number ${index} ${sign}[${name}](${url})`, { to: 'general', topic }))
    ids.push(await who.say(`Words after ${index}`, { to: 'general', topic }))
  }
  return ids
}

test('pictures that come late move nothing, and a message that an address names stays where it is', async () => {
  const ids = await sayPictures('Late', bob)
  let held = Promise.withResolvers<void>()
  await page.route('**/user_uploads/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.addInitScript(`
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts.push(value)
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  for (const near of [undefined, ids[9], ids[19]]) {
    held = Promise.withResolvers()
    await open('Late', near)
    const named = page.locator(`#m${near ?? ids[0]}`)
    await named.waitFor()
    const before = await named.boundingBox()
    held.resolve()
    const isThere = `[...document.querySelectorAll('.messages .body img')].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }).every((one) => one.complete)`
    await expect.poll(async () => page.evaluate(isThere), PATIENT).toBe(true)
    await page.waitForTimeout(200)
    const after = await named.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(MOVED_MAX_PX)
    const shifts = (await page.evaluate('shifts')) as number[]
    expect(shifts.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(SHIFT_MAX)
  }
  // Whatever becomes higher above it, too.
  const named = page.locator(`#m${ids[19]}`)
  const { y = 0 } = (await named.boundingBox()) ?? {}
  for (const above of ids.slice(12, 17)) {
    ok(await bob.post(`/messages/${above}/reactions`, { emoji_name: 'tada' }))
  }
  await page.locator('.reaction').nth(4).waitFor()
  expect(Math.abs(((await named.boundingBox())?.y ?? 0) - y)).toBeLessThanOrEqual(MOVED_MAX_PX)
  await page.unroute('**/user_uploads/**')
})

test('a picture is looked at in a viewer: larger, the next one, from where it is, and back', async () => {
  for (const name of ['one', 'two', 'three']) {
    const url = await upload(people.world, bob, `${name}.png`, pngOf(600, 300))
    await bob.say(`[${name}](${url})`, { to: 'general', topic: 'Viewer' })
  }
  await open('Viewer')
  const link = page.locator('.message_inline_image a[title=two]')
  await link.focus()
  await link.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Pictures' })
  const heading = viewer.getByRole('heading')
  await expect.poll(async () => heading.innerText(), PATIENT).toBe('two 2 of 3')
  const picture = viewer.locator('img')
  await expect.poll(async () => picture.evaluate((one) => one.complete), PATIENT).toBe(true)
  const widthOf = async () => (await picture.boundingBox())?.width ?? 0
  const plain = await widthOf()
  await page.keyboard.press('+')
  await expect.poll(widthOf, PATIENT).toBeCloseTo(plain * 1.5, 0)
  await page.keyboard.press('0')
  await expect.poll(widthOf, PATIENT).toBe(plain)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => heading.innerText(), PATIENT).toBe('three 3 of 3')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => heading.innerText(), PATIENT).toBe('one 1 of 3')
  await viewer.getByRole('button', { name: 'Previous picture' }).click()
  await expect.poll(async () => heading.innerText(), PATIENT).toBe('three 3 of 3')
  const download = viewer.getByRole('link', { name: 'Download' })
  expect(await download.getAttribute('download')).toBe('three')
  const from = viewer.getByRole('link', { name: /^Bob · #general › Viewer/ })
  expect(await from.getAttribute('href')).toMatch(/\/topic\/Viewer\/near\/\d+$/)
  for (const look of LOOKS) {
    await visitor.wear(look)
    expect(await pageViolations(page, '.viewer')).toEqual([])
  }
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  expect(await link.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  expect(visitor.complaints).toEqual([])
})

test('days and times move on over midnight', async () => {
  const midnight = Date.parse('2026-01-03T00:00:00Z')
  people.world.pass((midnight - people.world.chat.now().getTime()) / 1_000 - 600)
  await bob.say('Late in the evening', { to: 'general', topic: 'Night' })
  const context = await people.browser.newContext({
    timezoneId: 'UTC',
    storageState: await page.context().storageState(),
  })
  const night = await context.newPage()
  await night.clock.install({ time: midnight - 540_000 })
  await night.goto(`${people.url}/#narrow/channel/1-general/topic/Night`)
  const day = night.locator('.day')
  await expect.poll(async () => day.allInnerTexts(), PATIENT).toEqual(['Today'])
  people.world.pass(660)
  await night.clock.runFor(660_000)
  await expect.poll(async () => day.allInnerTexts(), PATIENT).toEqual(['Yesterday'])
  await bob.say('Early in the morning', { to: 'general', topic: 'Night' })
  await night.clock.runFor(1_000)
  await expect.poll(async () => day.allInnerTexts(), PATIENT).toEqual(['Yesterday', 'Today'])
  await night.evaluate(`location.hash = '#recent'`)
  const time = night.locator('table.recent tbody td.dim').last()
  const first = await time.innerText()
  await night.clock.runFor(86_400_000)
  people.world.pass(86_400)
  await expect.poll(async () => time.innerText(), PATIENT).not.toBe(first)
  await context.close()
})

test('what others write is said to readers of screens, and rows know their number', async () => {
  await bob.say('Before', { to: 'general', topic: 'Spoken' })
  await open('Spoken')
  await page.locator('.list-frame [role=log]').waitFor({ state: 'attached' })
  await bob.say('Hear **this**', { to: 'general', topic: 'Spoken' })
  await ada.say('My own words', { to: 'general', topic: 'Spoken' })
  await row('My own words').waitFor()
  const log = page.locator('.list-frame [role=log] p')
  await expect.poll(async () => log.allInnerTexts(), PATIENT).toEqual(['Bob: Hear this'])
  const rows = page.locator('[role=feed] > article')
  expect(await rows.evaluateAll((all) => all.map((one) => one.ariaPosInSet))).toEqual([
    '1',
    '2',
    '3',
  ])
})

describe('an answered question', () => {
  const ask = async (bot: Person, question: string) => {
    const choices = ['Ship it', 'Wait'].map((long_name, index) => {
      const short_name = String(index + 1)
      return { type: 'multiple_choice', short_name, long_name, reply: short_name }
    })
    const widget = { widget_type: 'zform', extra_data: { type: 'choices', heading: '', choices } }
    const sent = { type: 'channel', to: 'general', topic: 'Ask', content: question }
    return ok(await bot.post('/messages', { ...sent, widget_content: widget }))['id'] as number
  }

  test('says who chose what, wherever it is shown, and has no buttons any more', async () => {
    const bot = await people.world.add('Scout', { bot_type: 1, bot_owner_id: bob.id })
    await ask(bot, 'Is it time?')
    await open('Ask')
    const question = row('Is it time?')
    await question.getByRole('button', { name: 'Ship it' }).click()
    await question.getByText('You chose “Ship it”').waitFor()
    expect(await question.getByRole('button', { name: /Ship it|Wait/ }).count()).toBe(0)
    // The answer is not among what a search shows.
    await page.goto(`${people.url}/#narrow/sender/${bot.id}`)
    await page.reload()
    await question.getByText('You chose “Ship it”').waitFor()
    expect(await question.getByRole('button', { name: /Ship it|Wait/ }).count()).toBe(0)
    await ask(bot, 'And now?')
    await bob.say('Not before Monday', { to: 'general', topic: 'Ask' })
    await open('Ask')
    await row('And now?').getByText('Bob has answered').waitFor()
    await ask(bot, 'Once more?')
    await row('Once more?').getByRole('button', { name: 'Wait' }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})

test('addresses that name nothing say so, and lead on', async () => {
  for (const [hash, words] of [
    ['#no-such-page', 'There is no such page'],
    ['#people/987654', 'There is nobody with this number'],
    ['#narrow/channel/987654-gone', 'There is no such page'],
    ['#narrow/channel/1-general/topic/Empty', 'Write the first message below.'],
  ] as const) {
    await page.goto(`${people.url}/${hash}`)
    await page.getByText(words).first().waitFor()
  }
  expect(visitor.complaints.filter((line) => !/Failed to load resource/.test(line))).toEqual([])
})
