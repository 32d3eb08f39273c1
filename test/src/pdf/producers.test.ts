import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import pdftotext from '../../fixtures/pdf/pdftotext.json' with { type: 'json' }
import { lostText, missingText } from '../../support/pdf-conservation.ts'
import { readPdf } from '../../support/read-pdf.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/pdf/producers')
const lettersOf: Readonly<Record<string, Record<string, number>>> = pdftotext
const files = readdirSync(FOLDER).toSorted()
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, name)))

describe('documents of many producers', () => {
  test.each(files)('%s loses no letter or digit', async (name) => {
    const result = await readPdf(read(name))
    expect(await lostText(read(name), result)).toBe('')
    // What pdftotext found; test/system asks it anew.
    const counts: Readonly<Record<string, number>> = lettersOf[name] ?? {}
    const letters = Object.entries(counts).map(([letter, count]) => letter.repeat(count))
    expect(letters).not.toEqual([])
    expect(missingText(letters, result)).toBe('')
  })

  test.each(files.filter((name) => name.includes('rows-')))(
    '%s has its 200 rows in order',
    async (name) => {
      const { markdown } = await readPdf(read(name))
      const rows = Array.from(markdown.matchAll(/\br(\d+)k\b/g), ([, row]) => Number(row))
      expect(rows).toEqual(Array.from({ length: 200 }, (_, row) => row))
      expect(markdown).not.toContain('all rights')
    },
  )

  test.each(['latex.rows-1.pdf', 'groff-ms.rows-1.pdf', 'latex.he-1.pdf', 'cairo.rows-1.pdf'])(
    '%s reads the same when fonts are forgotten after each page',
    async (name) => {
      const forgetful = await readPdf(read(name), {}, () => {}, { fontsMaxChars: 0 })
      expect(forgetful).toEqual(await readPdf(read(name)))
    },
  )

  test('balls and triangles of slides are bullets', async () => {
    for (const theme of ['latex-beamer', 'beamer-default']) {
      const { markdown } = await readPdf(read(`${theme}.talk-1.pdf`))
      expect(markdown).toContain('- ferry k1q northern station careful\n')
      expect(markdown).toContain('\n  - mast k4q bright pilot broad\n')
      expect(markdown.match(/^ *- /gm)).toHaveLength(49)
    }
  })

  test('items of slides are no headings, however large', async () => {
    const { markdown } = await readPdf(read('impress.talk-6.pdf'))
    expect(markdown.match(/^#+ /gm)).toHaveLength(8)
    expect(markdown).toContain('- mast k1q old chart careful\n')
  })

  test('a sheet over several pages has whole rows', async () => {
    const { markdown } = await readPdf(read('calc.figures-2.pdf'))
    expect(markdown).toContain('| printer k14q | 9 | 61.52 | northern anchor | northern garden |')
    expect(markdown.match(/\bk\d+q\b/g)).toHaveLength(40)
    expect(markdown.match(/^\| [a-z]+ k\d+q \|/gm)).toHaveLength(40)
  })

  // Plain text has no cells, and cairo was told to draw over the next one.
  const statements = files.filter((name) => /(?<!enscript|cairo)\.statement-/.test(name))
  test.each(statements)('%s keeps its amounts in their columns', async (name) => {
    const { markdown } = await readPdf(read(name))
    const rows = markdown.match(/^\| 2026-\d\d-\d\d \| [a-z ]+ r\d+k \|(?: [\d.]* \|){3}$/gm) ?? []
    const both = rows.filter((row) => !/\|  \|/.test(row))
    expect(rows.length).toBeGreaterThanOrEqual(75)
    expect(both).toEqual([])
  })
})
