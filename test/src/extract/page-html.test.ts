import { describe, expect, test } from 'vitest'
import { DEPTH_MAX_LEVELS, ELEMENTS_MAX_COUNT, pageHtml } from '../../../src/extract/page-html.ts'

const bodyOf = (source: string): string =>
  /<body[^>]*>(.*)<\/body><\/html>$/s.exec(pageHtml(source).html)?.[1] ?? ''

describe('writes', () => {
  test('one skeleton around everything, head and body told apart', () => {
    const source =
      '<html lang=en><p>a<title>T</title><meta name=x content=y></head><body class=c>b<link href=l></body>'
    expect(pageHtml(source).html).toBe(
      '<!doctype html><html lang="en"><head><title>T</title><meta name="x" content="y"></head>' +
        '<body class="c"><p>ab</p></body></html>',
    )
  })

  test('attributes in lower case, only those that matter, escaped', () => {
    expect(bodyOf(`<A HREF='x?a=1&amp;b="' onclick=y DATA-SRC=z>t<IMG DATA-SRC=z></A>`)).toBe(
      '<a href="x?a=1&amp;b=&quot;">t<img data-src="z"></a>',
    )
  })

  test('text that stays text', () => {
    expect(bodyOf('a &lt;script&gt; &amp;amp; b')).toBe('a &lt;script&gt; &amp;amp; b')
  })

  test('linked data, which cannot end its element early', () => {
    const source = '<script type="application/ld+json">{"a":"<!--</b>"}</script>x'
    expect(pageHtml(source).html).toContain(
      String.raw`<head><script type="application/ld+json">{"a":"\u003C!--\u003C/b>"}</script></head>`,
    )
  })

  test('no span of columns that would multiply the text', () => {
    expect(bodyOf('<td colspan=3>a<td colspan=1000>b')).toBe('<td colspan="3">a</td><td>b</td>')
  })
})

describe('leaves out', () => {
  test.each([
    ['scripts', 'a<script>x</script>b'],
    ['styles', 'a<style>x</style>b'],
    ['comments', 'a<!-- x -->b'],
    ['templates', 'a<template><p>x</p></template>b'],
    ['frames', 'a<iframe src=y><p>x</p></iframe>b'],
    ['drawings', 'a<svg><title>x</title><path d=1 /></svg>b'],
    ['hidden elements', 'a<i hidden>x</i><i style="display:none">x<br>x</i>b'],
    ['short notices', 'a<noscript>x</noscript>b'],
    ['faded parts', 'a<i style="opacity:0">x</i>b'],
  ])('%s', (_, source) => {
    expect(bodyOf(source)).toBe('ab')
  })
})

describe('decides at the end', () => {
  const long = 'Many words of a thread. '.repeat(30)

  test('a noscript that holds most of the text is content, in its place', () => {
    expect(bodyOf(`<p>a</p><noscript><p>${long}</p></noscript><p>b</p>`)).toBe(
      `<p>a</p><p>${long}</p><p>b</p>`,
    )
    expect(bodyOf(`<p>${long}${long}</p><noscript><p>${long}</p></noscript>`)).not.toContain(
      '</p><p>',
    )
  })

  test('parts that are faded in are content when they hold most of the text', () => {
    const faded = `<div style="opacity:0"><p>${long}</p></div>`
    expect(bodyOf(`<p>a</p>${faded}`)).toContain(long)
    expect(bodyOf(`<p>${long}${long}</p>${faded}`)).not.toContain('<div')
  })
})

describe('reports', () => {
  test('what the page says and how much text it has', () => {
    const source =
      '<title> T </title><base href="/b/"><meta property="og:type" content="article">' +
      '<nav>menu</nav><h1>Head</h1><p>some text</p><a>link</a><script></script><noscript>no js</noscript>'
    expect(pageHtml(source)).toMatchObject({
      title: ' T ',
      heading: 'Head',
      baseHref: '/b/',
      isArticle: true,
      textChars: 20,
      proseChars: 12,
      sample: 'menu Head some text link',
      noscript: 'no js',
      scripts: 1,
    })
  })

  test('an article by its linked data', () => {
    const data = '{"@graph":[{"@type":["NewsArticle"]}]}'
    expect(pageHtml(`<script type=application/ld+json>${data}</script>`).isArticle).toBe(true)
    expect(pageHtml('<p>"@type":"NewsArticle"</p>').isArticle).toBe(false)
  })
})

describe('bounds', () => {
  test('depth: deeper elements lose their tags, not their text', () => {
    const body = bodyOf(`${'<div>'.repeat(2_000)}deep${'</div>'.repeat(2_000)}after`)
    expect(body.match(/<div>/g)).toHaveLength(DEPTH_MAX_LEVELS)
    expect(body.match(/<\/div>/g)).toHaveLength(DEPTH_MAX_LEVELS)
    expect(body).toContain('deep')
    expect(body.endsWith('after')).toBe(true)
  })

  test('absurd depth is refused', () => {
    expect(() => pageHtml('<div>'.repeat(100_000))).toThrow(
      expect.objectContaining({ code: 'unparsable' }) as Error,
    )
  })

  test('count: later elements lose their tags, not their text', () => {
    const page = pageHtml('<p>x</p>'.repeat(ELEMENTS_MAX_COUNT + 10))
    expect(page.elements).toBe(ELEMENTS_MAX_COUNT)
    expect(page.html).toContain('<p>x</p>xxxxxxxxxx</body>')
  })
})
