import { expect, test } from 'vitest'
import { convertJob } from '../../../src/convert/convert-job.ts'

test('lines of code in a cell of a table stay lines', async () => {
  const data = '<table><tr><th>a</th></tr><tr><td><pre>x = 1\n  y = 2</pre></td></tr></table>'
  expect(await convertJob({ from: 'html', to: 'csv', data })).toMatchObject({
    result: 'a\r\n"x = 1\ny = 2"',
  })
})

test.each([
  ['TRUE', true],
  ['False', false],
  ['true', true],
  ['TRUEST', 'TRUEST'],
  ['NULL', 'NULL'],
])('the typed value of %s is %j', async (written, value) => {
  const { result } = await convertJob({
    from: 'csv',
    to: 'json',
    data: `a\n${written}\n`,
    types: true,
  })
  expect(JSON.parse(result)).toEqual([{ a: value }])
})

test.each([
  ['csv', 'html', 'a\nx\0y\n'],
  ['csv', 'markdown', 'a\nx\0y\n'],
  ['markdown', 'html', 'x\0y'],
] as const)('no U+0000 from %s to %s', async (from, to, data) => {
  const { result } = await convertJob({ from, to, data })
  expect(result).toContain('x\uFFFDy')
})

test('the kind of number of an item is noted', async () => {
  const { notes } = await convertJob({
    from: 'html',
    to: 'markdown',
    data: '<ol><li type="a">x</li></ol>',
  })
  expect(notes.join()).toContain('letters')
})
