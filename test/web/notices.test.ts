import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startWebStage, type WebStage } from '../support/web-stage.ts'

const PATIENT = { timeout: 30_000, interval: 50 }

/** Keeps what the browser would show, for nobody looks at a desktop here; and the reader looks elsewhere. */
const KEEP = `
  globalThis.shown = []
  globalThis.Notification = class extends EventTarget {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title, options) {
      super()
      Object.assign(this, { title, ...options })
      shown.push(this)
    }
    close() {}
  }
  document.hasFocus = () => false
`

let stage: WebStage

beforeAll(async () => {
  stage = await startWebStage(['Ada', 'Ben'])
})
afterEach(async () => stage.closeBrowsers())
afterAll(async () => stage[Symbol.asyncDispose]())

const say = async (fields: Record<string, unknown>) => stage.api('Ben', 'POST', 'messages', fields)
const inChannel = { type: 'channel', to: 'general', topic: 'News' }

test('who looks elsewhere is told of what is for them, and comes to it by a click', async () => {
  const { page, reports } = await stage.enter('Ada', '#inbox')
  await page.addInitScript(KEEP)
  await page.reload()
  await page.locator('.shell').waitFor()
  const noticeText = async () =>
    page.evaluate('shown.map(({ title, body }) => title + ": " + body)') as Promise<string[]>
  await say({ ...inChannel, content: 'For nobody in particular' })
  await say({ ...inChannel, content: 'Look here, @**Ada**, it is **done**' })
  await say({ type: 'direct', to: [stage.idOf('Ada')], content: 'A word in private' })
  await expect.poll(noticeText, PATIENT).toHaveLength(2)
  const [mention, direct] = await noticeText()
  expect(mention).toMatch(/Ben.*Look here, @Ada, it is done$/)
  expect(direct).toMatch(/Ben.*A word in private$/)
  await page.evaluate('shown[0].dispatchEvent(new Event("click"))')
  await page.locator('article', { hasText: 'it is done' }).waitFor()
  expect(page.url()).toContain('/topic/News')
  await stage.api('Ada', 'POST', `users/me/muted_users/${stage.idOf('Ben')}`)
  await say({ type: 'direct', to: [stage.idOf('Ada')], content: 'Nobody hears this' })
  await say({ ...inChannel, content: 'Nor this, @**Ada**' })
  await page.goto(`${stage.url}/#inbox`)
  expect(await noticeText()).toHaveLength(2)
  expect(reports).toEqual([])
})
