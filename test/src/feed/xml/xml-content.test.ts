import { describe, expect, test } from 'vitest'
import { entry, rssItem } from '../../../support/feeds.ts'

describe('content modes', () => {
  test.each([
    [
      'text is literal',
      '<title>1 &lt; 2 &amp;amp; &lt;b&gt;</title>',
      { title: '1 < 2 &amp; <b>' },
    ],
    ['html', '<title type="html">a &lt;b&gt;b&lt;/b&gt; &amp;eacute;</title>', { title: 'a b é' }],
    [
      'xhtml',
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a &lt; b</p><br/>c</div></content>',
      { contentHtml: '<div><p>a &lt; b</p><br>c</div>', summary: 'a < b c' },
    ],
    [
      'xhtml with a prefix',
      '<content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>a</h:p></h:div></content>',
      { contentHtml: '<div><p>a</p></div>' },
    ],
    [
      'xhtml that is escaped after all',
      '<content type="xhtml">&lt;p&gt;a&lt;/p&gt;</content>',
      { contentHtml: '<p>a</p>' },
    ],
    [
      'html in CDATA',
      '<summary type="html"><![CDATA[<p>a &amp; b</p>]]></summary>',
      { summary: 'a & b' },
    ],
    ['text in CDATA', '<summary><![CDATA[<p>]]></summary>', { summary: '<p>' }],
    [
      'text as HTML is escaped',
      '<content>1 &lt; 2</content>',
      { contentHtml: '1 &lt; 2', summary: '1 < 2' },
    ],
    ['base64', '<content type="application/octet-stream">SGVsbG8=</content>', { summary: 'Hello' }],
    [
      'content elsewhere',
      '<content src="https://x.test/a.pdf" type="application/pdf"/>',
      { summary: '' },
    ],
  ])('Atom 1.0: %s', (_, inside, expected) => {
    expect(entry(inside)).toMatchObject(expected)
  })

  test.each([
    ['nothing said', '<title>Plain &amp;amp; simple</title>', { title: 'Plain &amp; simple' }],
    [
      'escaped html',
      '<content type="text/html" mode="escaped">&lt;p&gt;a&lt;/p&gt;</content>',
      { contentHtml: '<p>a</p>' },
    ],
    [
      'escaped text',
      '<title type="text/plain" mode="escaped">a &lt;b&gt;</title>',
      { title: 'a <b>' },
    ],
    [
      'xml',
      '<content type="application/xhtml+xml" mode="xml"><p xmlns="http://www.w3.org/1999/xhtml">a &amp; b</p></content>',
      { contentHtml: '<p>a &amp; b</p>' },
    ],
    [
      'base64',
      '<content type="text/html" mode="base64">PHA+YTwvcD4=</content>',
      { contentHtml: '<p>a</p>' },
    ],
  ])('Atom 0.3: %s', (_, inside, expected) => {
    expect(entry(inside, 'version="0.3" xmlns="http://purl.org/atom/ns#"')).toMatchObject(expected)
  })

  test.each([
    [
      'escaped HTML',
      '<description>&lt;p&gt;a&lt;/p&gt;&lt;p&gt;b &amp;eacute;&lt;/p&gt;</description>',
      'a b é',
    ],
    ['CDATA', '<description><![CDATA[<p>a</p>b]]> c</description>', 'a b c'],
    [
      'HTML that is not escaped',
      '<description><p>a<br>b<img src="x">c</description><title>T</title>',
      'a b c',
    ],
    ['plain text', '<description>1 &lt; 2</description>', '1 < 2'],
    [
      'scripts and styles',
      '<description><![CDATA[a<style>x</style><script>y</script>b]]></description>',
      'ab',
    ],
    [
      'hidden parts',
      '<description><![CDATA[a<p hidden>b</p><div style="display:none">c<div>d</div></div><svg><text>e</text></svg>f]]></description>',
      'a f',
    ],
    ['media:description', '<media:description>m</media:description>', 'm'],
    [
      'itunes:summary before itunes:subtitle',
      '<itunes:subtitle>s</itunes:subtitle><itunes:summary>u</itunes:summary>',
      'u',
    ],
    [
      'content for want of a description',
      '<content:encoded><![CDATA[<p>c</p>]]></content:encoded>',
      'c',
    ],
    [
      'description before content',
      '<content:encoded>c</content:encoded><description>d</description>',
      'd',
    ],
    ['an empty description', '<description/><content:encoded>c</content:encoded>', 'c'],
  ])('RSS summary: %s', (_, inside, summary) => {
    expect(rssItem(inside).summary).toBe(summary)
  })

  test.each([
    ['AT&amp;T &amp;amp; &amp;eacute;', 'AT&T & é'],
    ['Using &lt;table&gt; and 1 &lt; 2', 'Using <table> and 1 < 2'],
    ['a &lt;em class="x"&gt;b&lt;/em&gt;', 'a b'],
    ['<![CDATA[a <b>b</b> &amp; c]]>', 'a b & c'],
    ['Caf&eacute;&nbsp;&hellip;', 'Café …'],
  ])('RSS title: %s', (written, title) => {
    expect(rssItem(`<title>${written}</title>`).title).toBe(title)
  })

  test('a title with elements in it loses their tags', () => {
    expect(rssItem('<title><div>a</div> <p>b</p></title>').title).toBe('a b')
  })

  test('a long summary is cut, and its content kept whole', () => {
    const item = rssItem(`<description>${'word '.repeat(1000)}</description>`)
    expect(item.summary).toHaveLength(2000)
    expect(item.contentHtml).toHaveLength(4999)
  })

  test('content that begins with a huge picture still has a summary', () => {
    const picture = `<img src="data:image/png;base64,${'A'.repeat(100_000)}">`
    const item = rssItem(
      `<content:encoded><![CDATA[${picture}<p>The text.</p>]]></content:encoded>`,
    )
    expect(item).toMatchObject({ summary: 'The text.', contentHtml: '<img><p>The text.</p>' })
  })
})
