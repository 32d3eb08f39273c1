import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extract } from '../../../tools/web/extract.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { callWith } from '../../support/call.ts'

chromiumProgram()

const BODY =
  '<p>The harbour office keeps a ledger of every boat that enters between October and March, with its draught and the weather at the bar.</p>'.repeat(
    4,
  )
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `<li style="height:40px">Row ${from + at}</li>`).join('')

/** Pages by path, served with status 200 unless `STATUSES` says another. */
const PAGES: Readonly<Record<string, string>> = {
  '/frame': '<title>Frame</title><iframe src="/inner" width=1000 height=800></iframe>',
  '/frameset':
    '<html><head><title>Set</title></head><frameset cols="30%,70%"><frame src="/menu"><frame src="/inner"></frameset></html>',
  '/inner': `<main><h1>Inner</h1>${BODY}</main>`,
  '/menu': '<p>Words of the menu, which lead to other places of the site.</p>',
  '/embed': `<main><h1>Report</h1>${BODY}<embed src="/report.pdf" type="application/pdf" width=800 height=600></main>`,
  '/object': `<main><h1>Report</h1>${BODY}<object data="/minutes.docx" width=800 height=600></object></main>`,
  '/viewer': `<main><h1>Report</h1>${BODY}<iframe src="/viewer.html?file=/plan.pdf" width=800 height=600></iframe></main>`,
  '/video': `<main><h1>Film</h1>${BODY}<iframe src="https://www.youtube.com/embed/x" width=800 height=600></iframe></main>`,
  '/download':
    '<div id=r></div><script>r.innerHTML=`<main><h1>Thanks</h1>BODY</main>`;location.href="/file.zip"</script>',
  '/application':
    '<div id=root></div><script>root.innerHTML=`<main><h1>Berths</h1>BODY</main>`</script>',
  '/lost':
    '<title>404</title><h1>Page not found</h1><p>There is nothing here. Try the search, or go back to the page where you came from.</p>',
  '/folds': `<main><h1>Questions</h1>${BODY}<div><button aria-expanded=false onclick="f.innerHTML='<p>Answer</p>'">When?</button><div id=f></div></div></main>`,
  '/virtual': `<main><h1>Log</h1><div style="height:400px;overflow:auto"><ul style="height:40000px;margin:0">${rows(12)}</ul></div></main><script>1</script>`,
  '/counted': `<main><h1>Log</h1><table role=grid aria-rowcount=900>${'<tr><td>A boat that entered</td></tr>'.repeat(9)}</table></main>`,
  '/more': `<main><h1>Log</h1><ul>${rows(12)}</ul><button>Load more</button></main>`,
  '/loading':
    '<main><h1>Orders</h1><p>Loading…</p></main><script>setInterval(()=>{},1000)</script>',
  '/orders': `<main><h1>Orders</h1>${BODY}<p>Loading orders…</p></main><script>setInterval(()=>{},1000)</script>`,
  '/busy': `<main><h1>Loop</h1>${BODY}</main><script>setTimeout(()=>{for(;;);},50)</script>`,
  '/plain': `<main><h1>Plain</h1>${BODY}</main>`,
}
const STATUSES: Readonly<Record<string, number>> = { '/application': 404, '/lost': 404 }

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://x')
  const page = PAGES[pathname]
  if (pathname === '/file.zip') {
    response.writeHead(200, { 'content-type': 'application/zip' }).end('PK')
  } else if (page === undefined) response.writeHead(404).end()
  else {
    response.writeHead(STATUSES[pathname] ?? 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page.replaceAll('BODY', BODY))
  }
})

let origin = ''
let allowHosts: readonly string[] = []
let browser: ReturnType<typeof openTestBrowser>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  allowHosts = [`127.0.0.1:${port}`]
  browser = openTestBrowser({ allowHosts })
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

/** The article of a page, or the error; `hasBrowser` says whether there is one. */
async function read(path: string, more: Record<string, unknown> = {}, hasBrowser = true) {
  await using caller = callWith({ allowHosts })
  const opened = { isSold: false, opensTo: () => true, isThere: async () => hasBrowser }
  Object.assign(caller.services, { browser: { ...opened, render: browser.render.bind(browser) } })
  const input = { url: origin + path, ...more }
  return caller.call(extract, input, { signal: AbortSignal.timeout(60_000) })
}
const listed = (article: Record<string, unknown>) =>
  ((article['notShown'] ?? []) as string[]).map((words) => words.replaceAll(origin, ''))

const ALWAYS = { render: 'always' }

describe('what a page has besides its text is said', () => {
  test.each([
    ['/embed', {}, ['document: /report.pdf']],
    ['/embed', ALWAYS, ['document: /report.pdf']],
    ['/object', ALWAYS, ['document: /minutes.docx']],
    ['/viewer', {}, ['document: /plan.pdf']],
    ['/video', {}, []],
    ['/plain', ALWAYS, []],
    ['/download', ALWAYS, ['download: /file.zip']],
    ['/folds', ALWAYS, ['folds: 1, which open: true opens']],
    ['/virtual', ALWAYS, ['rows: a list goes on, which open: true reads']],
    ['/counted', ALWAYS, ['rows: 9 of 900 are there']],
    ['/more', ALWAYS, ['rows: a list goes on, which open: true reads']],
    ['/busy', ALWAYS, ['limit: the page was stopped (time)']],
  ])('%s %j', async (path, more, expected) => {
    const article = await read(path, more)
    expect(listed(article)).toEqual(expected)
    expect(article['markdown']).toMatch(/harbour office|Row|boat/)
  })

  test('of a page of frames without a browser, their addresses; with one, their text', async () => {
    for (const path of ['/frame', '/frameset']) {
      const plain = await read(path, {}, false)
      expect(plain['markdown']).toContain(`${origin}/inner`)
      const rendered = await read(path)
      expect(rendered['markdown']).toContain('harbour office keeps')
    }
    expect((await read('/frameset'))['markdown']).toContain('Words of the menu')
  })

  test('of an application served as not found, the text and the status; a notice is an error', async () => {
    expect(await read('/application')).toMatchObject({ status: 404, rendered: true })
    await expect(read('/application', {}, false)).rejects.toThrow('HTTP status 404')
    await expect(read('/lost')).rejects.toThrow('HTTP status 404')
    await expect(read('/lost', ALWAYS)).rejects.toThrow('HTTP status 404')
  })

  test('of a wait that was in vain, and of a page that only says that it loads', async () => {
    const waited = await read('/plain', { waitFor: '.price' })
    expect(listed(waited)).toEqual(['waitFor: it did not come in time'])
    await expect(read('/loading', ALWAYS)).rejects.toMatchObject({
      code: 'unparsable',
      hint: expect.stringContaining('waitFor') as string,
    })
    expect(await read('/orders', ALWAYS)).toMatchObject({ unfinished: true })
  })
})
