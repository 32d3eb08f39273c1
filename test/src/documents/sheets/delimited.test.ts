import { describe, expect, test } from 'vitest'
import { readDocument } from '../read-document.ts'

const read = async (
  text: string,
  contentType = 'text/csv',
  limits?: { maxChars: number; maxMs: number },
) => readDocument(Buffer.from(text), { contentType }, limits)

describe('delimited values', () => {
  test.each([
    ['commas', 'text/csv', 'Port,Tide\n"North, old",1\nSouth,"2 ""m"""\n'],
    ['semicolons', 'text/csv; charset=utf-8', 'Port;Tide\r\n"North, old";1\r\nSouth;"2 ""m"""\r\n'],
    ['tabs', 'text/tab-separated-values', '\uFEFFPort\tTide\n"North, old"\t1\n\nSouth\t"2 ""m"""'],
  ])('with %s are a table', async (_, type, text) => {
    const { markdown, notes } = await read(text, type)
    expect(markdown).toBe('| Port | Tide |\n| --- | --- |\n| North, old | 1 |\n| South | 2 "m" |')
    expect(notes).toEqual([])
  })

  test('have lines in cells, and marks of Markdown that are none', async () => {
    const { markdown } = await read('a,b\n"one\ntwo",x|y *z*\n')
    expect(markdown).toBe('| a | b |\n| --- | --- |\n| one<br>two | x\\|y \\*z* |')
  })

  test('with a quote that is never closed lose nothing', async () => {
    const { markdown, notes } = await read('a,b\n1,"x\n2,y\n')
    expect(markdown).toBe('| a | b |\n| --- | --- |\n| 1 | "x |\n| 2 | y |')
    expect(notes).toEqual(['A quote is never closed: quotes were read as text'])
  })

  test('that are long say how many rows there are, and how many were read', async () => {
    const text = `a,b\n${'1,2\n'.repeat(5_000)}`
    expect((await read(text)).notes).toEqual(['5,001 rows and 2 columns'])
    const cut = await read(text, 'text/csv', { maxChars: 1_000, maxMs: 60_000 })
    expect(cut).toMatchObject({ isCut: true, pagesLeft: '' })
    expect(cut.notes[0]).toMatch(/^The first \d+ of 5,001 rows were read$/)
  })

  test('of a wide head over many short rows do not grow', async () => {
    const head = Array.from({ length: 20_000 }, (_, index) => `c${index}`).join(',')
    const { markdown, isCut } = await read(`${head}\n${'x\n'.repeat(20_000)}`)
    expect(isCut).toBe(true)
    expect(markdown.length).toBeLessThan(3_000_000)
  })
})
