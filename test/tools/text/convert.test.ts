import { afterAll, describe, expect, test } from 'vitest'
import { CONVERT_JOB } from '../../../src/convert/jobs.ts'
import { FORMATS } from '../../../src/convert/pairs.ts'
import { convert } from '../../../tools/text/convert.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith } from '../../support/call.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

const caller = callWith()
afterAll(() => caller.close())
const make = async (input: object): Promise<Record<string, unknown>> => caller.call(convert, input)
const result = async (from: string, to: string, data: string, options: object = {}) =>
  (await make({ from, to, data, ...options }))['result']

describe('the four conversions of the contract', () => {
  test('Markdown to HTML', async () => {
    verifies('utility:4.7:markdown-html', 'utility:4.7:response')
    verifies('utility:2.2:ConvertResult.from', 'utility:2.2:ConvertResult.to')
    verifies('utility:2.2:ConvertResult.result')
    expect(await make({ from: 'markdown', to: 'html', data: '# a\n\n- **b**' })).toEqual({
      from: 'markdown',
      to: 'html',
      result: '<h1>a</h1>\n<ul>\n<li><strong>b</strong></li>\n</ul>\n',
    })
  })

  test('HTML to Markdown', async () => {
    verifies('utility:4.7:html-markdown')
    expect(await result('html', 'markdown', '<h1>a</h1><ul><li><b>b</b></ul>')).toBe(
      '# a\n\n- **b**\n',
    )
  })

  test('CSV to JSON', async () => {
    verifies('utility:4.7:csv-json')
    expect(await result('csv', 'json', 'a,b\n1,"x, y"\n')).toBe('[{"a":"1","b":"x, y"}]')
  })

  test('JSON to CSV', async () => {
    verifies('utility:4.7:json-csv')
    expect(await result('json', 'csv', '[{"a":1,"b":"x, y"}]')).toBe('a,b\r\n1,"x, y"')
  })
})

describe('beyond the contract', () => {
  test.each(FORMATS)('%s to itself is unchanged, whatever it holds', async (format) => {
    for (const data of ['', 'a\r\nb', '{"not', '"open', '\u0000\uFEFF\u202E']) {
      expect(await make({ from: format, to: format, data })).toEqual({
        from: format,
        to: format,
        result: data,
      })
    }
  })

  const table = '| a | b\\*c |\n| --- | --- |\n| 1 | x\\|y<br>z |\n'
  test.each([
    ['csv', 'markdown', 'a,b*c\n1,"x|y\nz"', table],
    ['json', 'markdown', '[{"a":1,"b*c":"x|y\\nz"}]', table],
    [
      'csv',
      'html',
      'a,<b>\n1,"x & y\nz"',
      '<table>\n<thead>\n<tr><th>a</th><th>&lt;b&gt;</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td><td>x &amp; y<br>z</td></tr>\n</tbody>\n</table>\n',
    ],
    [
      'json',
      'html',
      '[[1,2]]',
      '<table>\n<tbody>\n<tr><td>1</td><td>2</td></tr>\n</tbody>\n</table>\n',
    ],
    ['json', 'markdown', '[["a"],[1]]', '| a |\n| --- |\n| 1 |\n'],
    ['json', 'markdown', '[]', ''],
    ['markdown', 'csv', `text\n\n${table}`, 'a,b*c\r\n1,"x|y\nz"'],
    ['markdown', 'json', table, '[{"a":"1","b*c":"x|y\\nz"}]'],
    ['markdown', 'csv', '|a|\n|-|\n|1|\n\n|b|\n|-|\n|[c](d) `e`|', 'a\r\n1\r\n\r\nb\r\nc e'],
    ['markdown', 'json', '|a|\n|-|\n|1|\n\n|b|\n|-|\n', '[[{"a":"1"}],[]]'],
  ])('tables: %s to %s of %j', async (from, to, data, expected) => {
    expect(await result(from, to, data)).toBe(expected)
  })

  test('options', async () => {
    expect(await result('csv', 'json', 'a;1', { delimiter: ';', header: false, types: true })).toBe(
      '[["a",1]]',
    )
    expect(await result('csv', 'markdown', 'a,1', { header: false })).toBe(
      '|  |  |\n| --- | --- |\n| a | 1 |\n',
    )
    expect(await result('markdown', 'json', table, { types: true })).toContain('"a":1,')
    const formulas = { delimiter: '\t', escapeFormulas: true }
    expect(await result('json', 'csv', '[{"a":"=1","b":2}]', formulas)).toBe("a\tb\r\n'=1\t2")
    const unsafe = 'a <b onclick=c>d</b>\n\n<script>e</script>'
    expect(await result('markdown', 'html', unsafe, { commonmark: true })).toContain('<script>e')
    expect(await result('markdown', 'html', unsafe, { commonmark: true, sanitize: true })).toBe(
      '<p>a <b>d</b></p>\n',
    )
    const link = '<a href="javascript:a">b</a>'
    expect(await result('html', 'markdown', link)).toBe('[b](javascript:a)\n')
    expect(await result('html', 'markdown', link, { sanitize: true })).toBe('b\n')
  })
})

test('costs what the contract says, at the path it says', () => {
  verifies('utility:4.7:price', 'utility:4.7:path')
  expect(convert).toMatchObject({
    name: 'convert',
    price: '0.001',
    http: { method: 'POST', path: '/convert' },
  })
})

describe('errors', () => {
  test.each([
    ['html', 'csv'],
    ['html', 'json'],
  ])('%s to %s is unsupported_conversion, naming what there is', async (from, to) => {
    await expect(make({ from, to, data: '<table></table>' })).rejects.toMatchObject({
      code: 'unsupported_conversion',
      status: 400,
      hint: expect.stringMatching(
        /markdown to html.*html to markdown.*csv to json.*json to csv/,
      ) as string,
      fields: { from, to, supported: expect.arrayContaining(['csv to json']) as string[] },
    })
  })

  test.each<[string, object]>([
    ['no from', { to: 'csv', data: '' }],
    ['no to', { from: 'csv', data: '' }],
    ['no data', { from: 'csv', to: 'json' }],
    ['another from', { from: 'xml', to: 'json', data: '' }],
    ['another to', { from: 'json', to: 'yaml', data: '' }],
    ['data that is no string', { from: 'json', to: 'csv', data: [{ a: 1 }] }],
    ['a delimiter of two characters', { from: 'csv', to: 'json', data: 'a', delimiter: ',,' }],
    ['a quote as delimiter', { from: 'csv', to: 'json', data: 'a', delimiter: '"' }],
    ['CSV with an open quote', { from: 'csv', to: 'json', data: 'a\n"b' }],
    ['JSON that is none', { from: 'json', to: 'csv', data: 'a' }],
    ['JSON that is no table', { from: 'json', to: 'markdown', data: '7' }],
    ['Markdown without a table', { from: 'markdown', to: 'csv', data: '# a' }],
  ])('%s is invalid_input', async (_, input) => {
    verifies('utility:4.7:from', 'utility:4.7:to', 'utility:4.7:data')
    await expect(make(input)).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
      hint: expect.any(String) as string,
    })
  })

  test('a sparse table and a result over the cap are too_large', async () => {
    const sparse = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => ({ [`k${at}`]: 1 })))
    await expect(make({ from: 'json', to: 'csv', data: sparse })).rejects.toMatchObject({
      code: 'too_large',
      status: 413,
    })
    const rows = `${'a long name of a column'.repeat(20)}\n${'x\n'.repeat(70_000)}`
    await expect(make({ from: 'csv', to: 'json', data: rows })).rejects.toMatchObject({
      code: 'too_large',
      fields: { maxBytes: 30_000_000 },
    })
  })

  test('what takes more than the time of a job is unparsable', async () => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const run = caller.services.sandbox.run(
      CONVERT_JOB,
      { from: 'markdown', to: 'html', data: '['.repeat(2_000_000) },
      { signal, deadlineMs: 100 },
    )
    await expect(run).rejects.toMatchObject({ code: 'unparsable', status: 422 })
  })
})
