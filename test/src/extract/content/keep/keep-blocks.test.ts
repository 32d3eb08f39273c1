import { describe, expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { keepBlocks, type Decision } from '../../../../../src/extract/content/keep/keep-blocks.ts'
import { keptNodes } from '../../../../../src/extract/content/keep/kept-nodes.ts'
import { settleHeadings } from '../../../../../src/extract/content/keep/settle-headings.ts'
import { structuresOf } from '../../../../../src/extract/content/keep/structures.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

/** The names and texts of what is kept when the blocks are judged as given. */
function kept(
  source: string,
  probabilities: readonly number[],
  more: Partial<Decision> = {},
): string {
  const tree = parsePage(source)
  const signals = readSignals(tree, 'https://a.test/')
  expect(signals.blocks).toHaveLength(probabilities.length)
  const decision = {
    probabilities: Float32Array.from(probabilities),
    threshold: 0.5,
    isThread: false,
    isInRows: false,
    isArticle: false,
    ...more,
  }
  const structures = structuresOf(signals.blocks, signals.stats)
  const keeps = keepBlocks(signals, structures, decision)
  settleHeadings(signals.blocks, keeps, decision)
  const nodes = keptNodes(tree, signals, keeps)
  return tree.nodes
    .filter(({ id }) => nodes[id] === 1)
    .map((node) => (node.isText ? node.data.trim() : node.name))
    .join(' ')
}

describe('keeps', () => {
  test('what is likely enough under a heading that is sure, but not whose rights the page is', () => {
    const html = '<p>a</p><h2>b</h2><div>c</div><div>© 2026 d</div>'
    expect(kept(html, [0.9, 0.8, 0.3, 0.3])).toBe('#document p a h2 b div c')
  })

  test('the text of blocks at the threshold, and everything around it', () => {
    expect(kept('<div><p>a</p><p>b <b>c</b></p></div><div>d</div>', [0.4, 0.5, 0.1])).toBe(
      '#document div p b b c',
    )
  })

  test('all of a table or list when most of it is kept, else nothing of it', () => {
    const table = '<table><tr><th>Day<th>Metres<tr><td>Monday<td>four and a half</table>'
    expect(kept(table, [0.1, 0.6, 0.6, 0.6])).toBe(
      '#document table tr th Day th Metres tr td Monday td four and a half',
    )
    const beside = '<section><div>a</div></section>'
    const after = (structure: string): string => `<aside>${structure}</aside>${beside}`
    expect(kept(after(table), [0.6, 0.1, 0.1, 0.1, 0.9])).toBe('#document section div a')
    const list = '<ul><li>one<li>two<li>three</ul>'
    expect(kept(list, [0.6, 0.6, 0.1])).toBe('#document ul li one li two li three')
    expect(kept(after(list), [0.01, 0.6, 0.01, 0.9])).toBe('#document section div a')
    expect(kept(list, [0.1, 0.6, 0.1])).toBe('#document ul li one li two li three')
  })

  test('a table between kept text, unless it is made of links', () => {
    const page = (cell: string): string => `<p>a</p><table><tr><td>${cell}<td>c</table><p>d</p>`
    expect(kept(page('b'), [0.9, 0.1, 0.1, 0.9])).toContain('b td c')
    expect(kept(page('<a>bb</a>'), [0.9, 0.1, 0.1, 0.9])).not.toContain('td')
  })

  test('an address between kept text, in an article only one to write or call to', () => {
    const page = (address: string): string => `<p>a</p><address>${address}</address><p>b</p>`
    const [by, contact] = ['By Ann, 12 May 2026', 'Elm Road 5<br><a>ann@a.test</a>']
    const likely = [0.9, 0.1, 0.9]
    expect(kept(page(by), likely)).toContain(by)
    expect(kept(page(by), likely, { isArticle: true })).not.toContain(by)
    expect(kept(page(contact), likely, { isArticle: true })).toContain('Elm Road 5 br a ann@a.test')
    expect(kept(page(contact), likely, { isThread: true })).not.toContain('Elm')
  })

  test('not a table that arranges the page', () => {
    const long = 'Many words in one cell. '.repeat(12)
    expect(kept(`<table><tr><td>${long}<td>${long.slice(0, 200)}</table>`, [0.9, 0.1])).not.toMatch(
      /td .* td/,
    )
  })

  test('a heading that is not sure over text that is', () => {
    expect(kept('<h2>a</h2><p>b</p>', [0.3, 0.9])).toBe('#document h2 a p b')
    expect(kept('<h2>a</h2><p>b</p>', [0.1, 0.9])).toBe('#document h2 a p b')
    expect(kept('<h2>a</h2><p>b</p>', [0.3, 0.1])).toBe('#document')
    expect(kept('<aside><h2>a</h2></aside><p>b</p>', [0.3, 0.9])).toBe('#document p b')
    expect(kept('<h2>a</h2><h2>b</h2><p>c</p>', [0.3, 0.3, 0.9])).toBe('#document h2 b p c')
  })

  test('a heading over text that is kept further below, in the same section and no thread', () => {
    const page = '<h2>a</h2><div>b</div><div>c</div><p>d</p>'
    expect(kept(page, [0.4, 0.1, 0.1, 0.9])).toBe('#document h2 a p d')
    expect(kept(page, [0.3, 0.1, 0.1, 0.9])).toBe('#document p d')
    expect(kept(page, [0.4, 0.1, 0.1, 0.9], { isThread: true })).toBe('#document p d')
    expect(kept(page.replace('a', '<a>a</a>'), [0.4, 0.1, 0.1, 0.9])).toBe('#document p d')
    expect(kept(page.replace('<div>c</div>', '<h2>c</h2>'), [0.4, 0.1, 0.1, 0.9])).toBe(
      '#document h2 c p d',
    )
    expect(kept(`<form>${page.replace('<p>', '</form><p>')}`, [0.4, 0.1, 0.1, 0.9])).toBe(
      '#document p d',
    )
    expect(kept('<h1>a</h1><div>b</div><p>c</p>', [0.4, 0.1, 0.9])).toBe('#document p c')
    const long = `<h2>a</h2>${'<div>b</div>'.repeat(40)}<p>d</p>`
    expect(kept(long, [0.4, ...Array<number>(40).fill(0.1), 0.9])).toBe('#document p d')
  })

  test('the title of a page only where it is likely enough', () => {
    expect(kept('<h1>a</h1><p>b</p>', [0.3, 0.9])).toBe('#document h1 a p b')
    expect(kept('<h1>a</h1><p>b</p>', [0.1, 0.9])).toBe('#document p b')
  })

  test('no heading without what it heads, unless it says something by itself', () => {
    const page = (heading: string): string => `<p>a</p><h2>${heading}</h2><div>b</div>`
    expect(kept(page('c'), [0.9, 0.6, 0.1])).toBe('#document p a')
    expect(kept(page('c'), [0.9, 0.9, 0.1])).toBe('#document p a h2 c')
    expect(kept(page('<a>c</a>'), [0.9, 0.6, 0.1])).toBe('#document p a h2 a c')
    const long = 'Many words in one line. '.repeat(4).trim()
    expect(kept(page(long), [0.9, 0.6, 0.1])).toBe(`#document p a h2 ${long}`)
    expect(kept('<p>a</p><h2>c</h2>', [0.9, 0.6])).toBe('#document p a h2 c')
    expect(kept('<h2>c</h2><div>b</div>', [0.6, 0.1])).toBe('#document h2 c')
  })

  test('a paragraph that is not sure between two that are', () => {
    expect(kept('<p>a</p><p>b</p><p>c</p>', [0.9, 0.3, 0.9])).toBe('#document p a p b p c')
    expect(kept('<p>a</p><p>b</p><p>c</p>', [0.9, 0.2, 0.9])).toBe('#document p a p c')
    expect(kept('<p>a</p><p>b</p><p>c</p>', [0.9, 0.3, 0.2])).toBe('#document p a')
    expect(kept('<p>a</p><div>b</div><p>c</p>', [0.9, 0.3, 0.9])).toBe('#document p a p c')
  })

  test('a figure whose caption is left out', () => {
    const figure = '<figure><img><figcaption>b</figcaption></figure>'
    expect(kept(`<p>a</p>${figure}<p>c</p>`, [0.9, 0.1, 0.9])).toBe('#document p a figure img p c')
    expect(kept(`<p>a</p>${figure}<p>c</p>`, [0.9, 0.1, 0.1])).toBe('#document p a')
  })

  test('a table after an aside that is left out', () => {
    const page = (tag: string): string =>
      `<p>a</p><${tag}>x</${tag}><table><tr><td>b<td>c</table><p>d</p>`
    expect(kept(page('aside'), [0.9, 0.1, 0.1, 0.1, 0.9])).toBe(
      '#document p a table tr td b td c p d',
    )
    const link = page('div').replace('<td>b', '<td><a>bb</a>')
    expect(kept(link, [0.9, 0.1, 0.1, 0.1, 0.9])).toBe('#document p a p d')
  })

  test('a table only so far after kept text', () => {
    const table = '<table><tr><td>b<td>c</table>'
    const page = (count: number): string => `<p>a</p>${'<aside>x</aside>'.repeat(count)}${table}`
    const judged = (count: number): number[] => [0.9, ...Array<number>(count + 2).fill(0.1)]
    expect(kept(page(40), judged(40))).toContain('td')
    expect(kept(page(60), judged(60))).not.toContain('td')
  })

  test('a list beside kept text, unless it says that it is something else', () => {
    const list = '<ul><li>b<li>c</ul>'
    expect(kept(`<p>a</p>${list}`, [0.9, 0.1, 0.1])).toBe('#document p a ul li b li c')
    expect(kept(`<div><p>a</p></div><div>${list}</div>`, [0.9, 0.1, 0.1])).toBe('#document div p a')
    expect(kept(`<div><p>a</p></div><div>${list}</div>`, [0.9, 0.3, 0.3])).toContain('li c')
    expect(kept(`<p>a</p><ul role="navigation"><li>b<li>c</ul>`, [0.9, 0.1, 0.1])).toBe(
      '#document p a',
    )
  })

  test('code beside kept text, of links or not', () => {
    const code = '<div><pre><a>bb</a></pre></div>'
    expect(kept(`<p>a</p>${code}`, [0.9, 0.1])).toContain('pre a bb')
    expect(kept(`<p>a</p><h2>c</h2>${code}`, [0.9, 0.1, 0.1])).toContain('h2 c div pre a bb')
    expect(kept(`<p>a</p><div>Copy</div>${code}`, [0.9, 0.1, 0.1])).toBe(
      '#document p a div pre a bb',
    )
  })

  test('what is quoted between kept text, except in a thread', () => {
    const page = '<p>a</p><blockquote><p>b<p>c</blockquote><p>d</p>'
    const probabilities = [0.9, 0.1, 0.1, 0.9]
    expect(kept(page, probabilities)).toContain('blockquote p b p c')
    expect(kept(page, probabilities, { isThread: true })).toBe('#document p a p d')
  })

  test('what is likely enough between the parts of things in rows', () => {
    const page = '<div>a</div><div>b</div><div>c</div><div><a>d</a></div><div>e</div>'
    const probabilities = [0.9, 0.4, 0.3, 0.4, 0.9]
    expect(kept(page, probabilities, { isInRows: true })).toBe('#document div a div b div e')
    expect(kept(page, probabilities)).toBe('#document div a div e')
  })

  test('the text under a heading that says something by itself', () => {
    const page = '<p>a</p><h2><a>b</a></h2><div>c</div><div><a>d</a></div><div>e</div>'
    expect(kept(page, [0.9, 0.9, 0.3, 0.3, 0.1])).toBe('#document p a h2 a b div c')
  })

  test('a table with headings in its cells', () => {
    const table = '<table><tr><td><h4>Day</h4><td><h4>Metres</h4><tr><td>Monday<td>four</table>'
    expect(kept(table, [0.1, 0.6, 0.6, 0.6])).toContain('h4 Day')
  })

  test('cards one by one', () => {
    const post = '<li><div>a</div><div>b</div><div>c</div><div>d</div><div>e</div></li>'
    expect(kept(`<ul>${post}</ul>`, [0.9, 0.9, 0.9, 0.1, 0.1])).toBe(
      '#document ul li div a div b div c',
    )
    const card = '<li><h3>a</h3><p>b</p></li>'
    expect(kept(`<ul>${card}${card}</ul>`, [0.9, 0.9, 0.1, 0.1])).toBe('#document ul li h3 a p b')
    const cell = '<td><div>a</div><div>b</div></td>'
    expect(kept(`<table><tr>${cell}${cell}</table>`, [0.9, 0.9, 0.1, 0.1])).toBe(
      '#document table tr td div a div b',
    )
  })

  test('images and lines among kept text, and none elsewhere', () => {
    expect(
      kept('<img><p>a</p><figure><img></figure><hr><p>b</p><img><p>c</p>', [0.9, 0.9, 0.1]),
    ).toBe('#document p a figure img hr p b')
    expect(kept('<p>a<br>b<img></p><p>c</p>', [0.9, 0.1])).toBe('#document p a br b img')
  })
})
