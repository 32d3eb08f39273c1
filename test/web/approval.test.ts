import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { McpClient } from '../support/clients.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { CALL_PRICE, callPaid, ConsentStage } from '../support/owner-consent.ts'

let stage: ConsentStage
let agent: McpClient
let page: Page

beforeAll(async () => {
  stage = await ConsentStage.open()
  agent = await stage.connect()
  const browser = await launchBrowser()
  page = await browser.newPage()
  return async () => browser.close()
})
afterAll(async () => stage[Symbol.asyncDispose]())

test('the owner signs in with their key, and answers in the page whether an agent may pay', async () => {
  const { url, key } = stage.place
  await page.goto(url)
  await page.getByRole('button', { name: 'Use an API key' }).press('Enter')
  await page.getByLabel('API key').fill(key)
  await page.getByLabel('API key').press('Enter')
  await page.locator('.shell').waitFor()
  for (const [answer, calls] of [
    ['Do not pay', 0],
    ['Pay', 1],
  ] as const) {
    const call = callPaid(agent, answer)
    const card = page.locator('.question-card')
    await card.getByRole('button', { name: new RegExp(`${answer}$`) }).press('Enter')
    expect((await call).isError ?? false).toBe(calls === 0)
    await card.waitFor({ state: 'detached' })
    expect(await stage.moved()).toEqual([calls * CALL_PRICE, calls * CALL_PRICE])
  }
})
