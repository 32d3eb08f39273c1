import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { type PageServer, startPageServer } from '../../support/page-server.ts'

chromiumProgram()

const TEXT = `<p>${'The harbour office keeps a ledger of every boat that enters. '.repeat(4)}</p>`

/** A page with a list in a window of its own, which has `count` rows and shows more of them by `how`. */
const list = (count: number, how: string): string =>
  `<!doctype html><title>Boats</title><main><h1>Boats</h1>${TEXT}<div id=box style="height:300px;overflow-y:auto"><ul id=list></ul></div>${TEXT}</main><script>
    let at = 0
    function more() {
      for (let row = 0; row < 20 && at < ${count}; row += 1, at += 1) {
        list.insertAdjacentHTML('beforeend', '<li style="height:30px">Pennant ' + at + '</li>')
      }
    }
    more()
    ${how}
  </script>`
const SCROLLED =
  'box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 50) setTimeout(more, 100) }'
const OBSERVED =
  "const end = box.appendChild(document.createElement('div')); end.style.height = '9px'; new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && more(), { root: box }).observe(end)"
/** A page lower than the window, which shows more rows where the window is scrolled. */
const short = (count: number): string =>
  list(count, 'onscroll = () => setTimeout(more, 100)').replace('height:300px;overflow-y:auto', '')
const GOES_ON = ['rows: a list goes on, which open: true reads']

const LISTS: Readonly<Record<string, readonly [html: string, rows: number, notShown?: string[]]>> =
  {
    'that stands': [list(20, ''), 20],
    'that grows where it is scrolled': [list(60, SCROLLED), 60],
    'that grows where its end is seen': [list(60, OBSERVED), 60],
    'that goes on': [list(1_000, SCROLLED), 100, GOES_ON],
    'that grows where the window is scrolled': [short(30), 30],
    'that goes on where the window is scrolled': [short(1_000), 80, GOES_ON],
  }

let site: PageServer
let browser: ReturnType<typeof openTestBrowser>
const options = { signal: new AbortController().signal, principal: LOCAL_PRINCIPAL }

beforeAll(async () => {
  const pages = Object.values(LISTS).map(([body], at) => [`/list-${at}`, { body }] as const)
  site = await startPageServer({
    ...Object.fromEntries(pages),
    '/refused': {
      body: '<p>Not to be shown in frames.</p>',
      headers: { 'x-frame-options': 'DENY' },
    },
    '/framing': {
      body: `<main>${TEXT}<iframe src="/refused" width=800 height=600></iframe></main>`,
    },
    '/stuck': { body: `<main>${TEXT}</main><script>setTimeout(() => { for (;;); }, 300)</script>` },
  })
  browser = openTestBrowser({ allowHosts: [site.host, `${site.host}:${site.port}`] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('a list', () => {
  test.each(Object.entries(LISTS).map(([name, [, ...rest]], at) => [name, at, ...rest] as const))(
    '%s',
    async (_, at, rows, expected) => {
      const { html, notShown } = await browser.render(`${site.origin}/list-${at}`, options)
      expect(html.match(/Pennant \d+/g)).toHaveLength(rows)
      expect(notShown).toEqual(expected)
    },
  )
})

test('a frame that refuses to be shown is named once', async () => {
  const { html } = await browser.render(`${site.origin}/framing`, options)
  expect(html.split(`<embed src="${site.origin}/refused" type="text/html">`)).toHaveLength(2)
  expect(html).not.toContain('refused to connect')
})

test('a page that does not answer any more is read as it was, and that is said', async () => {
  const { html, truncated, notShown } = await browser.render(`${site.origin}/stuck`, options)
  expect(html).toContain('The harbour office keeps a ledger')
  expect(truncated).toBe(true)
  expect(notShown).toEqual(['limit: the page was stopped (time)'])
})
