import { beforeEach, describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { PART_MAX_CHARS } from '../../../src/markdown/limits.ts'
import { extract } from '../../../tools/web/extract.ts'
import { verifies } from '../../requirements/verifies.ts'
import { TEST_TIME } from '../../support/call.ts'
import type { Page } from '../../support/page-server.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'

const sentence = 'The tide comes in twice a day, and the boats wait for it in the harbour.'
const paragraph = (mark: string): string => `<p>${mark} ${sentence} ${sentence} ${sentence}</p>`
const many = (count: number): string =>
  Array.from({ length: count }, (_, index) => paragraph(`P${index}`)).join('')

const SITE = `<html lang="en"><head><title>Tides</title></head><body class="home wide">
<nav class="top"><a href="/">NAVIGATION</a></nav>
<article id="story"><h1>Tides</h1>${many(4)}
<aside class="promo"><p>PROMOTION ${sentence}</p></aside>
<table class="levels"><tr><td class="port">Cape Ost</td><td>4.2 m</td></tr></table>
<p>See the <a href="/chart?utm_source=x">chart</a>. <img src="/boat.png" alt="A boat"></p>${paragraph('LAST')}</article>
<section class="comments" id="comments"><h2>Comments</h2>
<div class="comment"><p>COMMENT-ONE I have seen the tide at Cape Ost myself, and it is higher than that.</p></div>
<div class="comment"><p>COMMENT-TWO Nobody who lives there would ever say so, believe me on that.</p></div></section>
<p hidden class="ghost">HIDDEN</p></body></html>`

const pages: Record<string, Page> = {
  '/site': { body: SITE },
  '/around': {
    body: `<article><h1>Tides</h1>${`<p>${sentence}</p>`.repeat(40)}<aside class="promo"><p>PROMOTION ${sentence}</p></aside></article>
<div class="author-bio"><p>Ann Low writes about the sea and lives by it.</p></div>
<div class="related"><h3>Related</h3><p>How the lighthouse at Cape Ost was saved from the sea.</p></div>
<div class="newsletter"><p>Get the tides by mail every week. ${sentence}</p></div>`,
  },
  '/long': { body: `<title>Long</title><article>${many(80)}</article>` },
  '/chinese': {
    body: `<title>潮汐</title><article>${`<p>${'潮汐每天來兩次船隻在港口等待。'.repeat(20)}</p>`.repeat(10)}</article>`,
  },
  '/deep': { body: `${'<div>'.repeat(400)}<p>${sentence}</p>` },
}

servePagesToCaller(pages)

const read = async (path: string, input: object = {}): Promise<Record<string, unknown>> =>
  caller.call(extract, { url: server.origin + path, ...input })
const markdownOf = async (input: object): Promise<string> =>
  String((await read('/site', input))['markdown'])

describe('selector', () => {
  test('gives the elements that match, in order, and nothing else', { tags: 'full' }, async () => {
    expect(await markdownOf({ selector: 'h1' })).toBe('# Tides')
    expect(await markdownOf({ selector: '.comment' })).toMatch(/^COMMENT-ONE .+\n\nCOMMENT-TWO .+$/)
    expect(await markdownOf({ selector: 'nav, .comment:nth-child(2)' })).toMatch(
      /^\[NAVIGATION\]\(.+\)\n\nCOMMENT-ONE/,
    )
  })

  test('keeps what a part lies in: a cell comes as a table', async () => {
    expect(await markdownOf({ selector: 'td.port' })).toContain('Cape Ost')
    expect(await markdownOf({ selector: 'td.port' })).not.toContain('4.2')
  })

  test('finds the body by its name and class', async () => {
    expect(await markdownOf({ selector: 'body.wide' })).toContain('NAVIGATION')
    expect(await markdownOf({ selector: 'body > article > h1' })).toBe('# Tides')
  })

  test('an element inside of another that matches comes once', async () => {
    const markdown = await markdownOf({ selector: '#comments, .comment' })
    expect(markdown.split('COMMENT-ONE')).toHaveLength(2)
  })

  test.each(['.nothing', '.ghost', 'script', 'article article'])(
    'says so when nothing matches %s',
    async (selector) => {
      await expect(read('/site', { selector })).rejects.toMatchObject({
        code: 'unparsable',
        fields: { reason: 'no_match' },
        hint: expect.stringContaining('selector') as string,
      })
    },
  )

  test.each([
    '',
    ' ',
    'p >',
    '> p',
    'p,,b',
    'a::before',
    'a:hover',
    ':nth-child(x)',
    ':nth-child',
    'svg|a',
    'a || b',
    ':is()',
    ':not(> a >)',
    '[',
    'div'.padEnd(301, 'x'),
    'a '.repeat(30).trim(),
    `:is(${'.a'.repeat(41)})`,
    7,
    ['p'],
  ])('refuses %j', async (selector) => {
    verifies('utility:7:400')
    for (const input of [{ selector }, { exclude: [selector] }]) {
      await expect(read('/site', input)).rejects.toMatchObject({
        code: 'invalid_input',
        status: 400,
        hint: expect.any(String) as string,
      })
    }
  })

  test.each([
    'main .post > p:first-child',
    'a[href^="/x" i]',
    ':is(h1, h2):not(.a)',
    'ul:has(> li.a)',
    'li:nth-child(2n + 1)',
    'p:contains("tide")',
    '*',
  ])('understands %s', async (selector) => {
    expect(extract.input.safeParse({ url: 'https://a.test/', selector }).success).toBe(true)
  })

  test.each(['selector', 'exclude'])(
    'a %s that would take for ever ends',
    { tags: 'full' },
    async (option) => {
      const selector = `.none ${'div '.repeat(12)}p`
      const input = { [option]: option === 'exclude' ? [selector] : selector }
      await expect(read('/deep', input)).rejects.toMatchObject({
        code: 'unparsable',
        fields: { reason: 'slow_selector' },
      })
    },
  )
})

describe('exclude', () => {
  test('leaves out what matches, of the article and of a selection', async () => {
    expect(await markdownOf({ exclude: ['.levels', 'img'] })).not.toMatch(/Cape Ost|boat\.png/)
    expect(await markdownOf({ exclude: [] })).toContain('Cape Ost')
    const chosen = await markdownOf({ selector: '#comments', exclude: ['.comment + .comment'] })
    expect(chosen).toContain('COMMENT-ONE')
    expect(chosen).not.toContain('COMMENT-TWO')
  })

  test('may take everything that was chosen', async () => {
    await expect(read('/site', { selector: 'h1', exclude: ['article'] })).rejects.toMatchObject({
      fields: { reason: 'no_match' },
    })
  })

  test('what is left out may still be the neighbour that a selector names', async () => {
    const input = { selector: 'aside + table', exclude: ['aside'] }
    expect(await markdownOf(input)).toContain('4.2 m')
  })

  test('takes twenty selectors and not twenty-one', async () => {
    expect(await markdownOf({ exclude: Array.from({ length: 20 }, () => 'nav') })).toContain('P0')
    const tooMany = read('/site', { exclude: Array.from({ length: 21 }, () => 'nav') })
    await expect(tooMany).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('focus', () => {
  test('keeps no more for precision, no less for recall', async () => {
    const around = async (input: object) => String((await read('/around', input))['markdown'])
    const precision = await around({ focus: 'precision' })
    const balanced = await around({ focus: 'balanced' })
    const recall = await around({ focus: 'recall' })
    expect(precision.length).toBeLessThanOrEqual(balanced.length)
    expect(balanced.length).toBeLessThanOrEqual(recall.length)
    expect(recall.length).toBeGreaterThan(precision.length)
    expect(await around({})).toBe(balanced)
  })

  test('is one of three', async () => {
    await expect(read('/site', { focus: 'speed' })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('comments', () => {
  test('are left out unless they are wanted', async () => {
    expect(await markdownOf({})).not.toContain('COMMENT-ONE')
    expect(await markdownOf({ include: ['related'] })).not.toContain('COMMENT-ONE')
    const kept = await markdownOf({ include: ['comments'] })
    expect(kept).toContain('COMMENT-ONE')
    expect(kept).toContain('COMMENT-TWO')
    expect(kept).toContain('P0')
  })

  test('are named by their kind', async () => {
    await expect(read('/site', { include: ['voices'] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('links and images', () => {
  test.each([
    [{}, /\[chart\]\(http/],
    [{ links: 'inline' }, /\[chart\]\(http/],
    [{ links: 'none' }, /See the chart\./],
  ])('%j', { tags: 'full' }, async (input, expected) => {
    expect(await markdownOf(input)).toMatch(expected)
  })

  test('links as references stand apart', async () => {
    const markdown = await markdownOf({ links: 'reference' })
    expect(markdown).toContain('[chart][1]')
    expect(markdown).toContain(`[1]: ${server.origin}/chart`)
  })

  test('each part has the definitions of its references, and says how much is left', async () => {
    const linked = (n: number): string =>
      `${sentence} ${sentence} <a href="/chart/${n}">chart ${n}</a>`
    const body = Array.from({ length: 40 }, (_, n) => `<p>${linked(n)}</p>`).join('')
    pages['/linked'] = { body: `<title>Linked</title><article>${body}</article>` }
    const whole = String((await read('/linked', { links: 'reference' }))['markdown'])
    const seen = new Set<string>()
    let cursor: string | undefined
    let left = whole.length
    do {
      const part = await read('/linked', {
        links: 'reference',
        maxChars: 2_000,
        ...(cursor === undefined ? {} : { cursor }),
      })
      const markdown = String(part['markdown'])
      const cited = [...markdown.matchAll(/\[chart \d+\]\[(\d+)\]/g)].map(([, id]) => id)
      for (const id of cited) expect(markdown).toMatch(new RegExp(`^\\[${id}\\]: http`, 'm'))
      for (const id of cited) seen.add(id!)
      cursor = part['nextCursor'] as string | undefined
      const { charsLeft } = part as { charsLeft?: number }
      expect(charsLeft === undefined).toBe(cursor === undefined)
      expect(charsLeft ?? 0).toBeLessThan(left)
      left = charsLeft ?? 0
      const text = extract.agent?.text?.(part as never) ?? ''
      const end = `[Truncated: ${left} characters are left. For the next part pass cursor "${cursor}".]`
      expect(text.endsWith(end)).toBe(cursor !== undefined)
    } while (cursor !== undefined)
    expect(seen.size).toBe(40)
  })

  test.each([
    [{}, /!\[A boat\]\(http/],
    [{ images: 'keep' }, /!\[A boat\]\(http/],
    [{ images: 'alt' }, /\[Image: A boat\]/],
  ])('%j', { tags: 'full' }, async (input, expected) => {
    expect(await markdownOf(input)).toMatch(expected)
  })

  test('no images', async () => {
    expect(await markdownOf({ images: 'none' })).not.toContain('boat.png')
  })

  test.each([{ links: 'all' }, { images: 'all' }])('refuses %j', async (input) => {
    await expect(read('/site', input)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('maxTokens', () => {
  async function parts(path: string, input: object): Promise<string[]> {
    const given: string[] = []
    let cursor: unknown
    do {
      const part = await read(path, { ...input, ...(cursor === undefined ? {} : { cursor }) })
      given.push(String(part['markdown']))
      expect(part['truncated']).toBe(part['nextCursor'] === undefined ? undefined : true)
      cursor = part['nextCursor']
    } while (cursor !== undefined)
    return given
  }

  test('bounds each part by the estimate, four ASCII characters to the token', async () => {
    const given = await parts('/long', { maxTokens: 500 })
    expect(given.length).toBeGreaterThan(5)
    for (const part of given) expect(part.length).toBeLessThanOrEqual(2_000)
    expect(given[0]!.length).toBeGreaterThan(1_500)
    expect(given.join('')).toBe((await read('/long'))['markdown'])
  })

  test('a Chinese character is a token', async () => {
    const given = await parts('/chinese', { maxTokens: 500 })
    for (const part of given) expect(part.length).toBeLessThanOrEqual(520)
    expect(given.join('')).toBe((await read('/chinese'))['markdown'])
  })

  test('decides where maxChars is given as well, as a model that names it expects', async () => {
    const [first] = await parts('/long', { maxTokens: 2_000, maxChars: 500 })
    expect(first!.length).toBeGreaterThan(7_000)
  })

  test('never makes a part larger than an answer can be', async () => {
    pages['/huge'] = { body: `<article>${many(900)}</article>` }
    const part = await read('/huge', { maxTokens: 1_000_000 })
    expect(String(part['markdown']).length).toBeLessThanOrEqual(PART_MAX_CHARS)
    expect(part['truncated']).toBe(true)
  })

  test('a cursor goes on with parts of another size, not with another selection', async () => {
    const { nextCursor: cursor } = await read('/long', { maxTokens: 500 })
    expect(
      String((await read('/long', { cursor, maxTokens: 200 }))['markdown']).length,
    ).toBeLessThanOrEqual(800)
    for (const other of [
      { selector: 'p' },
      { exclude: ['b'] },
      { focus: 'recall' },
      { include: ['comments'] },
    ]) {
      await expect(read('/long', { cursor, ...other })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
  })

  test.each([199, 0, -1, 500.5, '500'])('refuses %j', async (maxTokens) => {
    await expect(read('/long', { maxTokens })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('maxAge', () => {
  beforeEach(() => caller.setTime(TEST_TIME))
  const later = (seconds: number) => caller.setTime(new Date(TEST_TIME.getTime() + 1000 * seconds))
  const requestsOf = (path: string): number =>
    server.requests.filter((request) => request.path === path).length

  test('a copy is given for as long, with its age and the time of its fetch', async () => {
    const first = await read('/site?aged', { maxAge: 600 })
    expect(first['fromCache']).toBeUndefined()
    later(90)
    const again = await read('/site?aged', { maxAge: 600 })
    expect(again).toEqual({ ...first, fromCache: true, age: 90 })
    expect(again['fetchedAt']).toBe(TEST_TIME.toISOString())
    expect(extract.agent?.text?.(again as never)).toMatch(/\[Cached copy, 90 seconds old\.\]$/)
    later(601)
    const anew = await read('/site?aged', { maxAge: 600 })
    expect(anew['fromCache']).toBeUndefined()
    expect(requestsOf('/site?aged')).toBe(2)
  })

  test('the same copy serves other options', async () => {
    await read('/site?other', { maxAge: 600 })
    const chosen = await read('/site?other', { maxAge: 600, selector: 'h1' })
    expect(chosen).toMatchObject({ fromCache: true, markdown: '# Tides' })
  })

  test('without it every call is a fetch', async () => {
    await read('/site?plain')
    await read('/site?plain')
    expect((await read('/site?plain', { maxAge: 600 }))['fromCache']).toBeUndefined()
    expect(requestsOf('/site?plain')).toBe(3)
  })

  test('another caller does not see that it was fetched', async () => {
    const call = async (name: string) =>
      caller.call(
        extract,
        { url: `${server.origin}/site?whose`, maxAge: 600 },
        { principal: { ...LOCAL_PRINCIPAL, id: `key ${name}` } },
      )
    await call('ann')
    expect((await call('bob'))['fromCache']).toBeUndefined()
    expect((await call('ann'))['fromCache']).toBe(true)
  })

  test('a private address stays refused', async () => {
    const outcome = caller.call(extract, { url: 'http://10.0.0.1/', maxAge: 600 })
    await expect(outcome).rejects.toMatchObject({ code: 'url_not_allowed' })
  })

  test('an error page is not remembered', async () => {
    pages['/late'] = { status: 404, body: 'not yet' }
    await expect(read('/late', { maxAge: 600 })).rejects.toMatchObject({ code: 'upstream_refused' })
    pages['/late'] = { body: SITE }
    expect((await read('/late', { maxAge: 600 }))['title']).toBe('Tides')
  })

  test.each([-1, 2_592_001, 1.5, '60'])('refuses %j', async (maxAge) => {
    await expect(read('/site', { maxAge })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
