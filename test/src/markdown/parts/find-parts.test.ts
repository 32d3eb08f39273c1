import { describe, expect, test } from 'vitest'
import { FOUND_MAX_COUNT } from '../../../../src/markdown/limits.ts'
import { blocksOf } from '../../../../src/markdown/parts/blocks.ts'
import { findParts } from '../../../../src/markdown/parts/find-parts.ts'
import { readPageMarks } from '../../../../src/markdown/parts/page-marks.ts'

const BOOK = `# The house

It has a walnut door.

## The garden

The garden has a walnut tree and a **carbon tax** on leaves.

### Beds

A tax on carbon is paid by nobody.

## Kitchen

Crème brûlée and Straße, Ὀδυσσεύς and ﬁlms, 東京大学にて.

\`\`\`
# no heading

walnut shells
\`\`\`
`

const headingsFor = (query: string) => findParts(BOOK, query).parts.map(({ heading }) => heading)

describe('words in a document', () => {
  test('are found whatever their case, accents and form', () => {
    const inKitchen = ['The house > Kitchen']
    const forms = ['CREME BRULEE', 'crème', 'strasse', 'STRASSE', 'ὀδυσσεύς', 'οδυσσευσ', 'films']
    for (const query of [...forms, '大学', 'ＣＲＥＭＥ']) {
      expect([query, headingsFor(query)]).toEqual([query, inKitchen])
    }
  })

  test('are found at the beginning of words only, but in scripts without blanks', () => {
    expect(findParts(BOOK, 'nut')).toEqual({ total: 0, hasAll: true, parts: [] })
    expect(findParts(BOOK, 'waln').total).toBe(3)
    expect(findParts(BOOK, '京大').total).toBe(1)
  })

  test('that stand in a row come first, then parts with all of them', () => {
    expect(headingsFor('carbon tax')).toEqual([
      'The house > The garden',
      'The house > The garden > Beds',
    ])
    expect(findParts(BOOK, 'walnut tree')).toMatchObject({ total: 1, hasAll: true })
    expect(findParts(BOOK, 'walnut zeppelin')).toMatchObject({ total: 3, hasAll: false })
  })

  test('have a place in the text, where their part begins', () => {
    for (const { position, excerpt } of findParts(BOOK, 'walnut').parts) {
      expect(BOOK.slice(position, position + excerpt.length)).toBe(excerpt)
    }
    expect(headingsFor('shells')).toEqual(['The house > Kitchen'])
  })

  test('make short excerpts of long parts, around the first of them', () => {
    const long = `${'alpha beta '.repeat(5_000)}the Zürich needle ${'gamma 😀 '.repeat(5_000)}`
    const [part] = findParts(long, 'zurich').parts
    expect(part?.excerpt).toMatch(/^… .*the Zürich needle.* …$/)
    expect(part?.excerpt.length).toBeLessThan(520)
    expect(part?.excerpt.isWellFormed()).toBe(true)
  })

  test('are told by their number where there are many', () => {
    const many = Array.from({ length: 50 }, (_, n) => `Walnut number ${n}.`).join('\n\n')
    const { total, parts } = findParts(many, 'walnut')
    expect([total, parts.length, parts[0]?.position]).toEqual([50, FOUND_MAX_COUNT, 0])
  })
})

test('blocks cover the text, in order, and long code is divided between lines', () => {
  const code = `\`\`\`\n${'a line of data\n'.repeat(500)}\`\`\`\n`
  for (const text of [BOOK, code, '', '\n\n', 'x'.repeat(10_000)]) {
    let end = 0
    for (const { at, text: block } of blocksOf(text)) {
      expect(text.slice(end, at).trim()).toBe('')
      expect(text.slice(at, at + block.length)).toBe(block)
      end = at + block.length
    }
    expect(text.slice(end).trim()).toBe('')
  }
  expect([...blocksOf(code)].length).toBeGreaterThan(4)
})

test('marks between pages are taken out, but not those in code', () => {
  const marked = '<!-- page 1 -->\n\nOne.\n\n<!-- page 3 -->\n\n```\n<!-- page 9 -->\n```'
  expect(readPageMarks(marked)).toEqual({
    bare: 'One.\n\n```\n<!-- page 9 -->\n```',
    starts: [
      { page: 1, markedAt: 0, bareAt: 0 },
      { page: 3, markedAt: 23, bareAt: 6 },
    ],
  })
})

describe('words in a long table', () => {
  const head = '| City | Harbour master | Tide |\n| --- | --- | --- |'
  const rows = Array.from(
    { length: 300 },
    (_, index) => `| Port ${index} | Ann ${index * 7 + 50_000} | ${index}.5 m |`,
  )
  const text = `# Tides\n\n${head}\n${rows.join('\n')}\n`

  test('are found with their row and the names of the columns', () => {
    const { total, hasAll, parts } = findParts(text, 'Port 217')
    expect({ total, hasAll }).toEqual({ total: 1, hasAll: true })
    expect(parts[0]).toEqual({
      heading: 'Tides',
      excerpt: `${head}\n${rows[217]}`,
      position: text.indexOf('| Port 217 '),
    })
  })

  test('are found by a row and the name of its column together', () => {
    const { hasAll, parts } = findParts(text, 'harbour 51519')
    expect({ hasAll, excerpts: parts.map(({ excerpt }) => excerpt) }).toEqual({
      hasAll: true,
      excerpts: [`${head}\n${rows[217]}`],
    })
    expect(findParts(text, 'harbour').total).toBe(1)
  })

  test('of many columns are shown with the first column and their neighbours', () => {
    const columns = Array.from({ length: 60 }, (_, index) => index)
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const wide = [
      line(columns.map((column) => `Measure number ${column}`)),
      line(columns.map(() => '---')),
      ...columns.map((row) => line(columns.map((column) => `value ${row * 100 + column}`))),
    ].join('\n')
    const excerpt = findParts(wide, '4142').parts[0]?.excerpt ?? ''
    expect(excerpt.length).toBeLessThanOrEqual(520)
    expect(excerpt).toMatch(
      /^\| Measure number 0 \|.* Measure number 42 \|.*\n\| --- .*\n\| value 4100 \|.* value 4142 \|/,
    )
  })
})
