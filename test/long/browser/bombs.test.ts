import { expect, test } from 'vitest'
import { membersOf } from '../../../src/browser/launch/usage.ts'
import { BROWSER_MEMORY_MAX_MB } from '../../../src/browser/limits.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { BOMBS, startBombs } from '../../support/browser-bombs.ts'
import { openTestBrowser } from '../../support/browser-world.ts'
import { proportionalBytes } from '../../support/proportional-memory.ts'

/** Time after which a page must have ended, with what a loaded machine adds. */
const ENDED_MAX_MS = 13_000

/** How much memory may be used before it is seen. */
const MEMORY_SLACK = 1.4

test('each of the pages that take all they can is ended, and the next page is right', async () => {
  await using site = await startBombs()
  await using browser = openTestBrowser({ allowHosts: [site.host] })
  const { signal } = new AbortController()
  const options = { signal, principal: LOCAL_PRINCIPAL }
  let peak = 0
  const timer = setInterval(() => {
    const pid = browser.pid
    if (pid !== undefined) peak = Math.max(peak, proportionalBytes(membersOf(pid)))
  }, 150)
  const names = Object.keys(BOMBS)
  expect(names.length).toBeGreaterThanOrEqual(31)
  const wrong: string[] = []
  for (const name of names) {
    // One that was replaced after the page before starts at its own time.
    await browser.inspect()
    const began = performance.now()
    const outcome = await browser.render(`${site.origin}/${name}`, options).then(
      ({ html }) => `read ${html.length} ${html.includes('marker') ? 'marker' : ''}`,
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
    const tookMs = Math.round(performance.now() - began)
    const after = await browser
      .render(`${site.origin}/ok`, options)
      .then(({ html }) => (html.includes('a harmless page') ? 'right' : 'wrong'), String)
    const line = `${name} ${tookMs} ms, ${outcome}, next ${after}, ${Math.round(peak / 1e6)} MB`
    console.log(line)
    const isLate = tookMs > ENDED_MAX_MS
    const isLarge = peak > MEMORY_SLACK * BROWSER_MEMORY_MAX_MB * 1e6
    const hasMark = BOMBS[name]?.includes('marker') === true
    const lacksText = outcome.startsWith('read') && hasMark && !outcome.includes('marker')
    if (isLate || isLarge || lacksText || after !== 'right') wrong.push(line)
    peak = 0
  }
  clearInterval(timer)
  expect(wrong).toEqual([])
})
