import { expect, test } from 'vitest'
import { extract } from '../../../tools/web/extract.ts'
import { openTestBrowser } from '../../support/browser-world.ts'
import { callWith } from '../../support/call.ts'
import { renderedPages, shareFound, startRenderedPages } from '../../support/rendered-pages.ts'
import { startVariedPages, type VariedPage } from '../../support/varied-pages.ts'

const FOUND_MIN_SHARE = 0.97

/** Reads each page in the browser; says which lack words, and which show what nobody sees. */
async function readAll(
  site: { origin: string; allowHosts: readonly string[] },
  pages: readonly Pick<VariedPage, 'name' | 'path' | 'texts' | 'unseen'>[],
): Promise<string[]> {
  const { allowHosts, origin } = site
  await using browser = openTestBrowser({ allowHosts })
  await using caller = callWith({ allowHosts })
  const opened = { isSold: false, opensTo: () => true, isThere: async () => true }
  const render = browser.render.bind(browser)
  Object.assign(caller.services, { browser: { ...opened, render } })
  const wrong: string[] = []
  for (const { name, path, texts, unseen } of pages) {
    const input = { url: `${origin}/${path}`, render: 'always' }
    const signal = AbortSignal.timeout(60_000)
    const markdown = await caller.call(extract, input, { signal }).then(
      (article) => String(article['markdown']),
      (error: Error) => error.message,
    )
    const share = shareFound(texts, markdown)
    const visible = unseen.filter((mark) => markdown.includes(mark))
    if (share < FOUND_MIN_SHARE || visible.length > 0) {
      wrong.push(`${name} ${(share * 100).toFixed(1)} % ${visible.join(' ')}`)
    }
  }
  return wrong
}

test('each kind of page is read whole, and nothing that nobody sees', async () => {
  await using site = await startRenderedPages()
  const pages = Object.entries(renderedPages).map(([name, page]) => ({ name, ...page }))
  expect(pages.length).toBeGreaterThanOrEqual(22)
  expect(await readAll(site, pages)).toEqual([])
})

test.each([1, 2, 3, 4, 5])(
  'so are pages with other walls and other hidden texts (%i)',
  async (seed) => {
    await using site = await startVariedPages(seed)
    expect(site.pages.length).toBeGreaterThanOrEqual(30)
    expect(await readAll(site, site.pages)).toEqual([])
  },
)
