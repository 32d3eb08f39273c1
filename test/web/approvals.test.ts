import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { McpClient } from '../support/clients.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { CALL_PRICE, callPaid, ConsentStage } from '../support/owner-consent.ts'
import { pageViolations } from '../support/page-violations.ts'

let stage: ConsentStage
let browser: Browser
let agent: McpClient
let page: Page
/** Calls that were paid so far. */
let paid = 0

beforeAll(async () => {
  stage = await ConsentStage.open()
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1_280, height: 800 } })
  const { url, key } = stage.page()
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Use an API key' }).press('Enter')
  await page.getByLabel('API key').fill(key)
  await page.getByLabel('API key').press('Enter')
  await page.locator('.shell').waitFor()
})
beforeEach(async () => {
  // What was declined in the session of one can be asked for again by another.
  agent = await stage.connect()
})
afterAll(async () => {
  await browser?.close()
  await stage[Symbol.asyncDispose]()
})

const card = () => page.locator('.question-card', { hasText: 'convert' })

const expectPaid = async (calls: number) => {
  paid += calls
  expect(await stage.moved()).toEqual([paid * CALL_PRICE, paid * CALL_PRICE])
}

describe.each([
  ['light', 1_280],
  ['dark', 1_280],
  ['light', 390],
] as const)('a payment waits for its owner, %s, %i px wide', (colorScheme, width) => {
  beforeEach(async () => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${stage.page().url}/#inbox`)
  })

  test('who sees it wherever they are, and lets it be made by the keyboard', async () => {
    const called = callPaid(agent, `paid ${colorScheme} ${width}`)
    await card().waitFor()
    expect(await card().innerText()).toContain('0.001 USDC')
    expect(await pageViolations(page)).toEqual([])
    await page.goto(`${stage.page().url}/#people`)
    await card().waitFor()
    await card().getByRole('button', { name: 'Pay', exact: true }).press('Enter')
    const { isError } = await called
    expect(isError ?? false).toBe(false)
    await card().waitFor({ state: 'detached' })
    await expectPaid(1)
  })

  test('who declines by the mouse', async () => {
    const called = callPaid(agent, `declined ${colorScheme} ${width}`)
    await card().waitFor()
    await card().getByRole('button', { name: 'Do not pay' }).click()
    const { isError, content } = await called
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('declined')])
    await card().waitFor({ state: 'detached' })
    await expectPaid(0)
  })
})
