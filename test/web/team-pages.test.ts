import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageViolations } from '../support/page-violations.ts'
import { openUsedServer, type UsedServer } from '../support/used-server.ts'
import { CHAT_PAGES, TEAM_PAGES } from '../support/web-pages.ts'
import { LOOKS } from '../support/web-people.ts'

let server: UsedServer
beforeAll(async () => {
  server = await openUsedServer()
  await server.people.world.owner.say('A word', { to: 'general', topic: LONG_NAME })
})
afterAll(async () => server.people[Symbol.asyncDispose]())

/** Where pictures of the pages go, if somebody wants to look at them. */
const SHOTS = process.env['SHOTS']

const LONG_NAME = 'A topic with a name that goes on for much longer than fits'
const TOPIC = '#narrow/channel/CHANNEL/topic/Release.20notes'

/** What opens over a page: where, and how. */
const OPENED: Readonly<Record<string, [path: string, open: (page: Page) => Promise<void>]>> = {
  'the switcher': [
    '#inbox',
    async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: LONG_NAME }).waitFor()
    },
  ],
  'the keyboard shortcuts': ['#inbox', async (page) => page.keyboard.press('?')],
  'a profile': [TOPIC, async (page) => page.locator('article .who .name').first().click()],
  'the emoji picker': [
    TOPIC,
    async (page) => page.getByRole('button', { name: 'Emoji', exact: true }).click(),
  ],
  'the menu of a message': [
    TOPIC,
    async (page) => {
      await page.locator('article').last().hover()
      await page.getByRole('button', { name: 'What to do with this message' }).last().click()
    },
  ],
  'the menu of a topic': [
    TOPIC,
    async (page) => page.getByRole('button', { name: 'What to do with this topic' }).click(),
  ],
  'the question whether to end something': [
    '#agents/BOT',
    async (page) => page.getByRole('button', { name: /^End: api/ }).click(),
  ],
}

const go = async (path: string) => {
  const { owner, people, botId, channelId } = server
  const hash = path.replace('BOT', String(botId)).replace('CHANNEL', String(channelId))
  await owner.page.goto(`${people.url}/${hash}`)
  await owner.page.reload()
  await owner.page.locator('.main :is(.page, .empty, .messages, .frame)').first().waitFor()
  await owner.page.locator('.spinner').first().waitFor({ state: 'detached' })
}

describe.each(LOOKS)('in $theme, $width px wide', (look) => {
  const { theme, width } = look
  beforeAll(async () => server.owner.wear(look))

  test.each(CHAT_PAGES)('%s breaks no rule of accessibility', async (path) => {
    await go(path)
    expect(await pageViolations(server.owner.page)).toEqual([])
  })

  test.each(Object.entries(OPENED))(
    '%s breaks no rule of accessibility, and fits',
    async (_, [path, open]) => {
      const { page } = server.owner
      await go(path)
      await open(page)
      const opened = page.locator('dialog, [role=dialog], [role=menu], .emoji-picker').last()
      await opened.waitFor()
      expect(await pageViolations(page)).toEqual([])
      // Nothing in it is wider than it.
      expect(await opened.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    },
  )

  test.each(TEAM_PAGES)(
    '%s breaks no rule of accessibility, fits and makes the browser complain of nothing',
    async (path, heading) => {
      const { owner, botId, channelId } = server
      await owner.wear(look)
      const hash = path.replace('BOT', String(botId)).replace('CHANNEL', String(channelId))
      await owner.open(hash, heading)
      if (SHOTS) {
        mkdirSync(SHOTS, { recursive: true })
        const name = `${path.replaceAll(/\W+/g, '-').slice(1)}-${theme}-${width}.png`
        await owner.page.setViewportSize({ width, height: 2_200 })
        await owner.page.screenshot({ path: `${SHOTS}/${name}` })
      }
      expect(await owner.judge()).toEqual([])
      expect(owner.complaints).toEqual([])
    },
  )
})

test('the server page shows what each team has used today, of what it may', async () => {
  await go('#owner/server')
  const { page } = server.owner
  const teams = page.getByRole('region', { name: 'Teams' })
  await teams.waitFor()
  const rows = await teams.locator('tbody tr').allInnerTexts()
  expect(rows.map((row) => row.split('\t'))).toEqual([
    ['research', '120 of 1,000', '$0.25 of $5.00', '3.1 MB'],
    ['support', '0', '$0.00', '0 MB of 2.1 GB'],
  ])
  if (SHOTS === undefined) return
  await teams.scrollIntoViewIfNeeded()
  await page.screenshot({ path: `${SHOTS}/teams.png` })
})
