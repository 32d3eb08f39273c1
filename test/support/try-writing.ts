import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BreakableNetwork, startBreakableNetwork } from './breakable-network.ts'
import { BROWSERS } from './launch-browser.ts'
import { seededRandom } from './seeded-random.ts'
import { signInOn, startWebStage, type WebStage } from './web-stage.ts'
import { runSession } from './writing-session.ts'

/** How long a point may take on a machine with other work. */
const POINT_MAX_MS = 30_000

/** Tries in each browser whether anything that was typed is lost: so many sessions, in each of which something ends at so many points. */
export function tryWriting({ sessions, points }: { sessions: number; points: number }): void {
  describe.each(BROWSERS)('in %s', (browserName) => {
    const seeds = Array.from({ length: sessions }, (_, index) => index + 1)
    // Each has a browser that knows nothing of the others': what the server keeps of theirs would be shown there.
    const writerOf = (seed: number) => `Writer${seed}`
    let stage: WebStage
    let network: BreakableNetwork
    const kinds = new Map<string, number>()

    beforeAll(async () => {
      const flags = ['--chat-rate-limits', 'off']
      stage = await startWebStage(['Ben', ...seeds.map(writerOf)], flags, browserName)
      network = await startBreakableNetwork(Number(new URL(stage.url).port))
    })
    afterAll(async () => {
      console.log(`${browserName}: ended ${JSON.stringify(Object.fromEntries(kinds))}`)
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

    test.each(seeds)(
      'nothing that was typed is lost, whatever ends after any key (seed %i)',
      { timeout: points * POINT_MAX_MS },
      async (seed) => {
        const who = writerOf(seed)
        const place = {
          stage,
          network,
          who,
          signIn: async (page: Page) => signInOn(page, `${who.toLowerCase()}@example.com`),
          crash,
        }
        const run = { name: `${browserName}-${seed}`, random: seededRandom(seed), points }
        const done = await runSession(place, run)
        for (const [kind, times] of done) kinds.set(kind, (kinds.get(kind) ?? 0) + times)
        expect([...done.values()].reduce((sum, times) => sum + times, 0)).toBe(points)
      },
    )
  })
}
