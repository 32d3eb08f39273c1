import { expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { keepTableHeads } from '../../../../../src/extract/content/keep/table-heads.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

function kept(source: string, keeps: readonly number[]): number[] {
  const signals = readSignals(parsePage(source), 'https://a.test/')
  expect(signals.blocks).toHaveLength(keeps.length)
  const after = Uint8Array.from(keeps)
  keepTableHeads(signals, after)
  return [...after]
}

test('the head of a table is kept with any of its cells', () => {
  const table = '<table><thead><tr><th>a<th>b</thead><tr><td>c<td>d<tr><td>e<td>f</table>'
  expect(kept(table, [0, 0, 0, 0, 1, 0])).toEqual([1, 1, 0, 0, 1, 0])
  expect(kept(table, [0, 0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 0, 0])
  expect(
    kept(`<p>x</p>${table}<table><tr><th>a<th>b<tr><td>c</table>`, [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
  ).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 1, 1])
})

test('a first row with cells, and heads of rows, are no head', () => {
  expect(kept('<table><tr><th>a<td>b<tr><th>c<td>d</table>', [0, 0, 0, 1])).toEqual([0, 0, 0, 1])
  expect(kept('<table><tr><td>a<tr><td>c</table>', [0, 1])).toEqual([0, 1])
})

test('a table in a cell has its own head', () => {
  const inner = '<table><tr><th>a<tr><td>b</table>'
  expect(kept(`<table><tr><td>x</td></tr><tr><td>${inner}</td></tr></table>`, [0, 0, 1])).toEqual([
    0, 1, 1,
  ])
})
