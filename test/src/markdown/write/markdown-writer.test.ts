import fc from 'fast-check'
import createMarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { MarkdownWriter } from '../../../../src/markdown/write/markdown-writer.ts'
import { readHtml } from '../../../../src/markup/html/read-html.ts'
import { seeds } from '../../../support/full.ts'

function write(html: string, faithful = true): string {
  const writer = new MarkdownWriter({ faithful })
  readHtml(html, writer)
  return writer.end()
}

describe('blocks', () => {
  test.each<[string, string, string]>([
    ['paragraphs', '<p>a\n b</p><p>c</p>', 'a b\n\nc\n'],
    ['headings', '<h1>a</h1><h3>b #</h3><h2></h2>', '# a\n\n### b \\#\n\n##\n'],
    ['a heading in two lines', '<h2>a<br>b</h2>', '## a<br>b\n'],
    ['a tight list', '<ul><li>a</li><li>b</li></ul>', '- a\n- b\n'],
    ['a loose list', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n\n- b\n'],
    ['a numbered list', '<ol start="9"><li>a<li>b</ol>', '9. a\n10. b\n'],
    ['lists in lists', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>', '- a\n  1. b\n- c\n'],
    ['a list right in a list', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n\n  - b\n'],
    ['two lists in a row', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b\n'],
    ['two numbered lists', '<ol><li>a</li></ol><ol><li>b</li></ol>', '1. a\n\n1) b\n'],
    ['an empty item', '<ul><li></li><li>b</li></ul>', '-\n- b\n'],
    ['an item without a list', '<li>a</li>', '- a\n'],
    ['text between items', '<ul>x<li>a</li>y</ul>', 'x\n\n- a\n\ny\n'],
    ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n>\n> b\n\nc\n'],
    ['an empty quotation', '<blockquote></blockquote>', '>\n'],
    ['a quotation in an item', '<ul><li><blockquote>a</blockquote></li></ul>', '- > a\n'],
    ['rules', '<hr><ul><li><hr></li></ul>', '---\n\n- ___\n'],
    ['code', '<pre><code class="language-js">a\n\n  b\n</code></pre>', '```js\na\n\n  b\n```\n'],
    ['code with fences', '<pre>\n```\n</pre>', '````\n```\n````\n'],
    ['code in an item', '<ul><li><pre>a\nb</pre></li></ul>', '- ```\n  a\n  b\n  ```\n'],
    ['a line break in code', '<pre>a<br>b<b>c</b></pre>', '```\na\nbc\n```\n'],
    [
      'tasks',
      '<ul><li><input type=checkbox checked> a<li><input type="checkbox">b</ul>',
      '- [x] a\n- [ ] b\n',
    ],
    ['nothing', '<script>x</script><style>y</style><title>z</title> ', ''],
  ])('%s', (_, html, markdown) => {
    expect(write(html)).toBe(markdown)
  })
})

describe('tables', () => {
  test.each<[string, string, string]>([
    [
      'with a header and alignment',
      '<table><thead><tr><th align=right>a<th style="text-align: center">b</thead><tr><td>1|2<td>3</table>',
      '| a | b |\n| --: | :-: |\n| 1\\|2 | 3 |\n',
    ],
    ['without a header', '<table><tr><td>a</td></tr></table>', '|  |\n| --- |\n| a |\n'],
    [
      'with spans',
      '<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>',
      '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |\n',
    ],
    [
      'with blocks in cells',
      '<table><tr><th>a<tr><td><p>b</p><ul><li>c<li>d</ul><pre>e|\n</pre></table>',
      '| a |\n| --- |\n| b<br>c<br>d<br>`e\\|` |\n',
    ],
    [
      'in a table',
      '<table><tr><th>a<tr><td><table><tr><td>b<td>c<tr><td>d</table></table>',
      '| a |\n| --- |\n| b c<br>d |\n',
    ],
    ['with a caption', '<table><caption>t</caption><tr><th>a</table>', 't\n\n| a |\n| --- |\n'],
    ['with nothing', '<table></table>a', 'a\n'],
  ])('%s', (_, html, markdown) => {
    expect(write(html)).toBe(markdown)
  })

  test('spans cannot make a large table of a small one', () => {
    const cells = '<td colspan=1000 rowspan=1000>x'.repeat(3_000)
    expect(write(`<table><tr>${cells}${'<tr>'.repeat(500)}</table>`).length).toBeLessThan(500_000)
  })
})

describe('text', () => {
  test.each<[string, string, string]>([
    ['emphasis', 'a <b>b</b> <i>c</i> <s>d</s>', 'a **b** *c* ~~d~~'],
    ['spaces inside', 'a<b> b </b>c', 'a **b** c'],
    ['nothing inside', 'a<b></b><i> </i>b', 'a b'],
    ['emphasis in emphasis', '<em><em>a</em></em>', '*_a_*'],
    ['both kinds', '<strong><em>a</em></strong>', '**_a_**'],
    ['inside a word', 'a<em>b</em>c', 'a*b*c'],
    ['what Markdown cannot say', 'a<em>"b"</em>c', 'a<em>"b"</em>c'],
    ['around blocks', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
    ['code', '<code>a`b</code> <code>`</code> <code> </code>', '``a`b`` `` ` `` ` `'],
    ['a link', '<a href="/x y" title=\'a "b"\'>t</a>', '[t](</x y> "a \\"b\\"")'],
    ['parentheses', '<a href="a(b)c">t</a><a href="a)b">u</a>', '[t](a(b)c)[u](<a)b>)'],
    [
      'a bare address',
      '<a href="https://a.example/">https://a.example/</a>',
      '<https://a.example/>',
    ],
    ['an anchor', '<a name=x>t</a><a href="#y"></a>', 't'],
    ['a link around blocks', '<a href=x><h2>a</h2><p>b</p></a>', '## [a](x)\n\n[b](x)'],
    ['an image', '<img src=x alt="a]b">!<a href=y>z</a>', '![a\\]b](x)\\![z](y)'],
    ['breaks', 'a<br>b<br><br>c<br>', 'a\\\nb\\\n\\\nc'],
    ['brackets in a link', '<a href=x>[1]</a>', '[\\[1\\]](x)'],
  ])('%s', (_, html, markdown) => {
    expect(write(html)).toBe(`${markdown}\n`)
  })

  test.each<[string, string, string]>([
    ['punctuation goes outside', 'a<em>"b"</em>c', 'a"*b*"c'],
    ['what cannot be said is left out', 'a<em>"</em>c <b>d</b>', 'a"c **d**'],
    ['beside a link too', 'a<b><a href=x>l</a></b>b', 'a[l](x)b'],
    [
      'links without text, headings that are bold',
      '<a href=x></a><h2><b>a</b></h2><h3></h3>',
      '## a',
    ],
    ['one link for all blocks', '<a href=x><h2>a</h2><p>b</p></a>', '## [a](x)\n\nb'],
    ['items and quotations without content', '<ul><li><li>a</ul><blockquote></blockquote>', '- a'],
  ])('where no tags are wanted: %s', (_, html, markdown) => {
    expect(write(html, false)).toBe(`${markdown}\n`)
  })

  test('addresses pass through the caller', () => {
    const writer = new MarkdownWriter({
      faithful: false,
      address: (found, kind) => (found === 'bad' ? undefined : `${kind}:${found}`),
    })
    readHtml('<a href=x>a</a> <a href=bad>b</a> <img src=y> <img src=bad>', writer)
    expect(writer.end()).toBe('[a](link:x) b ![](image:y)\n')
  })

  test('any text is read back as it was', { tags: 'full' }, () => {
    const reader = createMarkdownIt({ html: true })
    const text = fc.string({
      unit: fc.constantFrom(...Array.from('ab1 *_`[]()<>&|~!\\#+-=.:;"\'x\n/é😀')),
      maxLength: 40,
    })
    fc.assert(
      fc.property(text, text, (first, second) => {
        const html = (each: string) => each.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
        const document = `<p>${html(first)}<b>${html(second)}</b></p><ul><li>${html(second)}</li></ul>`
        const plain = (markup: string) => markup.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, '')
        expect(plain(reader.render(write(document)))).toBe(
          plain(reader.utils.escapeHtml(`${first}${second}${second}`)),
        )
      }),
      { numRuns: seeds(100, 3_000) },
    )
  })
})

describe('hostile nesting', () => {
  test.each<[string, string, number]>([
    ['elements', '<div>'.repeat(100_000) + 'x', 10],
    ['emphasis', '<b>'.repeat(100_000) + 'x', 60],
    ['quotations', '<blockquote>'.repeat(50_000) + 'x', 100],
    ['lists', '<ul><li>'.repeat(50_000) + 'x', 100],
    ['tables', '<table><tr><td>'.repeat(30_000) + 'x', 30_000 * 5],
    ['stray end tags', `<table><td>${'<b>'.repeat(50_000)}${'</p></i>'.repeat(50_000)}x`, 100],
  ])('of %s is survived', (_, html, maxLength) => {
    const markdown = write(html)
    expect(markdown).toContain('x')
    expect(markdown.length).toBeLessThan(maxLength)
  })
})
