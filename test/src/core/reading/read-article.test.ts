import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import { extract } from '../../../../tools/web/extract.ts'
import { metadata } from '../../../../tools/web/metadata.ts'
import { unfurl } from '../../../../tools/web/unfurl.ts'
import { callWith, type Caller } from '../../../support/call.ts'
import { type Page, type PageServer, startPageServer } from '../../../support/page-server.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import { type GivenRenderer, renderGiven } from '../../../support/renderer.ts'

const STORY = Array.from(
  { length: 8 },
  (_, at) =>
    `<p>Paragraph ${at} tells how the harbour was built, by whom and in which of the years.</p>`,
).join('')
const ARTICLE = `<html><head><title>Story</title><meta name=description content="Of a harbour."></head><body><article><h1>The harbour</h1>${STORY}</article></body></html>`
const WIDGET =
  '<div class=widget><h3>About</h3><p>Notes of the harbour have been kept since the year in which its walls were built, by those who work there in all weathers.</p></div>'
const SCRIPT = '<script src="/app.js"></script>'

const PAGES: Record<string, Page> = {
  '/shell': { body: `<html><body><div id=app></div>${SCRIPT}</body></html>` },
  '/quoted': { body: `<html><body><div class='x' id='root'>…</div>${SCRIPT}</body></html>` },
  '/few': {
    body: `<html><body><h1>Log of the year</h1><p>Loaded as you go.</p>${SCRIPT}</body></html>`,
  },
  '/note': {
    body: `<html><body><main><article><h1>Monday</h1><p>The crane stands still again, and nobody at the harbour knows why.</p></article></main><div id=secondary class="sidebar widget-area" role=complementary>${WIDGET}${WIDGET}</div>${SCRIPT}</body></html>`,
  },
  '/few-static': { body: '<html><body><h1>Log of the year</h1><p>Nothing else.</p></body></html>' },
  '/whole': { body: ARTICLE.replace('</body>', `${SCRIPT}</body>`) },
  '/text': { headers: { 'content-type': 'text/plain' }, body: 'few words' },
  '/consent': {
    body: `<html><body><div><h2>We value your privacy</h2><p>We and our 847 partners store cookies on your device. Manage your consent choices.</p><button>Accept all</button><button>Reject all</button></div>${SCRIPT}</body></html>`,
  },
  '/wall': {
    status: 403,
    body: `<html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>`,
  },
  '/gone': { status: 404, body: `<html><body>${SCRIPT}</body></html>` },
  '/pictured': {
    body: `<html><head><meta property=og:image content="/a.png"></head><body><div id=app></div>${SCRIPT}</body></html>`,
  },
  '/described': {
    body: `<html><head><title>App</title><meta name=description content="An application."></head><body>${SCRIPT}</body></html>`,
  },
}

let server: PageServer
let caller: Caller
beforeAll(async () => {
  server = await startPageServer(PAGES)
  caller = callWith()
})
afterAll(async () => {
  await caller.close()
  await server.close()
})

async function read(
  path: string,
  browser: GivenRenderer | undefined,
  more: object = {},
  operation = extract as Parameters<Caller['call']>[0],
) {
  Object.assign(caller.services, { browser })
  return caller.call(operation, { url: `${server.origin}${path}`, ...more })
}

const outcome = async (reading: Promise<unknown>) =>
  reading.catch((error: OperationError) => ({ code: error.code, hint: error.hint }))

describe('a page is rendered by itself', () => {
  test.each(['/shell', '/quoted', '/few', '/consent', '/whole#/guide', '/whole#!guide'])(
    'where it seems to lack its text: %s',
    { tags: 'full' },
    async (path) => {
      const browser = renderGiven({
        html: ARTICLE.replace('</article>', '<p>More of it.</p></article>'),
      })
      const article = await read(path, browser)
      expect(article).toMatchObject({ rendered: true, title: 'Story' })
      expect(article['markdown']).toContain('More of it.')
      expect(article).not.toHaveProperty('needsJs')
      expect(browser.requests.map(({ url }) => url)).toEqual([`${server.origin}${path}`])
    },
  )

  test.each(['/few-static', '/note', '/whole', '/whole#section', '/text', '/wall', '/gone'])(
    'and in no other case: %s',
    async (path) => {
      const browser = renderGiven({ html: ARTICLE })
      expect(await outcome(read(path, browser))).not.toHaveProperty('rendered')
      expect(browser.requests).toEqual([])
    },
  )

  test('unless the caller does not want that', async () => {
    const browser = renderGiven({ html: ARTICLE })
    expect(await outcome(read('/shell', browser, { render: 'never' }))).toMatchObject({
      code: 'needs_javascript',
    })
    expect(await read('/few', browser, { render: 'never' })).not.toHaveProperty('rendered')
    expect(browser.requests).toEqual([])
  })

  test.each([
    ['there are no renderings', undefined],
    ['it is not open to the caller', renderGiven({ html: ARTICLE }, { isOpen: false })],
    ['there is no browser', renderGiven({ html: ARTICLE }, { isThere: false })],
  ])('unless %s: then all is as it was', async (_why, browser) => {
    expect(await outcome(read('/shell', browser))).toMatchObject({ code: 'needs_javascript' })
    expect(await read('/few', browser)).not.toHaveProperty('rendered')
    expect(await read('/whole#/guide', browser)).toMatchObject({ needsJs: true })
    expect(browser?.requests ?? []).toEqual([])
  })

  test('what was sent is kept where the browser finds less, or fails', async () => {
    const less = renderGiven({ html: '<html><body><p>Log</p></body></html>' })
    expect(await read('/few', less)).toMatchObject({ title: 'Log of the year' })
    const failing = renderGiven(
      new OperationError('unavailable', 'It does not start.', { hint: 'Wait.' }),
    )
    expect(await read('/few', failing)).not.toHaveProperty('rendered')
    expect(await outcome(read('/shell', failing))).toEqual({
      code: 'needs_javascript',
      hint: 'Wait.',
    })
  })
})

describe('a page is rendered as asked', () => {
  test('in any case', async () => {
    const browser = renderGiven({ html: ARTICLE, truncated: true })
    const article = await read('/whole', browser, { render: 'always' })
    expect(article).toMatchObject({ rendered: true, truncated: true })
  })

  test('but what an application says that has failed never stands for the text that its server sent', async () => {
    const broken = renderGiven({
      html: '<html><body><h2>Application error: a client-side exception has occurred (see the browser console for more information).</h2></body></html>',
    })
    const always = { render: 'always' }
    const article = await read('/whole', broken, always)
    expect(article['markdown']).toContain('Paragraph 7')
    expect(article).not.toHaveProperty('rendered')
    expect(await read('/note', broken, always)).toMatchObject({ rendered: true })
    const chosen = await read('/whole', broken, { ...always, selector: 'h2' })
    expect(chosen).toMatchObject({ rendered: true })
  })

  test('also where the caller says what to wait for', async () => {
    const browser = renderGiven({ html: ARTICLE })
    await read('/whole', browser, { waitFor: '.price' })
    await read('/whole', browser, { waitFor: '3000' })
    expect(browser.requests.map(({ options }) => options.waitFor)).toEqual(['.price', '3000'])
  })

  test.each(['9000', 'p {', ''])('but not for %j', async (waitFor) => {
    const browser = renderGiven({ html: ARTICLE })
    expect(await outcome(read('/whole', browser, { waitFor }))).toMatchObject({
      code: 'invalid_input',
    })
  })

  test.each([
    ['unavailable', undefined],
    ['unavailable', renderGiven({}, { isThere: false })],
    ['forbidden', renderGiven({}, { isOpen: false })],
    ['forbidden', renderGiven({}, { isOpen: false, isSold: true })],
  ])('else it is %s', async (code, browser) => {
    expect(await outcome(read('/whole', browser, { render: 'always' }))).toMatchObject({ code })
  })

  test('and its status and its kind count', async () => {
    const gone = renderGiven({ html: ARTICLE, status: 404 })
    expect(await outcome(read('/whole', gone, { render: 'always' }))).toMatchObject({
      code: 'upstream_refused',
    })
    const empty = renderGiven({ html: '<html><body></body></html>' })
    expect(await outcome(read('/whole', empty, { render: 'always' }))).toMatchObject({
      code: 'unparsable',
    })
  })

  test('a paid call is told where renderings are sold, before it pays', () => {
    const beforePayment = {
      sandbox: caller.services.sandbox,
      signal: AbortSignal.timeout(PATIENCE_MS),
    }
    const reading = (more: object) => () =>
      extract.check?.(extract.input.parse({ url: server.url, ...more }), beforePayment)
    expect(reading({ render: 'always' })).toThrow('never render')
    expect(reading({ waitFor: '10' })).toThrow('never render')
    expect(reading({ render: 'auto' })).not.toThrow()
  })
})

describe('what a page says of itself', () => {
  test.each([metadata, unfurl])(
    'is what a browser shows where its source says nothing, or not of that view: $name',
    async (operation) => {
      const browser = renderGiven({ html: ARTICLE })
      for (const path of ['/shell', '/pictured', '/described#/guide']) {
        expect(await read(path, browser, {}, operation)).toMatchObject({
          title: expect.stringMatching(/Story|The harbour/) as string,
          description: 'Of a harbour.',
          rendered: true,
        })
      }
      for (const path of ['/described', '/whole', '/few-static']) {
        expect(await read(path, browser, {}, operation)).not.toHaveProperty('rendered')
      }
      expect(browser.requests).toHaveLength(3)
      const failing = renderGiven(new Error('broken'))
      expect(await read('/shell', failing, {}, operation)).not.toHaveProperty('rendered')
    },
  )
})
