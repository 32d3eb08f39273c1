import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pageViolations } from '../../support/page-violations.ts'
import { startWebStage, type WebStage } from '../../support/web-stage.ts'

const PATIENT = { timeout: 30_000, interval: 50 }

const TOPIC = '#narrow/channel/1-general/topic/Plans'

let stage: WebStage

beforeAll(async () => {
  stage = await startWebStage(['Ada', 'Ben'])
})

// Also where a test fails: what its browsers send would come into the next one.
afterEach(async () => stage.closeBrowsers())

afterAll(async () => stage[Symbol.asyncDispose]())

const say = async (who: string, content: string, topic = 'Plans') =>
  stage.api(who, 'POST', 'messages', { type: 'channel', to: 'general', topic, content })

const bodies = async (page: Page) =>
  (await page.locator('article .body').allInnerTexts()).map((text) => text.trim())

test('two people talk: what one sends, the other sees, and nothing is there twice', async () => {
  await say('Ben', 'The first word')
  const ada = await stage.enter('Ada', TOPIC)
  const ben = await stage.enter('Ben', TOPIC)
  await ada.page.getByText('The first word', { exact: true }).waitFor()
  await ada.page.getByLabel('Message', { exact: true }).fill('Hello **Ben**')
  await ada.page.keyboard.press('Enter')
  await ben.page.getByText('Hello Ben', { exact: true }).waitFor()
  await expect.poll(async () => bodies(ada.page), PATIENT).toEqual(['The first word', 'Hello Ben'])
  await expect.poll(async () => bodies(ben.page), PATIENT).toEqual(['The first word', 'Hello Ben'])
  // Live: a reaction, an edit, the deletion.
  const row = ben.page.locator('article', { hasText: 'Hello Ben' })
  await row.hover()
  await row.getByRole('button', { name: 'React: +1' }).click()
  await ada.page.getByRole('button', { name: /Ben: \+1/ }).waitFor()
  const own = ada.page.locator('article', { hasText: 'Hello Ben' })
  await own.hover()
  await own.getByRole('button', { name: 'What to do with this message' }).click()
  await ada.page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await ada.page.getByLabel('Edit the message').fill('Good morning')
  await ada.page.keyboard.press('Enter')
  await ben.page.getByText('Good morning', { exact: true }).waitFor()
  await own.page().locator('article', { hasText: 'Good morning' }).hover()
  await ada.page.getByRole('button', { name: 'What to do with this message' }).click()
  await ada.page.getByRole('menuitem', { name: 'Delete' }).click()
  await ada.page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(async () => bodies(ben.page), PATIENT).toEqual(['The first word'])
  expect([...ada.reports, ...ben.reports]).toEqual([])
  expect([...ada.foreign, ...ben.foreign]).toEqual([])
})

test('by the keyboard alone: from what is unread to an answer with a mention and an emoji', async () => {
  await say('Ben', 'A question', 'Keys')
  const { page, reports } = await stage.enter('Ada')
  await page.getByRole('link', { name: /Keys/ }).first().waitFor()
  await page.locator('body').press('n')
  await page.getByText('A question', { exact: true }).waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('Yes @Be')
  await page.getByRole('option', { name: 'Ben' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(':tad')
  await page.getByRole('option', { name: 'tada' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('article', { hasText: 'Yes @Ben' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await page.keyboard.press('*')
  await page.locator('article .who svg').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(reports).toEqual([])
})

test('a server that is killed while people write loses and doubles nothing on their screens', async () => {
  await say('Ben', 'before', 'Kill')
  const { page } = await stage.enter('Ada', '#narrow/channel/1-general/topic/Kill')
  await page.getByText('before', { exact: true }).waitFor()
  const field = page.getByLabel('Message', { exact: true })
  await stage.kill()
  for (const text of ['one', 'two', 'three']) {
    await field.fill(text)
    await page.keyboard.press('Enter')
  }
  await page.locator('.banner').waitFor()
  expect(await bodies(page)).toEqual(['before', 'one', 'two', 'three'])
  // A draft survives a reload even now: it is kept in the tab until it has arrived.
  await stage.restart()
  await say('Ben', 'from the other side', 'Kill')
  await page.locator('.banner').waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await bodies(page)).toSorted(), PATIENT)
    .toEqual(['before', 'from the other side', 'one', 'three', 'two'])
  await expect.poll(async () => page.locator('.pending').count(), PATIENT).toBe(0)
  await page.reload()
  await page.getByText('three', { exact: true }).waitFor()
  expect((await bodies(page)).toSorted()).toEqual([
    'before',
    'from the other side',
    'one',
    'three',
    'two',
  ])
})

test('somebody who was offline has everything once, their own words and those of others', async () => {
  const { page } = await stage.enter('Ada', '#narrow/channel/1-general/topic/Offline')
  await page.locator('.empty').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Message', { exact: true }).fill('written offline')
  await page.keyboard.press('Enter')
  await say('Ben', 'meanwhile', 'Offline')
  await page.locator('.banner').waitFor()
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await bodies(page)).toSorted(), PATIENT)
    .toEqual(['meanwhile', 'written offline'])
  await expect.poll(async () => page.locator('.banner').count(), PATIENT).toBe(0)
})

test('eight tabs of one browser are live with one queue, also when the first one closes', async () => {
  const { page } = await stage.enter('Ada', '#narrow/channel/1-general/topic/Tabs')
  const pages = [page]
  for (let count = 1; count < 8; count += 1) {
    const next = await page.context().newPage()
    await next.goto(`${stage.url}/#narrow/channel/1-general/topic/Tabs`)
    await next.locator('.shell').waitFor()
    pages.push(next)
  }
  await say('Ben', 'to all of you', 'Tabs')
  for (const one of pages) await one.getByText('to all of you', { exact: true }).waitFor()
  await page.close()
  await say('Ben', 'and now', 'Tabs')
  for (const one of pages.slice(1)) await one.getByText('and now', { exact: true }).waitFor()
  expect(await bodies(pages.at(-1) as Page)).toEqual(['to all of you', 'and now'])
})

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  // As a window of 1,280 pixels is at 200 %.
  ['light', 640],
] as const)(
  'nothing is in the way of those who hear the page: %s, %i wide',
  async (colorScheme, width) => {
    await say('Ben', 'Look: ```\ncode\n``` and :tada:', 'Access')
    await say('Ben', '/poll Who?\nYou\nMe', 'Access')
    const options = { colorScheme, viewport: { width, height: width === 640 ? 400 : 800 } }
    const visitor = await stage.visit(options)
    await visitor.page.goto(stage.url)
    await visitor.page.getByLabel('E-mail').waitFor()
    expect(await pageViolations(visitor.page)).toEqual([])
    const { page } = await stage.enter('Ada', '', options)
    for (const hash of [
      '#inbox',
      '#narrow/channel/1-general/topic/Access',
      '#recent',
      '#drafts',
      '#welcome',
    ]) {
      await page.goto(`${stage.url}/${hash}`)
      await page.locator('.main .page, .main .empty h2, .main article').first().waitFor()
      expect(await pageViolations(page), hash).toEqual([])
      // Nothing is wider than the screen.
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0)
    }
  },
)
