import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../src/chat/messages/send/send-message.ts'
import { emptyDesk } from '../support/owner-desk.ts'
import { openWebPeople, type Visitor, type WebPeople } from '../support/web-people.ts'

const MESSAGES_COUNT = 10_000
const HEAP_MORE_MAX_BYTES = 5_000_000
const NODES_MAX_COUNT = 6_000
const SHIFT_MAX_PX = 2

const PATIENT = { timeout: 120_000, interval: 50 }

/** Of the browser; what is below is not seen. */
const WINDOW_HEIGHT_PX = 900

/** How many are written at once. */
const TOGETHER = 50

let people: WebPeople
let visitor: Visitor

beforeAll(async () => {
  people = await openWebPeople(emptyDesk)
  await people.add('Ada Byron')
  visitor = await people.visit('ada.byron@example.com')
})
afterAll(async () => people[Symbol.asyncDispose]())

const text = (index: number) =>
  index % 7 === 0 ? `Message ${index} of **several** words\n\nand paragraphs` : `Message ${index}`

/** Bytes that scripts hold once nothing is left to be tidied up. */
async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** Goes up to the first message; of what is looked at while others come above, the farthest that it was moved, and of elements the most. */
const CLIMB = `(async () => {
  const box = document.querySelector('.messages')
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const rows = () => [...box.querySelectorAll('article')]
  const visible = () => {
    const edge = box.getBoundingClientRect().top
    return rows().find((row) => row.getBoundingClientRect().bottom > edge)
  }
  let shift = 0
  let nodes = 0
  let pages = 0
  while (box.querySelector('.edge p') === null || box.scrollTop > 0) {
    box.scrollTop -= 600
    await frame()
    const first = rows()[0]?.id
    const looked = visible()
    const top = looked.getBoundingClientRect().top
    for (let wait = 0; box.scrollTop < 900 && box.querySelector('.edge p') === null && wait < 2_000; wait += 1) {
      await frame()
      nodes = Math.max(nodes, document.querySelectorAll('*').length)
      if (!looked.isConnected) throw new Error('What was looked at is gone.')
      shift = Math.max(shift, Math.abs(looked.getBoundingClientRect().top - top))
      if (rows()[0]?.id !== first) { pages += 1; break }
    }
  }
  return { shift, nodes, pages, first: rows()[0].innerText }
})()`

test('ten thousand messages come while somebody looks, and are scrolled through: the page stays as small as it was, and in its place', async () => {
  const { page } = visitor
  const { chat, owner } = people.world
  const actor = { user: owner.user, client: 'test' }
  const { stream_id: channel } = await owner.get('/get_stream_id', { stream: 'general' })
  const to = { channel: 'general', topic: 'long' }
  await owner.say(text(0), { to: to.channel, topic: to.topic })
  await page.goto(`${people.url}/#narrow/channel/${String(channel)}/topic/long`)
  await page.locator('article', { hasText: 'Message 0' }).waitFor()
  for (let index = 1; index < 400; index += 1)
    await owner.say(text(index), { to: 'general', topic: 'long' })
  await page.locator('article', { hasText: 'Message 399' }).waitFor()
  const before = await heapBytes(page)
  let nodes = 0
  for (let from = 400; from < MESSAGES_COUNT; from += TOGETHER) {
    await Promise.all(
      Array.from({ length: TOGETHER }, async (_, step) =>
        send(chat, actor, {
          to: { channel: Number(channel), topic: 'long' },
          content: text(from + step),
        }),
      ),
    )
    if (from % 1_000 === 0) {
      nodes = Math.max(nodes, await page.evaluate('document.querySelectorAll("*").length'))
    }
  }
  const newest = page.locator('article', { hasText: `Message ${MESSAGES_COUNT - 1}` })
  await newest.waitFor(PATIENT)
  // It was followed to its end.
  await expect
    .poll(async () => (await newest.boundingBox())?.y, PATIENT)
    .toBeLessThan(WINDOW_HEIGHT_PX)
  const live = await heapBytes(page)
  const climbed = (await page.evaluate(CLIMB)) as {
    shift: number
    nodes: number
    pages: number
    first: string
  }
  const scrolled = await heapBytes(page)
  const mega = (bytes: number) => (bytes / 1e6).toFixed(1)
  console.log(
    `heap ${mega(before)} MB, after ${MESSAGES_COUNT} live ${mega(live)}, scrolled ${mega(scrolled)}; nodes ${nodes} and ${climbed.nodes}; ${climbed.pages} pages, shift ${climbed.shift} px; load ${loadavg()[0]?.toFixed(1)}`,
  )
  expect(climbed.first).toContain('Message 0')
  expect(climbed.pages).toBeGreaterThan(20)
  expect(climbed.shift).toBeLessThanOrEqual(SHIFT_MAX_PX)
  expect(Math.max(nodes, climbed.nodes)).toBeLessThanOrEqual(NODES_MAX_COUNT)
  expect(live - before).toBeLessThanOrEqual(HEAP_MORE_MAX_BYTES)
  expect(scrolled - before).toBeLessThanOrEqual(HEAP_MORE_MAX_BYTES)
  expect(visitor.complaints).toEqual([])
})
