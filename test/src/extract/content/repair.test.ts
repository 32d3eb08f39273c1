import { describe, expect, test } from 'vitest'
import { readSignals } from '../../../../src/extract/content/block-features.ts'
import { keepBlocks, keptNodes } from '../../../../src/extract/content/repair.ts'
import { parsePage } from '../../../../src/extract/tree/parse-page.ts'

/** The names and texts of what is kept when the blocks are judged as given. */
function kept(source: string, probabilities: readonly number[]): string {
  const tree = parsePage(source)
  const signals = readSignals(tree, 'https://a.test/')
  expect(signals.blocks).toHaveLength(probabilities.length)
  const keeps = keepBlocks(signals, {
    probabilities: Float32Array.from(probabilities),
    threshold: 0.5,
  })
  const nodes = keptNodes(tree, signals, keeps)
  return tree.nodes
    .filter(({ id }) => nodes[id] === 1)
    .map((node) => (node.isText ? node.data.trim() : node.name))
    .join(' ')
}

describe('keeps', () => {
  test('the text of blocks at the threshold, and everything around it', () => {
    expect(kept('<div><p>a</p><p>b <b>c</b></p></div><div>d</div>', [0.4, 0.5, 0.1])).toBe(
      '#document div p b b c',
    )
  })

  test('all of a table when most of it is kept, else only that', () => {
    const table = '<table><tr><th>Day<th>Metres<tr><td>Monday<td>four and a half</table>'
    expect(kept(table, [0.1, 0.6, 0.6, 0.6])).toBe(
      '#document table tr th Day th Metres tr td Monday td four and a half',
    )
    expect(kept(table, [0.6, 0.1, 0.1, 0.1])).toBe('#document table tr th Day')
  })

  test('a table between kept text, unless it is made of links', () => {
    const page = (cell: string): string => `<p>a</p><table><tr><td>${cell}<td>c</table><p>d</p>`
    expect(kept(page('b'), [0.9, 0.1, 0.1, 0.9])).toContain('b td c')
    expect(kept(page('<a>bb</a>'), [0.9, 0.1, 0.1, 0.9])).not.toContain('td')
  })

  test('not a table that arranges the page', () => {
    const long = 'Many words in one cell. '.repeat(12)
    expect(kept(`<table><tr><td>${long}<td>${long.slice(0, 200)}</table>`, [0.9, 0.1])).not.toMatch(
      /td .* td/,
    )
  })

  test('a heading that is not sure over text that is', () => {
    expect(kept('<h2>a</h2><p>b</p>', [0.3, 0.9])).toBe('#document h2 a p b')
    expect(kept('<h2>a</h2><p>b</p>', [0.1, 0.9])).toBe('#document p b')
    expect(kept('<h2>a</h2><p>b</p>', [0.3, 0.1])).toBe('#document')
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
    expect(kept(page('div'), [0.9, 0.1, 0.1, 0.1, 0.9])).toBe('#document p a p d')
  })

  test('images and lines among kept text, and none elsewhere', () => {
    expect(
      kept('<img><p>a</p><figure><img></figure><hr><p>b</p><img><p>c</p>', [0.9, 0.9, 0.1]),
    ).toBe('#document p a figure img hr p b')
    expect(kept('<p>a<br>b<img></p><p>c</p>', [0.9, 0.1])).toBe('#document p a br b img')
  })
})
