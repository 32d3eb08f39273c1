import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertJob, type ConvertJobInput } from '../../../../src/convert/convert-job.ts'
import { readCsv, sniffDelimiter } from '../../../../src/convert/csv/csv-reader.ts'
import { writeCsv } from '../../../../src/convert/csv/csv-writer.ts'
import { seeds } from '../../../support/full.ts'

function records(text: string, delimiter = ','): string[][] {
  const found: string[][] = []
  readCsv(text, delimiter, (fields) => found.push(fields))
  return found
}

async function json(data: string, options: Partial<ConvertJobInput> = {}): Promise<unknown> {
  return JSON.parse((await convertJob({ from: 'csv', to: 'json', data, ...options })).result)
}

async function csv(value: unknown, options: Partial<ConvertJobInput> = {}): Promise<string> {
  const data = typeof value === 'string' ? value : JSON.stringify(value)
  return (await convertJob({ from: 'json', to: 'csv', data, ...options })).result
}

describe('reading CSV', () => {
  test.each<[string, string, string[][]]>([
    ['nothing', '', []],
    [
      'LF',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\n1,"2"\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CR',
      'a,b\r1,"2"\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no last line end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a quoted first field after a mark', '\uFEFF"a",b', [['a', 'b']]],
    ['commas and line ends in quotes', '"a,\r\nb",c\n', [['a,\r\nb', 'c']]],
    ['quotes in quotes', '"a ""b"" c","""",""\n', [['a "b" c', '"', '']]],
    [
      'empty fields',
      ',\n"",\n',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['white space is kept', ' a , b\n', [[' a ', ' b']]],
    ['a quote inside a field is text', 'a "b" c,d\n', [['a "b" c', 'd']]],
    [
      'text after a closing quote is kept',
      '"a" b,c\n"d""e"f,g',
      [
        ['a b', 'c'],
        ['d"ef', 'g'],
      ],
    ],
    [
      'blank lines between wide rows are no records',
      '\na,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['blank lines of one column are', '\na\n\n', [[''], ['a'], ['']]],
    ['only blank lines', '\n\n', [[''], ['']]],
    ['rows of any width', 'a,b\n1\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
  ])('%s', (_, text, expected) => {
    expect(records(text)).toEqual(expected)
  })

  test('a quote that is never closed is invalid_input, with its line and no word of the data', () => {
    let thrown: unknown
    try {
      records('a,b\n1,2\n3,"secret\n4,5\n')
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ code: 'invalid_input', fields: { line: 3 } })
    expect(JSON.stringify([String(thrown), thrown])).not.toContain('secret')
  })

  test.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n', ';'],
    ['a\tb,c\n1\t2\n', '\t'],
    ['a|b|c\n1|2|3\n', '|'],
    ['"a;b",c\n"d;e",f\n', ','],
    ['one column\nsome; text\n', ','],
    [`a;b\n"${'x,'.repeat(100_000)}";1\n`, ';'],
    ['', ','],
  ])('the delimiter of %j is found', (text, delimiter) => {
    expect(sniffDelimiter(text)).toBe(delimiter)
  })
})

describe('CSV to JSON', () => {
  test('keeps values as they are, unless types are asked for', async () => {
    const data = 'n,big,zero,yes,no,none,x\n1.50,12345678901234567890,007,true,false,,null\n'
    expect(await json(data)).toEqual([
      {
        n: '1.50',
        big: '12345678901234567890',
        zero: '007',
        yes: 'true',
        no: 'false',
        none: '',
        x: 'null',
      },
    ])
    expect(await json(data, { types: true })).toEqual([
      {
        n: 1.5,
        big: '12345678901234567890',
        zero: '007',
        yes: true,
        no: false,
        none: null,
        x: null,
      },
    ])
  })

  test('keeps every column, whatever its name', async () => {
    const data = '__proto__,constructor,a,a,a_2,,2\n1,2,3,4,5,6,7\n'
    const [row] = (await json(data)) as object[]
    expect(Object.entries(row ?? {})).toEqual([
      ['2', '7'],
      ['__proto__', '1'],
      ['constructor', '2'],
      ['a', '3'],
      ['a_3', '4'],
      ['a_2', '5'],
      ['', '6'],
    ])
    expect(await csv('[{"__proto__":"1","a":"2"}]')).toBe('__proto__,a\r\n1,2')
    const own = await convertJob({ from: 'csv', to: 'json', data: '__proto__,a\n1,2' })
    expect(own.result).toBe('[{"__proto__":"1","a":"2"}]')
    const { result } = await convertJob({ from: 'csv', to: 'json', data: 'b,1,__proto__\nx,y,z' })
    expect(result).toBe('[{"b":"x","1":"y","__proto__":"z"}]')
  })

  test('fills short rows and keeps what is too much', async () => {
    expect(await json('a,_extra\n1\n1,2,3,4\n')).toEqual([
      { a: '1', _extra: '' },
      { a: '1', _extra: '2', _extra_2: ['3', '4'] },
    ])
  })

  test('gives rows of all kinds in order', async () => {
    const lines = Array.from({ length: 2_345 }, (_, at) =>
      at % 700 === 3 ? `${at}` : `${at},"b\\${at}"`,
    )
    const rows = (await json(`a,b\n${lines.join('\n')}`)) as { a: string; b: string }[]
    expect(rows.map(({ a }) => Number(a))).toEqual(lines.map((_, at) => at))
    expect(rows[1_500]).toEqual({ a: '1500', b: '"b\\1500"'.slice(1, -1) })
    expect(rows[703]).toEqual({ a: '703', b: '' })
  })

  test('gives arrays where there is no header, and nothing for nothing', async () => {
    expect(await json('a,b\n1,\n', { header: false })).toEqual([
      ['a', 'b'],
      ['1', ''],
    ])
    expect(await json('a,b\n')).toEqual([])
    expect(await json('')).toEqual([])
  })

  test('takes the delimiter it is told', async () => {
    expect(await json('a;b\n1;2', { delimiter: ',' })).toEqual([{ 'a;b': '1;2' }])
    expect(await json('a^b\n1^"2^3"', { delimiter: '^' })).toEqual([{ a: '1', b: '2^3' }])
  })
})

describe('JSON to CSV', () => {
  test.each<[string, unknown, string]>([
    [
      'objects',
      [
        { a: 1, b: 'x' },
        { a: null, b: true },
      ],
      'a,b\r\n1,x\r\n,true',
    ],
    ['columns in the order they first occur', [{ b: 1 }, { a: 2, b: 3 }], 'b,a\r\n1,\r\n3,2'],
    ['nested objects', [{ a: { b: { c: 1 } }, d: {} }, { a: 2 }], 'a.b.c,d,a\r\n1,{},\r\n,,2'],
    ['arrays as JSON', [{ a: [1, 'x'] }], 'a\r\n"[1,""x""]"'],
    ['one object', { a: 'x' }, 'a\r\nx'],
    ['arrays of arrays', [['a', 1], [null], []], 'a,1\r\n""\r\n""'],
    ['values', ['x', 2, null], 'value\r\nx\r\n2\r\n""'],
    ['mixed rows', [{ a: 1 }, 'x', [2]], 'a,value\r\n1,\r\n,x\r\n,[2]'],
    ['two values of one path', [{ 'a.b': 1, a: { b: 2 } }], 'a.b,a.b_2\r\n1,2'],
    ['quotes where they are needed', [{ a: 'x,"y"\n', b: ' z ' }], 'a,b\r\n"x,""y""\n", z '],
    ['what a reader might take for a delimiter', [{ a: 'x;y' }], 'a\r\n"x;y"'],
    ['nothing', [], ''],
    ['JSON lines', '{"a":1}\n{"a":2,"b":3}\n', 'a,b\r\n1,\r\n2,3'],
    ['a byte order mark', '\uFEFF[{"a":1}]', 'a\r\n1'],
    ['every name', '[{"__proto__":1,"constructor":2}]', '__proto__,constructor\r\n1,2'],
    ['a nested __proto__', '[{"a":{"__proto__":{"b":1}}}]', 'a.__proto__.b\r\n1'],
  ])('%s', async (_, value, expected) => {
    expect(await csv(value)).toBe(expected)
  })

  test('formulas are defused when asked for, numbers with a sign are not', async () => {
    const rows = [{ a: '=1+1', b: '@x', c: -5, d: '+49 89', e: '-1.5e3', f: '\tx' }]
    expect(await csv(rows)).toBe('a,b,c,d,e,f\r\n=1+1,@x,-5,+49 89,-1.5e3,"\tx"')
    const escaped = await csv(rows, { escapeFormulas: true })
    expect(escaped).toBe("a,b,c,d,e,f\r\n'=1+1,'@x,-5,'+49 89,-1.5e3,\"'\tx\"")
  })

  test('another delimiter', async () => {
    expect(await csv([{ a: '1^2', b: 'x' }], { delimiter: '^' })).toBe('a^b\r\n"1^2"^x')
  })

  test.each(['{', '[1,', 'x', '{"a":1}\n{', '', '7', '"x"'])(
    '%j is invalid_input',
    async (data) => {
      await expect(csv(data)).rejects.toMatchObject({
        code: 'invalid_input',
        hint: expect.stringContaining('object') as string,
      })
    },
  )

  test('a fault is told by its place, not by the data', async () => {
    const error: unknown = await csv('{secret}').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ fields: { position: 1 } })
    expect(JSON.stringify([String(error), error])).not.toContain('secret')
  })

  test('values nested too deeply for JSON are refused', async () => {
    const deep = `[{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}]`
    await expect(csv(deep)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('tables that are mostly empty are refused', async () => {
    const sparse = Array.from({ length: 2_000 }, (_, at) => ({ [`k${at}`]: 1 }))
    await expect(csv(sparse)).rejects.toMatchObject({ code: 'too_large', status: 413 })
    const wide = `${'a,'.repeat(2_000)}\n${'1\n'.repeat(2_000)}`
    await expect(json(wide)).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('there and back', () => {
  // Objects put names that are numbers first, so those would move.
  const name = fc.string({ maxLength: 8 }).filter((text) => !/^\d+$/.test(text))
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(',', '"', '\n', '\r', ';', '\t', '|', ' ', 'a', '\uFEFF') }),
  )

  test('a delimiter by which the text would end inside quotes is not taken', () => {
    const text = 'a,"b|"\r\n,"|"\r\n"\n",'
    expect(sniffDelimiter(text)).toBe(',')
    expect(records(text, ',')).toEqual([
      ['a', 'b|'],
      ['', '|'],
      ['\n', ''],
    ])
  })

  test(
    '5,000 random tables come back as they were, written by us and read by us',
    { tags: 'full' },
    async () => {
      const table = fc.uniqueArray(name, { minLength: 1, maxLength: 5 }).chain((names) =>
        fc.tuple(
          fc.constant(names),
          fc.array(fc.array(cell, { minLength: names.length, maxLength: names.length }), {
            maxLength: 6,
          }),
        ),
      )
      await fc.assert(
        fc.asyncProperty(table, async ([header, rows]) => {
          const text = writeCsv({ header, rows }, { delimiter: ',', escapeFormulas: false })
          expect(records(text, sniffDelimiter(text))).toEqual([header, ...rows])
          const { result } = await convertJob({ from: 'csv', to: 'json', data: text })
          expect(await csv(result)).toBe(rows.length > 0 ? text : '')
        }),
        { numRuns: seeds(100, 5_000) },
      )
    },
  )
})
