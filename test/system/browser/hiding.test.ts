import { expect, test } from 'vitest'
import { extract } from '../../../tools/web/extract.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { callWith } from '../../support/call.ts'
import { hidingPage, serveHidingPages } from '../../support/hiding-pages.ts'
import { HIDING_WAYS } from '../../support/hiding-ways.ts'

chromiumProgram()

/** Ways that stand on one page. */
const WAYS_OF_PAGE_COUNT = 8

test('of a page is read what can be seen or opened, in whatever way the rest is hidden', async () => {
  const names = Object.keys(HIDING_WAYS)
  expect(names.length).toBeGreaterThan(60)
  const groups = Array.from({ length: Math.ceil(names.length / WAYS_OF_PAGE_COUNT) }, (_, at) =>
    names.slice(at * WAYS_OF_PAGE_COUNT, (at + 1) * WAYS_OF_PAGE_COUNT),
  )
  const pages = groups.map((group) => hidingPage(group, 1))
  await using site = await serveHidingPages(pages)
  const { allowHosts } = site
  await using browser = openTestBrowser({ allowHosts })
  await using caller = callWith({ allowHosts })
  const opened = { isSold: false, opensTo: () => true, isThere: async () => true }
  Object.assign(caller.services, { browser: { ...opened, render: browser.render.bind(browser) } })
  for (const { name, path, seen, unseen } of pages) {
    const input = { url: `${site.origin}/${path}`, render: 'always' }
    const article = await caller.call(extract, input, { signal: AbortSignal.timeout(60_000) })
    const markdown = String(article['markdown'])
    expect(
      unseen.filter((mark) => markdown.includes(mark)),
      name,
    ).toEqual([])
    expect(
      seen.filter((mark) => !markdown.includes(mark)),
      name,
    ).toEqual([])
  }
})
