import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BreakableNetwork, startBreakableNetwork } from '../support/breakable-network.ts'
import { canaries } from '../support/canaries.ts'
import { BROWSERS } from '../support/launch-browser.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startWebStage, type WebStage } from '../support/web-stage.ts'
import { runSession, type SessionCount } from '../support/writing-session.ts'

/** Points at which something is ended, in each browser and session. */
const POINTS = Number(process.env['WRITING_POINTS'] ?? 12)
const SESSIONS = Number(process.env['WRITING_SESSIONS'] ?? 2)
const FIRST_SEED = Number(process.env['WRITING_SEED'] ?? 1)

/** Who writes: each of them may open so many pages in an hour. */
const WRITERS = Array.from({ length: Math.ceil(SESSIONS / 4) }, (_, index) => `Writer${index}`)

const { password } = canaries()

const signInAs = (who: string) => async (page: Page) => {
  await page.getByLabel('E-mail').fill(`${who.toLowerCase()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe.each(BROWSERS)('in %s', (browserName) => {
  let stage: WebStage
  let network: BreakableNetwork

  beforeAll(async () => {
    stage = await startWebStage(['Ben', ...WRITERS], ['--chat-rate-limits', 'off'], browserName)
    network = await startBreakableNetwork(Number(new URL(stage.url).port))
  })
  afterAll(async () => {
    network.end()
    await stage[Symbol.asyncDispose]()
  })

  const crash = async (page: Page) => {
    if (browserName === 'chromium') {
      const gone = page.waitForEvent('crash')
      const cdp = await page.context().newCDPSession(page)
      // There is no answer to it.
      void cdp.send('Page.crash').catch(() => {})
      await gone
    }
    await page.close()
  }

  test.each(Array.from({ length: SESSIONS }, (_, index) => FIRST_SEED + index))(
    'nothing that was typed is lost, whatever ends after any key (seed %i)',
    async (seed) => {
      const name = `${browserName}-${seed}`
      const run = { name, random: seededRandom(seed), points: POINTS }
      const who = WRITERS[seed % WRITERS.length] ?? ''
      const place = { stage, network, who, signIn: signInAs(who), crash }
      const count: SessionCount = await runSession(place, run)
      expect(count.points).toBe(POINTS)
      console.log(`${name}: ${JSON.stringify(count)}`)
    },
    POINTS * 30_000,
  )
})
