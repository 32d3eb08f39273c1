import { expect, test } from 'vitest'
import { BROWSER_MEMORY_MAX_MB } from '../../../src/browser/limits.ts'
import { membersOf } from '../../../src/browser/usage.ts'
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
  const lines: string[] = []
  let peak = 0
  const timer = setInterval(() => {
    const pid = browser.pid
    if (pid !== undefined) peak = Math.max(peak, proportionalBytes(membersOf(pid)))
  }, 150)
  const names = Object.keys(BOMBS)
  expect(names.length).toBeGreaterThanOrEqual(31)
  const wrong: string[] = []
  for (const name of names) {
    const began = performance.now()
    const outcome = await browser.render(`${site.origin}/${name}`, options).then(
      ({ html }) => `read ${html.length} ${html.includes('marker') ? 'marker' : ''}`,
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
    const tookMs = Math.round(performance.now() - began)
    const after = await browser
      .render(`${site.origin}/ok`, options)
      .then(({ html }) => (html.includes('a harmless page') ? 'right' : 'wrong'), String)
    lines.push(`${name} ${tookMs} ms, ${outcome}, next ${after}, ${Math.round(peak / 1e6)} MB`)
    if (tookMs > ENDED_MAX_MS || after !== 'right') wrong.push(lines.at(-1) ?? '')
    if (peak > MEMORY_SLACK * BROWSER_MEMORY_MAX_MB * 1e6) wrong.push(lines.at(-1) ?? '')
    if (
      outcome.startsWith('read') &&
      BOMBS[name]?.includes('marker') &&
      !outcome.includes('marker')
    )
      wrong.push(lines.at(-1) ?? '')
    peak = 0
  }
  clearInterval(timer)
  console.log(lines.join('\n'))
  expect(wrong).toEqual([])
})
