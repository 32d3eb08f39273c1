import { describe, expect, test } from 'vitest'
import { convertJob, type ConvertJobInput } from '../../../src/convert/convert-job.ts'
import { htmlToMarkdown } from '../../../src/convert/html/html-to-markdown.ts'
import { markdownToHtml } from '../../../src/convert/markdown/markdown-reader.ts'
import { scriptText } from '../../../src/markup/html/raised-text.ts'

const html = (markdown: string): string => markdownToHtml(markdown, 'gfm')
const convert = async (
  from: ConvertJobInput['from'],
  to: ConvertJobInput['to'],
  data: string,
  options: Partial<ConvertJobInput> = {},
): Promise<string> => (await convertJob({ from, to, data, ...options })).result
const notesOf = async (from: ConvertJobInput['from'], to: ConvertJobInput['to'], data: string) =>
  (await convertJob({ from, to, data })).notes

describe('HTML to Markdown keeps', () => {
  test.each([
    [
      'raised and lowered parts',
      '<p>10<sup>6</sup>, H<sub>2</sub>O</p>',
      '10<sup>6</sup>, H<sub>2</sub>O\n',
    ],
    ['them in code, as characters', '<code>10<sup>6</sup></code>', '`10⁶`\n'],
    [
      'them in a cell',
      '<table><tr><th>a<tr><td>m<sup>2</sup></table>',
      '| a |\n| --- |\n| m<sup>2</sup> |\n',
    ],
    [
      'lines of code in a cell',
      '<table><tr><th>a<tr><td><pre>\nb\n  c|d\n\n</pre></table>',
      '| a |\n| --- |\n| `b`<br>`  c\\|d` |\n',
    ],
    ['the number that a list begins with', '<ol><li value=5>a<li>b</ol>', '5. a\n6. b\n'],
    [
      'no emphasis of marks that their style takes back',
      '<b style="font-weight:normal"><p>a <b>b</b></p></b><i style="font-style: normal">c</i>',
      'a **b**\n\nc\n',
    ],
    [
      'marks of word processors, whose style is of other scripts',
      '<p><b style="mso-bidi-font-weight: normal">a</b> <i style="mso-bidi-font-style: normal">b</i>',
      '**a** *b*\n',
    ],
    ['the language of code', '<pre class="brush: python">a</pre>', '```python\na\n```\n'],
    ['quotation marks of a line', '<p>He said <q>no</q>.', 'He said “no”.\n'],
    [
      'definitions',
      '<dl><dt>A<dd>b<dd>c<dt>D<dd><p>e<p>f</dl>',
      'A\n:   b\n:   c\n\nD\n:   e\n\n    f\n',
    ],
    ['a definition without a term', '<dl><dd>b</dl><p>c', 'b\n\nc\n'],
    ['a term that is more than a line', '<dl><dt><h2>A</h2><dd>b</dl>', '## A\n\nb\n'],
    ['a colon that defines nothing', '<p>A<p>: b', 'A\n\n\\: b\n'],
    [
      'what looks like a footnote and is none',
      '<p>a[^1]<p>[^1]: b',
      'a\\[^1\\]\n\n\\[^1\\]: b\n'.replace('a\\[^1\\]', 'a\\[^1]'),
    ],
    [
      'addresses by their base',
      '<base href="https://a.test/b/"><a href="c">d</a> <img src="/e.png"> <a href="#f">g</a>',
      '[d](https://a.test/b/c) ![](https://a.test/e.png) [g](#f)\n',
    ],
    [
      'addresses by the first base, which may be relative',
      '<base href="/b/"><base href="/x/"><a href="c">d</a> <a href="https://h.test/">i</a>',
      '[d](/b/c) [i](https://h.test/)\n',
    ],
    ['addresses where the base is none', '<base href="javascript:x"><a href="c">d</a>', '[d](c)\n'],
  ])('%s', { tags: 'full' }, (_, source, markdown) => {
    expect(htmlToMarkdown(source)).toBe(markdown)
  })

  const NOTES = 'Text[^1] and[^2].\n\n[^1]: One *note*.\n\n[^2]: Two\n\n    - a\n'
  test.each([
    [
      'GitHub',
      '<p>Text<sup><a href="#user-content-fn-a" id="user-content-fnref-a" data-footnote-ref>1</a></sup> and<sup><a href="#user-content-fn-b" id="user-content-fnref-b" data-footnote-ref>2</a></sup>.</p><section data-footnotes class="footnotes"><ol><li id="user-content-fn-a"><p>One <em>note</em>. <a href="#user-content-fnref-a" class="data-footnote-backref">↩</a></p></li><li id="user-content-fn-b"><p>Two</p><ul><li>a</li></ul><a href="#user-content-fnref-b">↩</a></li></ol></section>',
    ],
    [
      'pandoc',
      '<p>Text<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> and<a href="#fn2" class="footnote-ref" id="fnref2" role="doc-noteref"><sup>2</sup></a>.</p><section id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes"><hr /><ol><li id="fn1"><p>One <em>note</em>.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li><li id="fn2"><p>Two</p><ul><li>a</li></ul><a href="#fnref2" class="footnote-back" role="doc-backlink">↩︎</a></li></ol></section>',
    ],
    [
      'Python-Markdown',
      '<p>Text<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup> and<sup id="fnref:2"><a class="footnote-ref" href="#fn:2">2</a></sup>.</p><div class="footnote"><hr /><ol><li id="fn:1"><p>One <em>note</em>.&#160;<a class="footnote-backref" href="#fnref:1">&#8617;</a></p></li><li id="fn:2"><p>Two</p><ul><li>a</li></ul><p><a class="footnote-backref" href="#fnref:2">&#8617;</a></p></li></ol></div>',
    ],
    [
      'MediaWiki',
      '<p>Text<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup> and<sup id="cite_ref-2" class="reference"><a href="#cite_note-2">[2]</a></sup>.</p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">One <i>note</i>.</span></li><li id="cite_note-2"><b><a href="#cite_ref-2">^</a></b> Two<ul><li>a</li></ul></li></ol>',
    ],
  ])('footnotes of %s', (_, source) => {
    expect(htmlToMarkdown(source).replaceAll('\u00a0', '')).toBe(NOTES)
  })

  test('what is left out is said, once for each kind', async () => {
    const source = '<iframe src=a></iframe><video src=b></video><iframe src=c></iframe>'
    expect(await notesOf('html', 'markdown', source)).toEqual(['Left out: frames, films.'])
    expect(await notesOf('html', 'markdown', '<table><tr><td colspan=2>a</table>')).toEqual([
      'Merged cells of tables have their text in the first place; the others are empty.',
    ])
    expect(await notesOf('html', 'markdown', '<ol type=a reversed><li>a</ol>')).toEqual([
      'Lists that count in letters or Roman numerals count in numbers.',
      'Lists count up from their first number, whatever other numbers their items have.',
    ])
    expect(await notesOf('html', 'markdown', '<ol><li>a<li value=5>b</ol>')).toEqual([
      'Lists count up from their first number, whatever other numbers their items have.',
    ])
    expect(await notesOf('html', 'markdown', '<p>a</p>')).toEqual([])
  })
})

describe('Markdown to HTML reads', () => {
  const back = (label: string, number: string): string =>
    `<a href="#fnref-${label}" class="footnote-backref" data-footnote-backref data-footnote-backref-idx="${number}" aria-label="Back to reference ${number}">↩`

  test('footnotes, in the order of their references', () => {
    expect(
      html('a[^x] b[^1] c[^x]\n\n[^1]: One\n[^x]: Two *t*\n\n    More\n\n[^unused]: no\n'),
    ).toBe(
      '<p>a<sup class="footnote-ref"><a href="#fn-x" id="fnref-x" data-footnote-ref>1</a></sup>' +
        ' b<sup class="footnote-ref"><a href="#fn-1" id="fnref-1" data-footnote-ref>2</a></sup>' +
        ' c<sup class="footnote-ref"><a href="#fn-x" id="fnref-x-2" data-footnote-ref>1</a></sup></p>\n' +
        '<section class="footnotes" data-footnotes>\n<ol>\n<li id="fn-x">\n<p>Two <em>t</em></p>\n<p>More ' +
        `${back('x', '1')}</a> ${back('x-2', '1-2')}<sup class="footnote-ref">2</sup></a></p>\n</li>\n` +
        `<li id="fn-1">\n<p>One ${back('1', '2')}</a></p>\n</li>\n</ol>\n</section>\n`,
    )
  })

  test('labels of footnotes that are HTML without making elements of them', () => {
    expect(html('a[^"<b>]\n\n[^"<b>]: c')).not.toMatch(/"<b>|<b>/)
  })

  test('footnotes in footnotes, each once, also in a circle', () => {
    const read = html('a[^1]\n\n[^1]: b[^2]\n[^2]: c[^1]\n[^1]: again')
    expect(read.match(/<li id=/g)).toHaveLength(2)
    expect(read).not.toContain('again')
  })

  test('at most fifty links lead back from one', () => {
    const read = html(`${'a[^1] '.repeat(80)}\n\n[^1]: b`)
    expect(read.match(/data-footnote-ref>/g)).toHaveLength(80)
    expect(read.match(/data-footnote-backref>|data-footnote-backref /g)).toHaveLength(50)
  })

  test('footnotes that nothing refers to are named', async () => {
    expect(await notesOf('markdown', 'html', 'a\n\n[^x]: b')).toEqual([
      'Footnotes that nothing refers to are left out: "x".',
    ])
  })

  test.each([
    ['no footnote without a text', 'a[^1]', '<p>a[^1]</p>\n'],
    ['labels that are HTML', 'a[^"<b>]\n\n[^"<b>]: c', '<li id="fn-%22%3Cb%3E">'],
    [
      'definitions',
      'A\n: b\n: c\n\nD\n:   e\n',
      '<dl>\n<dt>A</dt>\n<dd>b</dd>\n<dd>c</dd>\n<dt>D</dt>\n<dd>e</dd>\n</dl>\n',
    ],
    [
      'definitions of several paragraphs',
      'A\n\n:   b\n\n    c\n\nd',
      '<dl>\n<dt>A</dt>\n<dd>\n<p>b</p>\n<p>c</p>\n</dd>\n</dl>\n<p>d</p>\n',
    ],
    ['no definition in a paragraph', 'a\nb:\n: c\nd :e', ':e'],
    ['no definition without a term', ': a', '<p>: a</p>\n'],
    [
      'front matter',
      '---\ntitle: A\ntags: [b]\n---\n# C',
      '<pre><code class="language-yaml">title: A\ntags: [b]\n</code></pre>\n<h1>C</h1>\n',
    ],
    [
      'front matter of TOML',
      '+++\ntitle = "A"\n+++\nC',
      '<pre><code class="language-toml">title = &quot;A&quot;\n</code></pre>\n<p>C</p>\n',
    ],
    ['a rule and a heading', '---\nA\n---', '<hr>\n<h2>A</h2>\n'],
    ['rules around a field', '---\n\na: b\n\n---', '<hr>\n<p>a: b</p>\n<hr>\n'],
    ['no front matter further down', 'a\n\n---\nb: c\n---', '<hr>\n<h2>b: c</h2>\n'],
  ])('%s', { tags: 'full' }, (_, markdown, expected) => {
    expect(html(markdown)).toContain(expected)
  })

  test('none of them where strict CommonMark is asked for', () => {
    const markdown = '---\na: b\n---\n\nA\n: b[^1]\n\n[^1]: c'
    expect(markdownToHtml(markdown, 'commonmark')).toBe(
      '<hr />\n<h2>a: b</h2>\n<p>A\n: b<a href="c">^1</a></p>\n',
    )
  })

  test.each([
    [
      'footnotes',
      (count: number) =>
        Array.from({ length: count }, (_, at) => `a[^${at}]\n\n[^${at}]: b\n`).join('\n'),
    ],
    [
      'definitions in definitions',
      (count: number) =>
        Array.from(
          { length: count },
          (_, at) => `${'    '.repeat(at % 40)}a\n${'    '.repeat(at % 40)}:   b\n\n`,
        ).join(''),
    ],
    ['footnote labels', (count: number) => '[^a'.repeat(count)],
    ['colons', (count: number) => 'a\n: '.repeat(count)],
    ['front matter without an end', (count: number) => `---\n${'a: b\n'.repeat(count)}`],
  ])('twenty thousand %s are read', { tags: 'full' }, (_, make) => {
    expect(() => html(make(20_000))).not.toThrow()
  })
})

describe('there and back', () => {
  test.each([
    '10<sup>6</sup> and **x<sup>2</sup>**\n',
    'A\n:   b\n:   c\n\n    d\n\n    - e\n\nF\n:   g\n\nh\n',
    '- a\n\n  B\n  :   c\n',
    'a[^1] b[^1]\n\n[^1]: c\n\n    > d\n',
    '```yaml\ntitle: A\n```\n\n# B\n',
  ])('%j', { tags: 'full' }, (markdown) => {
    expect(htmlToMarkdown(html(markdown))).toBe(markdown)
  })
})

describe('HTML tables', () => {
  test.each([
    [
      'a header of its own',
      '<table><tr><th>a<th>b<tr><td>1<td>x<br>y</table>',
      '[{"a":"1","b":"x\\ny"}]',
    ],
    ['a head', '<table><thead><tr><td>a</thead><tr><td>1</table>', '[{"a":"1"}]'],
    ['no header', '<table><tr><td>1<td>2<tr><td>3<td>4</table>', '[["1","2"],["3","4"]]'],
    [
      'row headers are no header',
      '<table><tr><th>a<td>1<tr><th>b<td>2</table>',
      '[["a","1"],["b","2"]]',
    ],
    [
      'merged cells',
      '<table><tr><th>a<th>b<tr><td rowspan=2>x<td>1<tr><td>2<tr><td colspan=2>z</table>',
      '[{"a":"x","b":"1"},{"a":"x","b":"2"},{"a":"z","b":"z"}]',
    ],
    [
      'a header of two rows',
      '<table><thead><tr><th rowspan=2>n<th colspan=2>s<tr><th>p<th>q</thead><tr><td>1<td>2<td>3</table>',
      '[{"n":"1","s p":"2","s q":"3"}]',
    ],
    [
      'raised parts',
      '<table><tr><th>a<tr><td>10<sup>6</sup> m<sup>2</sup> 1<sup>st</sup> x<sup>a+b</sup> H<sub>2</sub>O</table>',
      '[{"a":"10⁶ m² 1st x^(a+b) H₂O"}]',
    ],
    [
      'a table in a cell',
      '<table><tr><th>a<tr><td>x<table><tr><th>b<tr><td>1</table></table>',
      '[[{"a":"x"}],[{"b":"1"}]]',
    ],
    [
      'a frame of layout',
      '<table><tr><td><table><tr><th>b<tr><td>1</table></table>',
      '[{"b":"1"}]',
    ],
    [
      'nothing but text',
      '<table><tr><th>a<tr><td><script>x</script>&lt;b&gt; &amp;</table>',
      '[{"a":"<b> &"}]',
    ],
    [
      'several',
      '<table><tr><th>a<tr><td>1</table><table><tr><td>2</table>',
      '[[{"a":"1"}],[["2"]]]',
    ],
  ])('with %s', async (_, source, json) => {
    expect(await convert('html', 'json', source)).toBe(json)
  })

  test('become CSV, and take the options of tables', async () => {
    const source = '<p>x</p><table><tr><td>a<td>b<tr><td>1<td>=2</table>'
    expect(await convert('html', 'csv', source)).toBe('a,b\r\n1,=2')
    expect(await convert('html', 'csv', source, { delimiter: '\t', escapeFormulas: true })).toBe(
      "a\tb\r\n1\t'=2",
    )
    expect(await convert('html', 'json', source, { header: true, types: true })).toBe(
      '[{"a":1,"b":"=2"}]',
    )
    expect(await convert('html', 'json', source, { header: true, lines: true })).toBe(
      '{"a":"1","b":"=2"}\n',
    )
  })

  test('what is left out is said', async () => {
    const source = '<p>x</p><table><tr><td><a href=x>a</a><img src=y alt=z></table>'
    expect(await notesOf('html', 'csv', source)).toEqual([
      'What stands outside of the tables is left out.',
      'The address of one link is left out.',
      'Of one image there is only its text.',
    ])
    expect(await notesOf('markdown', 'csv', 'x\n\n|a|\n|-|\n|[b](c)|')).toEqual([
      'What stands outside of the tables is left out.',
      'The address of one link is left out.',
    ])
    expect(await notesOf('html', 'csv', '<table><tr><td>a</table>')).toEqual([])
  })

  test('cells that claim to cover much repeat little', async () => {
    const cell = `<td colspan=1000 rowspan=1000>${'x'.repeat(1_000)}`
    const source = `<table>${`<tr>${cell.repeat(20)}`.repeat(50)}</table>`
    expect((await convert('html', 'csv', source)).length).toBeLessThan(12_000_000)
  })

  test('raised parts in raised parts are one, and cost no more than they are long', async () => {
    const deep = `<table><tr><td>${'<sup>1'.repeat(20_000)}</table>`
    expect(await convert('html', 'csv', deep)).toBe('¹'.repeat(20_000))
    expect(htmlToMarkdown(`<code>${'<sup>1'.repeat(20_000)}`)).toBe(`\`${'¹'.repeat(20_000)}\`\n`)
    expect(await convert('markdown', 'csv', '|a|\n|-|\n|x<sup>2<sup>3</sup></sup> y<sub>1|')).toBe(
      'a\r\nx²³ y1',
    )
  })

  test('of Markdown keep raised parts as well', async () => {
    expect(await convert('markdown', 'csv', '|a|\n|-|\n|10<sup>6</sup> H<sub>2</sub>O|')).toBe(
      'a\r\n10⁶ H₂O',
    )
  })

  test.each([
    ['sup', '-3', '⁻³'],
    ['sup', 'th', 'th'],
    ['sup', '[12]', '[12]'],
    ['sup', 'x', '^x'],
    ['sub', 'max', 'max'],
    ['sub', 'max 2', '_(max 2)'],
    ['sup', 'a', 'a'],
    ['sub', '10', '₁₀'],
    ['sup', ' ', ''],
  ] as const)('%s of %j is %j', (script, text, written) => {
    expect(scriptText(script, text)).toBe(written)
  })
})
