import { describe, expect, test } from 'vitest'
import { htmlToMarkdown } from '../../../../src/convert/html/html-to-markdown.ts'
import { plainText } from '../../../../src/extract/page-info/plain-text.ts'
import { htmlText } from '../../../../src/feed/html-text.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'
import { isScript, scriptText } from '../../../../src/markup/html/raised-text.ts'
import type { ElementNode } from '../../../../src/markup/html/tree/node.ts'

const LINE_MAX_CHARS = 10_000

/** Small fragments that readers of HTML like to disagree on, the text that is seen of each, and its faithful Markdown. */
const FRAGMENTS: readonly (readonly [html: string, text: string, markdown: string])[] = [
  ['<ul><li>a<ul><li>b</ul><li>c</ul>', 'a b c', '- a\n  - b\n- c'],
  ['<p>one<p>two', 'one two', 'one\n\ntwo'],
  ['<p><b>one<p>two</b>three', 'one twothree', '**one**\n\n**two**three'],
  ['<table><tr><th>a<th>b<tr><td>1<td>2</table>', 'a b 1 2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['<table>x<tr><td>1</td></tr></table>', 'x 1', 'x\n\n|  |\n| --- |\n| 1 |'],
  [
    '<p><a href="https://a.example/">one<a href="https://b.example/">two</a></p>',
    'onetwo',
    '[one](https://a.example/)[two](https://b.example/)',
  ],
  ['<p>a<!--> b --> c</p>', 'a b --> c', 'a b --> c'],
  ['<p>a<!-- x --!> b</p>', 'a b', 'a b'],
  ['<p>a<![CDATA[b]]>c</p>', 'ac', 'ac'],
  ['<p>a</p><noscript><p>b</p></noscript>', 'a', 'a'],
  ['<p>a</p><template><p>b</p></template>', 'a', 'a'],
  ['<p>a</p><script><b>x</b></script><style>y</style>', 'a', 'a'],
  ['<p>a</p><xmp><b>x</b></xmp>', 'a <b>x</b>', 'a\n\n\\<b>x\\</b>'],
  ['<p><a href=https://a.example/?x=1&amp;y=2>l</a></p>', 'l', '[l](https://a.example/?x=1&y=2)'],
  ['<p>&copy 2020 &notit; &amp</p>', '© 2020 ¬it; &', '© 2020 ¬it; &'],
  ['<p>caf&eacute noir</p>', 'café noir', 'café noir'],
  ['<dl><dt>t<dd>d<dt>u<dd>e</dl>', 't d u e', 't\n:   d\n\nu\n:   e'],
  ['<p>a</div></span>b</p>', 'ab', 'ab'],
  ['<p>a</br>b</p>', 'a b', 'a\\\nb'],
  ['<h2>a<h3>b</h3>', 'a b', '## a\n\n### b'],
  ['<pre>\n\na\nb</pre>', 'a b', '```\n\na\nb\n```'],
  ['<p><code> a  b </code></p>', 'a b', '`  a  b  `'],
  ['<p><ruby>漢<rt>kan</rt></ruby></p>', '漢kan', '漢kan'],
  ['<p>10<sup>6</sup></p>', '10⁶', '10<sup>6</sup>'],
  ['<p><del>a</del> <s>b</s> <ins>c</ins></p>', 'a b c', '~~a~~ ~~b~~ c'],
  [
    '<p><img src="https://a.example/i.png" alt="A [b]"></p>',
    '',
    '![A \\[b\\]](https://a.example/i.png)',
  ],
  ['<details><summary>s</summary><p>t</p></details>', 's t', 's\n\nt'],
  ['<ul><li><input type=checkbox checked> done</li></ul>', 'done', '- [x] done'],
  [
    '<table><caption>c</caption><tr><th>a</th></tr><tr><td>1|2</td></tr></table>',
    'c a 1|2',
    'c\n\n| a |\n| --- |\n| 1\\|2 |',
  ],
  [
    '<table><tr><th colspan=2>a</th></tr><tr><td>1</td><td>2</td></tr></table>',
    'a 1 2',
    '| a |  |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    '<table><tr><td>1<table><tr><td>2</td></tr></table></td></tr></table>',
    '1 2',
    '|  |\n| --- |\n| 1<br>2 |',
  ],
  ['<p>a<svg><title>t</title><text>x</text></svg>b</p>', 'ab', 'ab'],
  ['<p><math><mi>x</mi><mo>=</mo><mn>1</mn></math></p>', 'x=1', 'x=1'],
  // Where writing differs on purpose: quotation marks, fields and hidden parts are said faithfully, or have no place in a document.
  ['<p>He said <q>yes</q>.</p>', 'He said yes.', 'He said “yes”.'],
  ['<p>a</p><textarea><b>x</b></textarea>', 'a <b>x</b>', 'a'],
  ['<p>x <select><option>1<option>2</select> y</p>', 'x 1 2 y', 'x y'],
  ['<p>a</p><p hidden>b</p>', 'a', 'a\n\nb'],
]

/** The text of the tree that extraction reads. */
function textOfTree(html: string): string {
  let text = ''
  const add = (element: ElementNode): void => {
    const start = text.length
    const parts = element.isBlock || (element.first === undefined && element.name !== 'wbr')
    if (parts) text += ' '
    for (let node = element.first; node; node = node.next) {
      if (node.isText) text += node.data
      else add(node)
    }
    if (isScript(element.name)) {
      text = text.slice(0, start) + scriptText(element.name, text.slice(start))
    }
    if (parts) text += ' '
  }
  add(parsePage(html).root)
  return text.replaceAll(/\s+/g, ' ').trim()
}

describe('a fragment is one text to all that read HTML', () => {
  test.each(FRAGMENTS)('%s', (html, text, markdown) => {
    expect({
      extract: textOfTree(html),
      feeds: htmlText(html, LINE_MAX_CHARS),
      metadata: plainText(html),
      convert: htmlToMarkdown(html).trim(),
    }).toEqual({ extract: text, feeds: text, metadata: text, convert: markdown })
  })
})
