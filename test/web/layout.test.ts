import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPage } from '../../scripts/web.ts'
import { judgeLayout } from '../support/judge-layout.ts'
import { longerWords, MARKS } from '../support/longer-words.ts'
import { openUsedServer, type UsedServer } from '../support/used-server.ts'
import { CHAT_PAGES, TEAM_PAGES } from '../support/web-pages.ts'

const SETTLED = '.main :is(.page, .empty, .messages, .frame)'

/** Shift of what is on the screen while a page comes, in the measure of browsers: a hundredth is hardly seen. */
const SHIFT_MAX = 0.01

let server: UsedServer
beforeAll(async () => {
  const { files } = await buildPage([longerWords()])
  server = await openUsedServer({ web: async () => files })
  const { world } = server.people
  const words = 'A word that is much too long: ' + 'Donaudampfschifffahrt'.repeat(12)
  for (const content of [words, '/poll Where?\nHere\nThere', '| a | b |\n|---|---|\n| 1 | 2 |']) {
    await world.owner.say(content, { to: 'general', topic: 'Plans' })
  }
  await server.owner.page.addInitScript(`
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts.push(value)
    }).observe({ type: 'layout-shift', buffered: true })
  `)
})
afterAll(async () => server.people[Symbol.asyncDispose]())

const PAGES = [...CHAT_PAGES, ...TEAM_PAGES.map(([hash]) => hash)]

describe.each([
  ['ltr', 320],
  ['rtl', 320],
  ['ltr', 2_560],
  ['rtl', 2_560],
] as const)('with longer words, %s, %i px wide', (direction, width) => {
  test.each(PAGES)(
    '%s has all of its words on the screen, and stays in its place',
    async (path) => {
      const { owner, botId, channelId } = server
      const { page } = owner
      await page.setViewportSize({ width, height: 900 })
      const hash = path.replace('BOT', String(botId)).replace('CHANNEL', String(channelId))
      await page.goto(`${server.people.url}/${hash}`)
      await page.reload()
      await page.locator('.shell').waitFor()
      await page.evaluate(`document.documentElement.dir = '${direction}'`)
      await page.locator(SETTLED).first().waitFor()
      await page.locator('.spinner').first().waitFor({ state: 'detached' })
      expect(await page.locator('body').innerText()).toContain(MARKS[1])
      expect(await judgeLayout(page)).toEqual([])
      // Whoever turns the page around after it came has moved everything.
      const shifts = direction === 'ltr' ? await page.evaluate('shifts') : []
      const sum = (shifts as number[]).reduce((all, one) => all + one, 0)
      expect(sum).toBeLessThanOrEqual(SHIFT_MAX)
    },
  )
})
