import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageBrowserSettings } from '../../../src/browser/page-browser.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { createLog } from '../../../src/lib/log.ts'
import { createGuardedFetch } from '../../../src/net/fetch/guarded-fetch.ts'
import { Robots } from '../../../src/net/robots/robots.ts'
import { extract } from '../../../tools/web/extract.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { callWith } from '../../support/call.ts'

chromiumProgram()

const BODY = Array.from(
  { length: 8 },
  (_, at) =>
    `<p>Paragraph ${at} of the harbour log, which is long enough to be read as one by anybody.</p>`,
).join('')

/** Pages by path; PORT stands for the port, OTHER for another origin at it. */
const PAGES: Readonly<Record<string, string>> = {
  '/endless': `<main id=m></main><i id=end></i><script>let n=0;const more=()=>{for(let i=0;i<10;i++)m.insertAdjacentHTML('beforeend','<p style="height:300px">Entry '+n+++' of a list that never ends</p>')};more();new IntersectionObserver((e)=>e[0].isIntersecting&&setTimeout(more,20),{rootMargin:'900px'}).observe(end)</script>`,
  '/ending': `<main id=m></main><script>setTimeout(()=>{m.innerHTML=${JSON.stringify(BODY)}},200)</script>`,
  '/printed': `<style>@media print{.screen{display:none}}@media screen{.paper{display:none}}</style><main><div class=screen>Words for the screen.</div><div class=paper>Words for the paper.</div>${BODY}</main>`,
  '/choices': `<main>${BODY}<label>Berth <select><option>North quay</option><option>South quay</option></select></label><select hidden><option>Unseen quay</option></select></main>`,
  '/fields': `<main>${BODY}<label>Depth <input value="1"></label><input type=number readonly id=sum><textarea id=log></textarea><select>${'<option>Basin'.repeat(20)}<option selected>Inner basin</select>
    <input type=hidden value="hidden words"><input type=password value="secret words"><input style="display:none" value="unseen words"><input style="color:#fff;background:#fff" value="white words"><input type=submit value="send words"><nav><input value="menu words"></nav>
    <script>document.querySelector('input').value = '4.2 fathoms'; sum.value = 1847; log.value = 'Calm <b>sea</b>'</script></main>`,
  '/drawing': `<main>${BODY}<canvas width=300 height=200>A drawing of cranes.</canvas><canvas hidden>An unseen drawing.</canvas></main>`,
  '/sourced': `<main><h1>Frames</h1><iframe width=900 height=500 srcdoc="<p>Words of a document in an attribute.</p>"></iframe><iframe hidden width=900 height=500 srcdoc="<p>Unseen document.</p>"></iframe>${BODY}</main>`,
  '/framing': `<main><h1>Frames</h1><iframe width=120 height=90 src="OTHER/small"></iframe><p>Words before the frame, which say what it is about.</p><iframe width=900 height=700 src="OTHER/framed"></iframe><p>Words after the frame, which say who made it.</p></main>`,
  '/framed': `<article>Words of another origin. ${BODY}<iframe width=800 height=500 src="http://127.0.0.1:PORT/inner"></iframe></article>`,
  '/inner': '<p>Words of a frame in a frame.</p>',
  '/small': '<p>Words of a button.</p>',
  '/late': `<main id=m>Wait</main><script>setTimeout(()=>{m.innerHTML='<b class=price>Price 12</b>'},3500);setInterval(()=>{},50)</script>`,
  '/pictured': `<style>@font-face{font-family:f;src:url(/font.woff2)}main{font-family:f}</style><main>${BODY}<img src=/picture.png><audio src=/sound.mp3 preload=auto></audio></main>`,
  '/robots.txt': 'User-agent: bellhop\nDisallow: /kept\n',
  '/kept': `<main>Words kept from programs. ${BODY}</main>`,
  '/to-kept': '<script>location.href="/kept"</script>',
  '/holds-kept': `<main>${BODY}<iframe width=900 height=500 src="/kept"></iframe></main>`,
}

const requests: string[] = []
const server = createServer((request, response) => {
  const path = request.url ?? '/'
  requests.push(path)
  const { port } = server.address() as AddressInfo
  if (path === '/redirects-to-kept') response.writeHead(302, { location: '/kept' }).end()
  else if (PAGES[path] === undefined) response.writeHead(404).end()
  else {
    const type = path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'
    response.writeHead(200, { 'content-type': type })
    response.end(
      PAGES[path].replaceAll('OTHER', `http://localhost:${port}`).replaceAll('PORT', String(port)),
    )
  }
})

let origin = ''
let allowHosts: readonly string[] = []
let browser: ReturnType<typeof openTestBrowser>
const { signal } = new AbortController()
const options = { signal, principal: LOCAL_PRINCIPAL }

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  allowHosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  browser = openTestBrowser({ allowHosts })
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

/** The content read from a page in the browser. */
async function read(path: string, more: Record<string, unknown> = {}) {
  await using caller = callWith({ allowHosts })
  const render = browser.render.bind(browser)
  const opened = { isSold: false, opensTo: () => true, isThere: async () => true }
  Object.assign(caller.services, { browser: { ...opened, render } })
  const input = { url: origin + path, render: 'always', ...more }
  const article = await caller.call(extract, input, { signal: AbortSignal.timeout(60_000) })
  return { truncated: article['truncated'] === true, text: String(article['markdown']) }
}

describe('of a page is read', () => {
  test.each([
    ['/printed', ['Words for the screen.'], ['Words for the paper.']],
    ['/choices', ['North quay', 'South quay'], ['Unseen quay']],
    [
      '/fields',
      ['4.2 fathoms', '1847', 'Calm \\<b>sea\\</b>', 'Inner basin'],
      ['hidden words', 'secret words', 'unseen words', 'white words', 'send words', 'menu words'],
    ],
    ['/drawing', ['A drawing of cranes.'], ['An unseen drawing.']],
    ['/sourced', ['Words of a document in an attribute.'], ['Unseen document.']],
    [
      '/framing',
      [
        'Words before the frame',
        'Words of another origin.',
        'Words of a frame in a frame.',
        'Words after the frame',
      ],
      ['Words of a button.'],
    ],
  ])('what is seen, and no more: %s', async (path, seen, unseen) => {
    const { text } = await read(path)
    expect(seen.filter((words) => !text.includes(words))).toEqual([])
    const places = seen.map((words) => text.indexOf(words))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(unseen.filter((words) => text.includes(words))).toEqual([])
  })

  test('a list without an end as far as it came, which is said; and one that ends, as whole', async () => {
    const endless = await read('/endless')
    expect(endless.truncated).toBe(true)
    expect(endless.text).toContain('Entry 30 ')
    expect((await read('/ending')).truncated).toBe(false)
  })

  test('nothing but what it says; of a picture of it, what is seen', async () => {
    requests.length = 0
    expect((await read('/pictured')).text).toContain('Paragraph 7')
    expect(requests.filter((path) => path !== '/pictured')).toEqual([])
    const shot = { ...options, width: 400, height: 300, fullPage: false, format: 'webp' } as const
    await browser.shoot(`${origin}/pictured`, shot)
    expect(requests).toContain('/picture.png')
    expect(requests).toContain('/font.woff2')
    expect(requests).not.toContain('/sound.mp3')
  })

  test.each(['.price', 6_000])('what comes late, waited for by %j', async (waitFor) => {
    expect((await read('/late', { waitFor })).text).toContain('Price 12')
  })
})

describe('where robots.txt is obeyed', () => {
  const userAgent = 'Bellhop/test'

  test('no page is shown that it forbids, wherever it was asked for from', async () => {
    const settings = { allowHosts, userAgent, log: createLog('silent') }
    const robots = new Robots({
      fetch: createGuardedFetch(settings),
      userAgent,
      now: () => Date.now(),
    })
    const permit: PageBrowserSettings['permit'] = async (url, principal) =>
      robots.check(url, principal)
    await using obeying = openTestBrowser({ allowHosts, permit })
    requests.length = 0
    const refused = { code: 'upstream_refused', fields: { reason: 'robots' } }
    for (const path of ['/kept', '/redirects-to-kept', '/to-kept']) {
      await expect(obeying.render(origin + path, options), path).rejects.toMatchObject(refused)
    }
    const { html } = await obeying.render(`${origin}/holds-kept`, options)
    expect(html).toContain('Paragraph 7')
    const shot = { ...options, width: 400, height: 300, fullPage: false, format: 'png' } as const
    await expect(obeying.shoot(`${origin}/kept`, shot)).rejects.toMatchObject(refused)
    expect(requests).not.toContain('/kept')
    expect(requests.filter((path) => path === '/robots.txt')).toHaveLength(1)
    // By default it is a page like others.
    expect((await browser.render(`${origin}/kept`, options)).html).toContain('kept from programs')
  })
})
