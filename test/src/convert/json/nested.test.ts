import { describe, expect, test } from 'vitest'
import { convertJob } from '../../../../src/convert/convert-job.ts'
import { readJson, readJsonTable } from '../../../../src/convert/json/json-reader.ts'
import { jsonText } from '../../../../src/convert/json/json-values.ts'
import { numberedDocument, seeded } from '../../../support/random-json.ts'

const csvOf = async (data: string): Promise<string> =>
  (await convertJob({ from: 'json', to: 'csv', data })).result
const rowsOf = (text: string): readonly (readonly string[])[] => [...readJsonTable(text).rows]

describe('an array of objects in objects', () => {
  test('becomes the columns of all, whatever comes later', async () => {
    const data = '[{"a":{"b":1,"c":{"d":null}}},{"e":[1,2]},"alone",{"a":{"b":1e400},"a.b":2}]'
    expect(await csvOf(data)).toBe(
      'a.b,a.c.d,e,value,a.b_2\r\n1,,,,\r\n,,"[1,2]",,\r\n,,,alone,\r\n1e400,,,,2',
    )
  })

  test.each([
    ['[{"a":{"b":1}},]', 'position 15'],
    ['[{"a":{"b":1}}] x', 'position 16'],
    ['[{"a":{"b":1}},{"a":1,"a":2}]', 'a'],
  ])('%s is refused as before', async (data) => {
    expect(() => readJson(data)).toThrow()
    await expect(csvOf(data)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('lines of such arrays are lines', async () => {
    const line = '[{"a":{"b":null}}]'
    const { result, notes } = await convertJob({
      from: 'json',
      to: 'csv',
      data: `${line}\n${line}`,
    })
    expect(result).toBe('"{""a"":{""b"":null}}"\r\n"{""a"":{""b"":null}}"')
    expect(notes).toEqual([])
  })

  test.each([1, 2, 3, 4, 5])('is read like the same behind a plain object (seed %i)', (seed) => {
    const random = seeded(seed)
    const records = Array.from({ length: 20 }, () =>
      jsonText(readJson(numberedDocument(random).text)).replaceAll(/^\[|\]$/g, ''),
    )
    const nested = `[{"a":{"b":1}},${records.join(',')}]`
    const plain = `[{"a.b":1},${records.join(',')}]`
    expect(rowsOf(nested)).toEqual(rowsOf(plain))
  })
})
