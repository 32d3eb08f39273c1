import { describe, expect, test } from 'vitest'
import {
  DEPTH_MAX_LEVELS,
  ELEMENTS_MAX_COUNT,
  parsePage,
  type PageTree,
} from '../../../../src/markup/html/parse-page.ts'
import { visitNodes } from '../../../../src/markup/html/tree/node.ts'

/** The tree written with tags, text as it is. */
function outline({ root }: PageTree): string {
  let out = ''
  visitNodes(
    root,
    (node) => {
      out += node.isText ? node.data : `<${node.name}>`
    },
    ({ name }) => {
      out += `</${name}>`
    },
  )
  return out
}
const tree = (source: string): string => outline(parsePage(source))

describe('tags close what browsers close', () => {
  test.each([
    ['<p>a<p>b<div>c</p>d', '<p>a</p><p>b</p><div>c<p></p>d</div>'],
    ['<p><span>a<div>b', '<p><span>a</span></p><div>b</div>'],
    [
      '<table><tr><td>a<td>b<tr><th>c</table>d',
      '<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>d',
    ],
    ['<table><td>a</div></p></table>', '<table><td>a<p></p></td></table>'],
    ['<div><table><td>a</div>b', '<div><table><td>ab</td></table></div>'],
    ['<ul><li>a<ul><li>b</ul><li>c</ul>', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
    ['<a href=x>a<a href=y>b</a>c', '<a>a</a><a>b</a>c'],
    ['<h1>a<h2>b</h2>', '<h1>a</h1><h2>b</h2>'],
    ['<div><span>a</div>b</span>c', '<div><span>a</span></div>bc'],
    ['<span>a<div>b</span>c</div>', '<span>a<div>bc</div></span>'],
    [
      '<select><option>a<option>b</select>',
      '<select><option>a</option><option>b</option></select>',
    ],
    ['<td>a<td>b', '<td>a</td><td>b</td>'],
    ['a</br>b', 'a<br></br>b'],
    ['<image>', '<img></img>'],
    ['<div/>a', '<div>a</div>'],
  ])('%s', (source, expected) => {
    expect(tree(source)).toBe(expected)
  })
})

describe('leaves out', () => {
  test.each([
    ['scripts', 'a<script>x</script>b'],
    ['styles', 'a<style>x</style>b'],
    ['comments', 'a<!-- x -->b'],
    ['what browsers take for a comment', 'a<![CDATA[ x >b'],
    ['templates', 'a<template><p>x</p></template>b'],
    ['drawings', 'a<svg><title>x</title><path d=1 /><style>x</style></svg>b'],
    ['hidden elements', 'a<i hidden>x</i><i style="display:none">x<br>x</i>b'],
    ['short notices', 'a<noscript>x</noscript>b'],
    ['faded parts', 'a<i style="opacity:0">x</i>b'],
    ['the skeleton and the head', '<html><head><title>x</title><link href=x></head><body>ab'],
  ])('%s', (_, source) => {
    expect(tree(source)).toBe('ab')
  })

  test('white space beside the borders of blocks, and no other', () => {
    expect(tree('<div> <p>a </p> <i>b</i> <i>c</i> </div>')).toBe(
      '<div><p>a </p><i>b</i> <i>c</i></div>',
    )
    expect(tree('<pre> <i>a</i>\n</pre>')).toBe('<pre> <i>a</i>\n</pre>')
  })
})

describe('keeps', () => {
  test('what a control of the page unfolds', () => {
    expect(
      tree('<div role=tabpanel hidden>a</div><div class="faq-answer" style="display:none">b</div>'),
    ).toBe('<div>a</div><div>b</div>')
    expect(tree('<div role=dialog class=accordion hidden>x</div>a')).toBe('a')
  })

  test('what a control that can be expanded controls', () => {
    const panel = '<div id=b hidden>b</div>'
    expect(tree(`<i aria-expanded=false aria-controls="a b">a</i>${panel}`)).toBe(
      '<i>a</i><div>b</div>',
    )
    expect(tree(`<i aria-controls=b>a</i>${panel}`)).toBe('<i>a</i>')
    expect(tree(`<i aria-expanded=false aria-controls=c>a</i>${panel}`)).toBe('<i>a</i>')
  })

  test('the characters of a formula that shows none', () => {
    const glyphs = '<svg><g data-mml-node=mi><path data-c="61"></path></g></svg>'
    expect(tree(`<mjx-container>${glyphs}</mjx-container>`)).toContain('a</svg>')
    expect(tree('<span class=math data-tex="b^2"></span>')).toBe('<span>b^2</span>')
    expect(tree(glyphs)).toBe('')
  })

  test('frames, videos and sounds, without what is inside', () => {
    expect(tree('a<iframe src=y><p>x</p></iframe>b')).toBe('a<iframe></iframe>b')
    expect(tree('a<video><source src=v.mp4>x</video>b')).toBe('a<video></video>b')
    expect(tree('a<iframe src=y width=1 height=1></iframe>b')).toBe('ab')
    expect(tree('a<iframe src=y style="display:none"></iframe>b')).toBe('ab')
  })

  test('what React streams', () => {
    expect(tree('<p>a</p><div hidden id="S:1f"><p>b</p></div>')).toBe('<p>a</p><div><p>b</p></div>')
  })

  test('what React streams, where it belongs', () => {
    const later = '<div hidden id="S:1"><p>b</p></div>'
    const place = (name: string): string => `<template id="B:${name}"></template>`
    expect(tree(`<p>a</p>${place('1')}<p>c</p>${later}`)).toBe(
      '<p>a</p><div><p>b</p></div><p>c</p>',
    )
    // A part whose place is in another part, or behind it, or nowhere, stays.
    const other = `<div hidden id="S:2">${place('1')}<p>d</p></div>`
    expect(tree(`<p>a</p>${place('2')}<p>c</p>${later}${other}`)).toBe(
      '<p>a</p><div><p>d</p></div><p>c</p><div><p>b</p></div>',
    )
    expect(tree(`${later}<p>a</p>${place('1')}${place('3')}`)).toBe('<div><p>b</p></div><p>a</p>')
    const inside = `<div hidden id="S:3">${later}</div>`
    expect(tree(`${place('1')}${place('3')}<p>a</p>${inside}`)).toBe(
      '<div><div><p>b</p></div></div><p>a</p>',
    )
  })

  test('what follows a drawing that is never closed', () => {
    expect(tree('<a><svg><path d="M1"></a><ul><li class=x>a</ul>')).toBe(
      '<a></a><ul><li>a</li></ul>',
    )
    expect(tree('<svg><foreignObject><div>x</div></foreignObject><image href=x></svg>a')).toBe('a')
  })
})

test('formulas in scripts stay', () => {
  expect(tree('a<script type="math/tex">x<y</script>b')).toBe('a<script>x<y</script>b')
})

test('a hidden list item ends where the next one begins', () => {
  expect(tree('<ul><li hidden>x<li>a</ul>b')).toBe('<ul><li>a</li></ul>b')
})

describe('decides at the end', () => {
  const long = 'Many words of a thread. '.repeat(30)

  test('a noscript that holds most of the text is content, in its place', () => {
    expect(tree(`<p>a</p><noscript><p>${long}</p></noscript><p>b</p>`)).toBe(
      `<p>a</p><noscript><p>${long}</p></noscript><p>b</p>`,
    )
    expect(tree(`<p>${long}${long}</p><noscript><p>${long}</p></noscript>`)).not.toContain(
      'noscript',
    )
  })

  test('parts that are faded in are content when they hold most of the text', () => {
    const faded = `<div style="opacity:0"><p>${long}</p></div>`
    expect(tree(`<p>a</p>${faded}`)).toContain(long)
    expect(tree(`<p>${long}${long}</p>${faded}`)).not.toContain('<div')
  })

  test('and when there are many of them', () => {
    const faded = '<p style="opacity:0;transform:translateY(20px)">b</p>'
    const plain = `<p>${long}</p>`
    expect(tree(plain + faded.repeat(5))).toBe(plain + '<p>b</p>'.repeat(5))
    expect(tree(plain + faded.repeat(4))).toBe(plain)
    expect(tree(plain + faded.repeat(4) + faded.replace('b', ''))).toBe(plain)
    expect(tree(plain + faded.replace('opacity', 'font-size').repeat(5))).toBe(plain)
    expect(tree(plain + faded.replace(';', ';color:transparent;').repeat(5))).toBe(plain)
  })

  test('hidden parts are content when there is next to nothing else', () => {
    const hidden = `<div style="visibility:hidden"><p>${long}</p></div><i hidden>x</i>`
    expect(tree(`<p>a</p>${hidden}`)).toBe(`<p>a</p><div><p>${long}</p></div>`)
    expect(tree(`<p>${long}</p>${hidden}`)).toBe(`<p>${long}</p>`)
    expect(tree(`<p>a</p><div hidden>${'x '.repeat(100)}</div>`)).toBe('<p>a</p>')
  })

  test('and numbers the nodes anew', () => {
    const { nodes, root } = parsePage(`<p>a</p><i style="opacity:0">x</i><p>b<b>c</b></p>`)
    expect(nodes.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(nodes.map((node) => (node.isText ? 0 : node.end))).toEqual([7, 3, 0, 7, 0, 7, 0])
    expect(root.end).toBe(7)
  })
})

test('reports what the head says', () => {
  const source =
    '<html lang=en><title> T &amp; U </title><base href="/b/"><meta property="OG:Type" content="article">' +
    '<body class=single><script></script><script type="application/ld+json">{"a":"<!--</b>"}</script><noscript>no js</noscript>'
  expect(parsePage(source)).toMatchObject({
    title: ' T & U ',
    baseHref: '/b/',
    lang: 'en',
    bodyClass: 'single ',
    metas: new Map([['og:type', 'article']]),
    jsonLd: ['{"a":"<!--</b>"}'],
    noscript: ' no js',
    scripts: 2,
  })
})

test('attributes in lower case, the first of each name, decoded', () => {
  const [, element] = parsePage(
    `<a HREF='x?a=1&amp;b="' href=z data-X __proto__=y constructor=z>t`,
    true,
  ).nodes
  expect(element).toMatchObject({ name: 'a', attributes: { href: 'x?a=1&b="', 'data-x': '' } })
  expect(Object.keys((element as { attributes: object }).attributes)).toEqual(['href', 'data-x'])
})

test('attributes for scripts are kept for selectors only, but for those that we read', () => {
  const source = '<a data-x=1 aria-label=2 onclick=3 data-src=4 aria-hidden=no role=5>t'
  const namesOf = (keepsAttributes: boolean): string[] => {
    const [, element] = parsePage(source, keepsAttributes).nodes
    return Object.keys((element as { attributes: object }).attributes)
  }
  expect(namesOf(false)).toEqual(['data-src', 'aria-hidden', 'role'])
  expect(namesOf(true)).toEqual([
    'data-x',
    'aria-label',
    'onclick',
    'data-src',
    'aria-hidden',
    'role',
  ])
})

describe('bounds', () => {
  test('depth: deeper elements lose their tags, not their text', () => {
    const text = tree(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}after`)
    expect(text.match(/<div>/g)).toHaveLength(DEPTH_MAX_LEVELS)
    expect(text).toContain('deep')
    expect(text.endsWith('</div>after')).toBe(true)
  })

  test('count: later elements lose their tags, not their text', () => {
    const { nodes } = parsePage('<b>x</b>'.repeat(ELEMENTS_MAX_COUNT + 10))
    expect(nodes.filter((node) => !node.isText)).toHaveLength(ELEMENTS_MAX_COUNT + 1)
    expect(nodes.at(-1)).toMatchObject({ data: 'x'.repeat(10) })
  })

  test('attributes: neither many nor long ones are kept', () => {
    const [, element] = parsePage(
      `<i ${'a'.repeat(1)}${Array.from({ length: 200 }, (_, n) => ` b${n}=1`).join('')}>x`,
    ).nodes
    expect(Object.keys((element as { attributes: object }).attributes)).toHaveLength(64)
    const [, long] = parsePage(`<i title="${'a'.repeat(30_000)}">x`).nodes
    expect((long as { attributes: object }).attributes).toEqual({})
  })
})

test.each([
  [
    '0; url=/a',
    '<head><meta http-equiv=Refresh content="0; url=/a"><meta http-equiv=refresh content=1>',
  ],
  ['0; url=/b', '<p>a<meta http-equiv="refresh" content="0; url=/b">'],
  ['', '<noscript><meta http-equiv=refresh content="0; url=/a"></noscript><p>b'],
  ['', '<meta name=refresh content="0; url=/a"><meta http-equiv=x content=y>'],
])('the page sends its reader to %j', (refresh, source) => {
  expect(parsePage(source).refresh).toBe(refresh)
})
