import { describe, expect, test } from 'vitest'
import { convertJob, type ConvertJobInput } from '../../../../src/convert/convert-job.ts'
import { numberedDocument, seeded } from '../../../support/random-json.ts'

const convert = async (
  from: ConvertJobInput['from'],
  to: ConvertJobInput['to'],
  data: string,
  options: Partial<ConvertJobInput> = {},
): Promise<string> => (await convertJob({ from, to, data, ...options })).result

const ODD = [
  ['12345678901234567890', '12345678901234567890'],
  ['1e400', '1e400'],
  ['-0', '-0'],
  ['1.10', '1.10'],
  ['1E5', '1E5'],
  ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
  ['9007199254740993', '9007199254740993'],
  ['1e-400', '1e-400'],
] as const

describe('digits', () => {
  test.each(ODD)('%s stays as it is written in CSV, Markdown and HTML', async (number, written) => {
    const data = `[{"n": ${number}, "in": {"o": ${number}}, "list": [${number}, {"x": ${number}}]}]`
    const list = `[${written},{"x":${written}}]`
    expect(await convert('json', 'csv', data)).toBe(
      `n,in.o,list\r\n${written},${written},"${list.replaceAll('"', '""')}"`,
    )
    expect(await convert('json', 'markdown', data)).toContain(`| ${written} | ${written} |`)
    expect(await convert('json', 'html', data)).toContain(`<td>${written}</td><td>${written}</td>`)
  })

  test.each(ODD)('%s comes back from CSV as text of the same digits', async (number, written) => {
    const csv = await convert('json', 'csv', `[{"n": ${number}}]`)
    expect(await convert('csv', 'json', csv)).toBe(`[{"n":"${written}"}]`)
  })

  test.each([
    ['1.10', '1.10'],
    ['-0', '-0'],
    ['123456789012345', '123456789012345'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740993', '"9007199254740993"'],
    ['12345678901234567890', '"12345678901234567890"'],
    ['0.12345678901234567', '"0.12345678901234567"'],
    ['1e400', '"1e400"'],
    ['1e-400', '"1e-400"'],
    ['0e5', '0e5'],
    ['1e5', '1e5'],
    ['+1', '"+1"'],
    ['.5', '".5"'],
    ['01', '"01"'],
    ['NaN', '"NaN"'],
  ])('with types, %s is %s: a number only where every reader has the same', async (cell, json) => {
    expect(await convert('csv', 'json', `n\n${cell}`, { types: true })).toBe(`[{"n":${json}}]`)
  })

  test('of 300 random documents survive JSON to CSV to JSON as text', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { text, numbers } = numberedDocument(seeded(seed))
      const csv = await convert('json', 'csv', text)
      const json = await convert('csv', 'json', csv)
      const missing = missingOf(numbers, json)
      expect({ seed, missing }).toEqual({ seed, missing: [] })
    }
  })
})

describe('names', () => {
  test('keep their order and are what they are, whatever they look like', async () => {
    const data = '[{"b":1,"10":2,"__proto__":3,"2":4,"constructor":5},{"2":6,"x":7}]'
    expect(await convert('json', 'csv', data)).toBe(
      'b,10,__proto__,2,constructor,x\r\n1,2,3,4,5,\r\n,,,6,,7',
    )
    expect(await convert('json', 'csv', '[{"o":{"7":1,"__proto__":2},"l":[{"9":1,"8":2}]}]')).toBe(
      'o.7,o.__proto__,l\r\n1,2,"[{""9"":1,""8"":2}]"',
    )
    const rows = 'b,10,__proto__,2\r\n1,2,3,4'
    expect(await convert('csv', 'json', rows)).toBe('[{"b":"1","10":"2","__proto__":"3","2":"4"}]')
  })

  test.each([
    ['{"a":1,"a":2}', 7],
    ['[{"a":1},{"a":1,"b":2,"a":3}]', 22],
    ['[{"x":{"\\u0061":1,"a":2}}]', 18],
    ['{"a":1}\n{"b":1,"b":2}', 15],
  ])(
    'twice in one object are refused, since one of the values would be lost: %s',
    async (data, position) => {
      await expect(convert('json', 'csv', data)).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'The JSON has a name twice in one object.',
        fields: { position },
      })
    },
  )

  test('that objects share are kept apart where the objects differ', async () => {
    const data = '[{"a":1,"b":2},{"a":3,"c":4},{"a":5,"b":6},{"b":7,"a":8},{"a":9,"c":10,"b":11}]'
    expect(await convert('json', 'csv', data)).toBe(
      'a,b,c\r\n1,2,\r\n3,,4\r\n5,6,\r\n8,7,\r\n9,11,10',
    )
  })
})

describe('rows inside an object', () => {
  test.each([
    ['the only array', '{"data":[{"a":1},{"a":2}]}', 'a\r\n1\r\n2'],
    ['in objects that hold nothing else', '{"r":{"docs":[{"a":1}]}}', 'a\r\n1'],
    ['arrays of arrays', '{"values":[["a","b"],[1,2]]}', 'a,b\r\n1,2'],
    ['values', '{"ids":[1.10,2]}', 'value\r\n1.10\r\n2'],
    [
      'fields beside it stand in each row',
      '{"total":12345678901234567890,"data":[{"a":1},{"a":2}],"meta":{"page":1}}',
      'a,total,meta.page\r\n1,12345678901234567890,1\r\n2,12345678901234567890,1',
    ],
    ['fields of the same name', '{"id":7,"items":[{"id":1}]}', 'id,id_2\r\n1,7'],
    ['deeper, with fields beside it', '{"r":{"n":1,"docs":[{"a":2}]},"s":"x"}', 'a,r.n,s\r\n2,1,x'],
    [
      'two arrays stay cells',
      '{"a":[{"x":1}],"b":[{"y":2}]}',
      'a,b\r\n"[{""x"":1}]","[{""y"":2}]"',
    ],
    ['an empty one stays a cell', '{"data":[]}', 'data\r\n[]'],
    ['no array', '{"a":{"b":1}}', 'a.b\r\n1'],
  ])('%s', async (_, data, expected) => {
    expect(await convert('json', 'csv', data)).toBe(expected)
  })

  test('what stands beside them is told, and stays one row where it is too much to repeat', async () => {
    const result = await convertJob({ from: 'json', to: 'csv', data: '{"n":1,"data":[{"a":2}]}' })
    expect(result.notes).toEqual([
      'The rows are those of "data"; what stands beside it is repeated in each: "n".',
    ])
    const rows = Array.from({ length: 2_000 }, () => '{"a":1}').join(',')
    const large = `{"text":"${'x'.repeat(10_000)}","data":[${rows}]}`
    expect((await convert('json', 'csv', large)).slice(0, 11)).toBe('text,data\r\n')
  })
})

describe('JSON lines and delimiters', () => {
  test('lines are written and read', async () => {
    expect(await convert('csv', 'json', 'a,b\n1,2\n3,4', { lines: true })).toBe(
      '{"a":"1","b":"2"}\n{"a":"3","b":"4"}\n',
    )
    const many = `n\n${Array.from({ length: 1_200 }, (_, at) => at).join('\n')}`
    const lines = (await convert('csv', 'json', many, { lines: true })).split('\n')
    expect(lines).toHaveLength(1_201)
    expect(lines[700]).toBe('{"n":"700"}')
    expect(await convert('json', 'csv', '{"data":[{"a":1}]}\n', { lines: true })).toBe(
      'data\r\n"[{""a"":1}]"',
    )
    expect(await convert('json', 'json', '[{"b":1.10,"1":-0},\n2]', { lines: true })).toBe(
      '{"b":1.10,"1":-0}\n2\n',
    )
    expect(await convert('json', 'json', '{"b":1.10}\n{"a":1e400}', { lines: false })).toBe(
      '[{"b":1.10},{"a":1e400}]',
    )
    await expect(
      convert('json', 'csv', '{"a":1}\n{"a":2}', { lines: false }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a faulty line is told by its place', async () => {
    const data = '{"a":1}\n\n{"a":x}\n'
    await expect(convert('json', 'csv', data)).rejects.toMatchObject({ fields: { position: 14 } })
    await expect(convert('json', 'csv', data, { lines: true })).rejects.toMatchObject({
      fields: { position: 14 },
    })
  })

  test('TSV is CSV with a tab, read and written', async () => {
    const tab = { delimiter: '\t' }
    expect(await convert('json', 'csv', '[{"a":1,"b":"x,y"}]', tab)).toBe('a\tb\r\n1\t"x,y"')
    expect(await convert('csv', 'json', 'a\tb\n1\t2', tab)).toBe('[{"a":"1","b":"2"}]')
    expect(await convert('csv', 'csv', 'a,b\n1,"x\ty"\n', tab)).toBe('a\tb\r\n1\t"x\ty"')
    expect(await convert('csv', 'csv', 'a\tb\n1\t2\n', { delimiter: ';' })).toBe('a;b\r\n1;2')
  })

  test('nulls that become empty cells are counted', async () => {
    const { notes } = await convertJob({ from: 'json', to: 'csv', data: '[{"a":null},{"a":null}]' })
    expect(notes).toEqual(['2 nulls became empty cells.'])
  })
})

/** The numbers that a text lacks, each as often as it occurs. */
function missingOf(numbers: readonly string[], text: string): string[] {
  const found = new Map<string, number>()
  for (const [number] of text.matchAll(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)) {
    found.set(number, (found.get(number) ?? 0) + 1)
  }
  return numbers.filter((number) => {
    const left = found.get(number) ?? 0
    found.set(number, left - 1)
    return left <= 0
  })
}
