import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Resolves when what moves on a page has come to where it stays; what turns for ever is not waited for. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished)).then(() => {})`

/** Faults of a page, or a part of it, for those who do not see it, or not well. */
export async function pageViolations(page: Page, within = 'body'): Promise<string[]> {
  await page.evaluate(SETTLED)
  // The page takes no scripts; those of tests come beside it.
  await page.evaluate(AXE)
  return (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary).join(' | ')))`,
  )) as string[]
}
