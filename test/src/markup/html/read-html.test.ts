import { describe, expect, test } from 'vitest'
import { readHtml } from '../../../../src/markup/html/read-html.ts'

/** The events of a document as tags without omissions. */
function eventsOf(html: string): string {
  let events = ''
  readHtml(html, {
    open: (name, attributes) => {
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
      events += `<${name}${written.join('')}>`
    },
    text: (text) => void (events += text),
    close: (name) => void (events += `</${name}>`),
  })
  return events
}

/** The sections of the HTML standard that say so. */
const CASES: readonly (readonly [section: string, html: string, events: string])[] = [
  // What the start of an element ends.
  ['13.2.6.4.7', '<p>one<p>two', '<p>one</p><p>two</p>'],
  ['13.2.6.4.7', '<p>one<div>two</div>', '<p>one</p><div>two</div>'],
  ['13.2.6.4.7', '<p>one<ul><li>a', '<p>one</p><ul><li>a</li></ul>'],
  ['13.2.6.4.7', '<p>one<hr>two', '<p>one</p><hr></hr>two'],
  ['13.2.6.4.7', '<p>one<span>two', '<p>one<span>two</span></p>'],
  ['13.2.6.4.7', '<p><button><p>in', '<p><button><p>in</p></button></p>'],
  ['13.2.6.4.7', '<h2>a<h3>b</h3>', '<h2>a</h2><h3>b</h3>'],
  [
    '13.2.6.4.7',
    '<ul><li>a<ul><li>b</ul><li>c</ul>',
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
  ],
  ['13.2.6.4.7', '<li><div><li>b', '<li><div></div></li><li>b</li>'],
  ['13.2.6.4.7', '<li><section><li>b', '<li><section><li>b</li></section></li>'],
  ['13.2.6.4.7', '<dl><dt>t<dd>d<dt>u</dl>', '<dl><dt>t</dt><dd>d</dd><dt>u</dt></dl>'],
  ['13.2.6.4.7', '<a href=x>one<a href=y>two', '<a href="x">one</a><a href="y">two</a>'],
  [
    '13.2.6.4.7',
    '<select><option>1<option>2</select>',
    '<select><option>1</option><option>2</option></select>',
  ],
  ['13.2.6.4.7', '<image src=i>', '<img src="i"></img>'],
  // Tables.
  [
    '13.2.6.4.14',
    '<table><tr><th>a<th>b<tr><td>1<td>2</table>',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
  ],
  [
    '13.2.6.4.13',
    '<table><thead><tr><td>a<tbody><tr><td>b</table>',
    '<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ],
  [
    '13.2.6.4.15',
    '<table><tr><td><div>a</td></table>',
    '<table><tr><td><div>a</div></td></tr></table>',
  ],
  [
    '13.2.6.4.15',
    '<table><tr><td>1<table><tr><td>2</table>3</table>',
    '<table><tr><td>1<table><tr><td>2</td></tr></table>3</td></tr></table>',
  ],
  // What an end tag ends.
  ['13.2.6.4.7', '<p>a</div></span>b</p>', '<p>ab</p>'],
  ['13.2.6.4.7', '<p>a</br>b</p>', '<p>a<br></br>b</p>'],
  ['13.2.6.4.7', '<div><span>a</div>b', '<div><span>a</span></div>b'],
  ['13.2.6.4.7', '<table><tr><td>a</div>b</table>', '<table><tr><td>ab</td></tr></table>'],
  ['13.2.6.4.7', '<div>a</img>b</div>', '<div>ab</div>'],
  // Formatting that a block interrupts goes on in it, once there is something to format.
  ['13.2.4.3', '<p><b>one<p>two</b>three', '<p><b>one</b></p><p><b>two</b>three</p>'],
  [
    '13.2.4.3',
    '<p><a href=x><div><img></div>',
    '<p><a href="x"></a></p><div><a href="x"><img></img></a></div>',
  ],
  ['13.2.4.3', '<p><a href=x><div></div>', '<p><a href="x"></a></p><div></div>'],
  ['13.2.4.3', '<p><i><b>a<p>b', '<p><i><b>a</b></i></p><p><i><b>b</b></i></p>'],
  ['13.2.4.3', '<p><b>a<div>b</div>c</b>d', '<p><b>a</b></p><div><b>b</b></div><b>c</b>d'],
  ['13.2.4.3', '<p><b>a<div></div>c</b>d', '<p><b>a</b></p><div></div><b>c</b>d'],
  ['13.2.4.3', '<div><b>a</div>b', '<div><b>a</b></div>b'],
  ['13.2.4.3', '<p><b>a<p></b>b', '<p><b>a</b></p><p>b</p>'],
  [
    '13.2.4.3',
    '<p><a href=x>a<div><a href=y>b',
    '<p><a href="x">a</a></p><div><a href="y">b</a></div>',
  ],
  ['13.2.4.3', '<p><b>a<table><tr><td>b', '<p><b>a</b></p><table><tr><td>b</td></tr></table>'],
  // What is not read as tags.
  ['13.2.5.4', '<script>a<b></script>c', '<script>a<b></script>c'],
  ['13.2.5.2', '<textarea><b>&amp;</textarea>', '<textarea><b>&</textarea>'],
  ['13.2.5.43', 'a<!-- b --!>c', 'ac'],
  ['13.2.5.44', 'a<!--> b --> c', 'a b --> c'],
  ['13.2.5.42', '<p>a<![CDATA[b]]>c</p>', '<p>ac</p>'],
  ['13.2.5.41', 'a<?php b ?>c', 'ac'],
  ['13.2.6.4.6', '<noscript><p>b</p></noscript>', '<noscript><p>b</p></noscript>'],
  // References and attributes.
  ['13.2.5.73', '&copy 2020 &notit; &amp', '© 2020 ¬it; &'],
  ['13.2.5.80', '&#x80;&#0;', '€\ufffd'],
  ['13.2.5.73', '<a href="?a=1&copy=2&amp;b">', '<a href="?a=1&copy=2&b"></a>'],
  ['13.2.5.38', '<a href=https://a.example/?x=1/>l', '<a href="https://a.example/?x=1/">l</a>'],
  ['13.2.5.33', '<a A=1 a=2>', '<a a="1"></a>'],
  ['13.2.5.33', '<a a\0=b\0>', '<a a\ufffd="b\ufffd"></a>'],
  ['13.2.3.5', 'a\r\nb\rc', 'a\nb\nc'],
  ['13.2.6.4.7', '<p>a\0b', '<p>ab</p>'],
  // Drawings and formulas.
  ['13.2.6.5', '<svg><path/><text>x</text></svg>b', '<svg><path></path><text>x</text></svg>b'],
  ['13.2.6.5', '<svg><g><p>a', '<svg><g></g></svg><p>a</p>'],
  [
    '13.2.6.5',
    '<svg><foreignobject><p>a</svg>b',
    '<svg><foreignobject><p>ab</p></foreignobject></svg>',
  ],
  ['13.2.6.5', '<svg><![CDATA[a<b]]></svg>', '<svg>a<b</svg>'],
  ['13.2.6.5', '<math><mi>x</mi><mo/></math>', '<math><mi>x</mi><mo></mo></math>'],
  // The frame around everything is no element.
  ['13.2.6.4.3', '<html><head><title>t</title></head><body>a</body></html>', '<title>t</title>a'],
]

describe('reading HTML', () => {
  test.each(CASES)('%s: %s', (_, html, events) => {
    expect(eventsOf(html)).toBe(events)
  })

  test('tells the frame to who asks, and only the attributes that are asked for', () => {
    const skeleton: string[] = []
    const attributes: object[] = []
    readHtml(
      '<html lang=en><body class=x><p id=a class=b>',
      {
        open: (_, given) => void attributes.push(given),
        text() {},
        close() {},
        openSkeleton: (name, { lang }) => void skeleton.push(`${name} ${lang}`),
      },
      { wantsAttribute: (name) => name !== 'class' },
    )
    expect([skeleton, attributes]).toEqual([['html en', 'body undefined'], [{ id: 'a' }]])
  })

  test.each([1_000, 100_000])('%d elements inside each other take no more of each', (count) => {
    const hostile = ['<b>', '<p><b>', '<p><a><b><i>', '<table><td>', '<svg>', '<li><div>', '</p>']
    for (const part of hostile) {
      let events = 0
      const note = () => void (events += 1)
      readHtml(part.repeat(count), { open: note, text: note, close: note })
      expect(events).toBeLessThanOrEqual(40 * count)
    }
  })

  test('what comes after an element that is too deep is not read', () => {
    let text = ''
    const listener = { open() {}, text: (more: string) => void (text += more), close() {} }
    readHtml(`a${'<i>'.repeat(3)}b<i>c</i></i></i></i>d`, listener, { depthMax: 3 })
    expect(text).toBe('ab')
  })
})
