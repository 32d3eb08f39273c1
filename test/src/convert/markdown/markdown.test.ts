import spec from 'commonmark-spec'
import { describe, expect, test } from 'vitest'
import { toOperationError } from '../../../../src/contract/errors.ts'
import { harmlessHtml } from '../../../../src/convert/html/harmless.ts'
import { htmlToMarkdown } from '../../../../src/convert/html/html-to-markdown.ts'
import { findAddresses } from '../../../../src/convert/markdown/autolinks.ts'
import { markdownToHtml } from '../../../../src/convert/markdown/markdown-reader.ts'

const gfm = (markdown: string): string => markdownToHtml(markdown, 'gfm').trim()

test('strict CommonMark is CommonMark 0.31.2, but for line breaks between elements', () => {
  const plain = (html: string) => html.replaceAll(/\n+(?=<)|(?<=>)\n+/g, '')
  const wrong = spec.tests.filter(
    ({ markdown, html }) =>
      plain(markdownToHtml(markdown.replaceAll('→', '\t'), 'commonmark')) !==
      plain(html.replaceAll('→', '\t')),
  )
  expect(spec.tests).toHaveLength(652)
  expect(wrong.map(({ number }) => number)).toEqual([])
})

describe.each(['commonmark', 'gfm'] as const)('nested blocks of %s', (flavour) => {
  const list = (mark: string) => (depth: number) =>
    Array.from(
      { length: depth },
      (_, level) => `${' '.repeat(mark.length * level)}${mark}word${level}\n`,
    ).join('')
  const kinds: [string, (depth: number) => string][] = [
    ['quotations', (depth) => `${'> '.repeat(depth)}word${depth - 1}`],
    ['bullets', list('- ')],
    ['numbers', list('1. ')],
    ['bullets on one line', (depth) => `${'- '.repeat(depth)}word${depth - 1}`],
    ['quoted items', (depth) => `${'> - '.repeat(depth)}word${depth - 1}`],
  ]

  test.each(kinds)('%s are kept whole, or refused', (_, write) => {
    const outcomes = Array.from({ length: 120 }, (_unused, at) => {
      try {
        return markdownToHtml(write(at + 1), flavour).includes(`word${at}<`) ? 'kept' : 'lost'
      } catch (error) {
        return toOperationError(error).code
      }
    })
    expect(new Set(outcomes)).toEqual(new Set(['kept', 'invalid_input']))
    expect(outcomes.lastIndexOf('kept')).toBeGreaterThanOrEqual(32)
    expect(() => markdownToHtml(write(2_000), flavour)).toThrow('nested too deeply')
  })
})

describe('GFM', () => {
  test(
    'a table ends at the row that brings its filled cells over the limit; its lines stay text',
    { tags: 'full' },
    () => {
      const head = `|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n`
      const html = gfm(`${head}${'|x|\n'.repeat(20)}`)
      expect(html.split('<td>')).toHaveLength(1 + 8 * 2_000)
      expect(html).toContain(`</table>\n<p>${'|x|\n'.repeat(12).trim()}</p>`)
      // The rows of the next table are not counted for this one.
      const small = `|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n|x|\n\n`
      expect(gfm(small.repeat(20)).split('<td>')).toHaveLength(1 + 20 * 2_000)
      expect(gfm(small.replace('\n\n', '\n# b\n').repeat(20)).split('<td>')).toHaveLength(
        1 + 20 * 2_000,
      )
      const full = `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(20_000)}`
      expect(gfm(full).split('<td>')).toHaveLength(1 + 40_000)
    },
  )

  test.each<[string, string, string]>([
    [
      'tasks',
      '- [ ] a\n- [X] b\n- [x]c',
      '<ul>\n<li><input type="checkbox" disabled=""> a</li>\n<li><input type="checkbox" checked="" disabled=""> b</li>\n<li>[x]c</li>\n</ul>',
    ],
    ['no task outside of a list', '[ ] a', '<p>[ ] a</p>'],
    ['strikethrough', '~~a~~', '<p><del>a</del></p>'],
    [
      'the tag filter',
      'a <script>b</script>\n\n<IFRAME src=x>',
      '<p>a &lt;script>b&lt;/script></p>\n&lt;IFRAME src=x>',
    ],
    [
      'raw HTML',
      '<div onclick="x">a</div>\n\na <scripted>',
      '<div onclick="x">a</div>\n<p>a <scripted></p>',
    ],
    [
      'a bare address',
      'see https://a.example/b_c_d, ok',
      '<p>see <a href="https://a.example/b_c_d">https://a.example/b_c_d</a>, ok</p>',
    ],
    [
      'an address with a reference',
      'www.a.example/?b&amp;c',
      '<p><a href="http://www.a.example/?b&amp;c">www.a.example/?b&amp;c</a></p>',
    ],
    [
      'no address in a link',
      '[www.a.example](x) <a href="y">www.b.example</a>',
      '<p><a href="x">www.a.example</a> <a href="y">www.b.example</a></p>',
    ],
    ['no address in code', '`www.a.example`', '<p><code>www.a.example</code></p>'],
  ])('%s', (_, markdown, html) => {
    expect(gfm(markdown)).toBe(html)
  })

  test.each<[string, string[]]>([
    [
      'www.a.example. (www.b.example/x(y)) "https://c.example"',
      ['www.a.example', 'www.b.example/x(y)', 'https://c.example'],
    ],
    ['xwww.a.example www. www._a.b_ www.a_b.c.example', ['www.a_b.c.example']],
    [
      'http://localhost:80/x ftp://a/&amp; xhttp://b gopher://c',
      ['http://localhost:80/x', 'ftp://a/'],
    ],
    ['a.b+c@d.example, e@f g@h.example- i@j.example_', ['a.b+c@d.example']],
    ['mailto:a@b.example xmpp:c@d.example', ['mailto:a@b.example', 'xmpp:c@d.example']],
    ['http:// https://<x www.a.example/<b', ['www.a.example/']],
  ])('the addresses of %j', (text, expected) => {
    expect(findAddresses(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected)
  })

  test('is left out where strict CommonMark is asked for', () => {
    const html = markdownToHtml('~~a~~ www.a.example <script>', 'commonmark')
    expect(html).toBe('<p>~~a~~ www.a.example <script></p>\n')
  })
})

describe('harmless', () => {
  test('HTML has no scripts, handlers, frames, forms or strange addresses', () => {
    const html = harmlessHtml(
      '<h1 onclick=x id=y>a</h1><script>b</script><iframe src=c></iframe><form><input type=text></form>' +
        '<a href="javascript:d" title=t>e</a><a href="java\nscript:f">g</a><img src="data:x" alt=h onerror=i>' +
        '<code class="language-js evil">k</code><td style="text-align:left;position:fixed">l</td>' +
        '<input type="checkbox" checked><svg><style>m</style></svg>',
    )
    expect(html).toBe(
      '<h1>a</h1><a title="t">e</a><a>g</a><img alt="h">' +
        '<code class="language-js">k</code><td style="text-align:left">l</td>' +
        '<input type="checkbox" checked="">',
    )
  })

  test('HTML has nothing that a reader would not see', () => {
    expect(harmlessHtml('a<p hidden>b</p><p style="display:none">c</p><title>d</title>e')).toBe(
      'ae',
    )
  })

  test('footnotes keep the ids that lead to them and back, and nothing else has one', () => {
    const html = harmlessHtml(
      gfm('a[^1]\n\n[^1]: b\n\n<a id="fn 2" name="c">d</a><p id="fn-3">e</p>'),
    )
    expect(html.match(/ (?:id|href)="[^"]*"/g)).toEqual([
      ' href="#fn-1"',
      ' id="fnref-1"',
      ' id="fn-1"',
      ' href="#fnref-1"',
    ])
  })

  test('Markdown has no addresses that run code or carry data', () => {
    const html =
      '<a href="JavaScript:x">a</a> <a href=" java\tscript:x">b</a> <a href="data:,x">c</a> ' +
      '<a href="/d?e:f">d</a> <a href="mailto:e@f.example">e</a> <img src="data:x" alt=f> <img src="g.png">'
    expect(htmlToMarkdown(html, { harmless: true })).toBe(
      'a b c [d](/d?e:f) [e](mailto:e@f.example) ![](g.png)\n',
    )
    expect(htmlToMarkdown('<a href="javascript:x">a</a>')).toBe('[a](javascript:x)\n')
  })
})
