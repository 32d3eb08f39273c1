import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startWebStage, type WebStage } from '../support/web-stage.ts'

const PATIENT = { timeout: 60_000, interval: 50 }

const AWAY_MS = 61_000

let stage: WebStage

beforeAll(async () => {
  stage = await startWebStage(['Ada', 'Ben'])
})
afterEach(async () => stage.closeBrowsers())
afterAll(async () => stage[Symbol.asyncDispose]())

const topicOf = (topic: string) => `#narrow/channel/1-general/topic/${topic}`

const say = async (topic: string, content: string) =>
  Number(
    (
      await stage.api('Ben', 'POST', 'messages', { type: 'channel', to: 'general', topic, content })
    )['id'],
  )

const bodies = async (page: Page) =>
  (await page.locator('article .body').allInnerTexts()).map((text) => text.trim())

test('after a minute without a network all is there once: what came, what was changed, what was written', async () => {
  const { page, reports } = await stage.enter('Ada', topicOf('Minute'))
  const [kept, changed, deleted] = [
    await say('Minute', 'kept'),
    await say('Minute', 'to be changed'),
    await say('Minute', 'to be deleted'),
  ]
  await page.getByText('to be deleted', { exact: true }).waitFor()
  const field = page.getByLabel('Message', { exact: true })
  await page.context().setOffline(true)
  for (const text of ['mine, one', 'mine, two']) {
    await field.fill(text)
    await page.keyboard.press('Enter')
  }
  await page.locator('.banner').waitFor()
  const theirs = Array.from({ length: 30 }, (_, index) => `theirs ${index}`)
  for (const text of theirs) await say('Minute', text)
  await stage.api('Ben', 'PATCH', `messages/${changed}`, { content: 'changed' })
  await stage.api('Ben', 'POST', `messages/${kept}/reactions`, { emoji_name: 'tada' })
  await stage.api('Ben', 'DELETE', `messages/${deleted}`)
  await sleep(AWAY_MS)
  expect(await bodies(page)).not.toContain('theirs 0')
  await page.context().setOffline(false)
  const expected = ['kept', 'changed', ...theirs, 'mine, one', 'mine, two']
  await expect
    .poll(async () => (await bodies(page)).toSorted(), PATIENT)
    .toEqual(expected.toSorted())
  await page.getByRole('button', { name: /Ben: tada/ }).waitFor()
  await expect.poll(async () => page.locator('.banner').count(), PATIENT).toBe(0)
  await page.reload()
  await page.getByText('mine, two').waitFor()
  await expect
    .poll(async () => (await bodies(page)).toSorted(), PATIENT)
    .toEqual(expected.toSorted())
  expect(reports).toEqual([])
})

test('a queue that is gone is made anew, and what came between is there once', async () => {
  const { page, reports } = await stage.enter('Ada', topicOf('Queue'))
  await say('Queue', 'one')
  await page.getByText('one', { exact: true }).waitFor()
  const queue = async () => {
    const poll = await page.waitForRequest((request) => request.url().includes('/api/v1/events?'))
    return new URL(poll.url()).searchParams.get('queue_id')
  }
  const known = queue()
  await say('Queue', 'two')
  const gone = await known
  await page.getByText('two', { exact: true }).waitFor()
  // The page learns of it with its next poll, after more has been said.
  await page.context().setOffline(true)
  await page.locator('.banner').waitFor()
  await stage.api('Ada', 'DELETE', 'events', { queue_id: gone })
  await say('Queue', 'three')
  await page.context().setOffline(false)
  await page.getByText('three', { exact: true }).waitFor()
  expect(await queue()).not.toBe(gone)
  await say('Queue', 'four')
  await page.getByText('four', { exact: true }).waitFor()
  expect(await bodies(page)).toEqual(['one', 'two', 'three', 'four'])
  expect(reports).toEqual([])
})

test('what moves elsewhere stands still for who wants that', async () => {
  const { page } = await stage.enter('Ada', topicOf('Still'), { reducedMotion: 'reduce' })
  const moving = async () =>
    page.evaluate(`document.getAnimations().filter(({ effect }) => {
      const { duration, iterations } = effect.getComputedTiming()
      return duration > 1 && iterations > 0
    }).length + [...document.querySelectorAll('*')].filter((one) => {
      const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(one)
      const seconds = [transitionDuration, animationDuration].flatMap((all) => all.split(', ')).map(parseFloat)
      return Math.max(...seconds) > 0.001 || scrollBehavior === 'smooth'
    }).length`)
  await say('Still', '/poll Where?\nHere\nThere')
  await page.locator('article').first().waitFor()
  expect(await moving()).toBe(0)
  await page.keyboard.press('Escape')
  await page.locator('body').press('?')
  await page.getByRole('dialog').waitFor()
  expect(await moving()).toBe(0)
  await page.keyboard.press('Escape')
  for (const hash of ['#inbox', '#agents', '#people', '#settings/profile']) {
    await page.goto(`${stage.url}/${hash}`)
    await page.locator('.main .page, .main .empty h2').first().waitFor()
    expect(await moving(), hash).toBe(0)
  }
})
